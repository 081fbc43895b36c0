import fc from 'fast-check';
import { fieldsOf, type RawField, type RawIndex } from './documents.ts';

export type Dsl = Readonly<Record<string, unknown>>;

/** Fields of an index by what can be asked of them. */
export interface Known {
  readonly keywords: readonly string[];
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly dates: readonly string[];
  readonly booleans: readonly string[];
  readonly points: readonly string[];
}

const NUMBER_TYPES = new Set<RawField['type']>(['double', 'integer', 'long', 'byte']);

export function known(index: Pick<RawIndex, 'fields'>): Known {
  const fields = fieldsOf(index.fields);
  const of = (isIt: (field: RawField) => boolean) => fields.filter(isIt).map(({ path }) => path);
  return {
    keywords: of(({ type }) => type === 'keyword'),
    texts: of(({ type }) => type === 'text'),
    numbers: of(({ type }) => NUMBER_TYPES.has(type)),
    dates: of(({ type }) => type === 'date'),
    booleans: of(({ type }) => type === 'boolean'),
    points: of(({ type }) => type === 'geo_point'),
  };
}

export const on = (fields: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...fields);

/** None when there is no field of that kind. */
export const about = (fields: readonly string[], make: (field: fc.Arbitrary<string>) => fc.Arbitrary<Dsl>) =>
  fields.length === 0 ? [] : [make(on(fields))];

/** Drops keys without a value, as a caller would. */
export const optional = <T extends Readonly<Record<string, fc.Arbitrary<unknown>>>>(model: T) =>
  fc.record(model, { requiredKeys: [] });

export const zone = fc.constantFrom('+07:00', 'America/New_York', 'Asia/Jakarta', 'UTC', '-03:30');
