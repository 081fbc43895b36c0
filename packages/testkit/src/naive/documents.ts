import type { FieldDefinition } from '@datasarana/engine';
import {
  type AnyAnalyser,
  DEFAULT_FORMAT,
  type GeoPoint,
  isLowerCase,
  readDate,
  readPoint,
  type SearchableField,
  UTC,
} from '@datasarana/query';

/** One value as it is compared: dates as epoch ms. */
export type Value = string | number | boolean | GeoPoint;

/** A raw row: values as a caller sends them. */
export interface RawDocument {
  readonly id: string;
  readonly source: Readonly<Record<string, unknown>>;
  /** The row that a nested one stands in. */
  readonly parent?: RawDocument;
}

/** Raw rows and what their fields mean; the rows stand in the order in which they were stored. */
export interface RawIndex {
  readonly name: string;
  readonly fields: readonly FieldDefinition[];
  readonly documents: readonly RawDocument[];
}

/** A field of an index by its dotted path. */
export interface RawField {
  readonly path: string;
  readonly type: FieldDefinition['type'];
  readonly analyser: AnyAnalyser;
}

export function fieldsOf(fields: readonly FieldDefinition[], parent = ''): readonly RawField[] {
  return fields.flatMap((field) => {
    const path = parent + field.name;
    const own: RawField = { path, type: field.type, analyser: field.analyser ?? 'standard' };
    // As in OpenSearch, values of nested objects are not seen from the outside.
    return field.type === 'nested' ? [own] : [own, ...fieldsOf(field.fields ?? [], `${path}.`)];
  });
}

export const fieldAt = (index: RawIndex, path: string): RawField | undefined =>
  fieldsOf(index.fields).find((field) => field.path === path);

/** The values of a field in a row, in order; none for null, missing and empty lists. */
export function valuesOf(index: RawIndex, document: RawDocument, path: string): readonly Value[] {
  if (path === '_id') return [document.id];
  const field = fieldAt(index, path);
  if (field === undefined) return [];
  const raw = path.split('.').reduce<unknown>((inside, key) => memberOf(inside, key), document.source);
  const list = Array.isArray(raw) ? raw : [raw];
  return list.filter((value) => value !== null && value !== undefined).map((value) => readValue(field, value));
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function readValue(field: RawField, raw: unknown): Value {
  if (field.type === 'geo_point') return readPoint(raw, field.path);
  if (field.type === 'date') return dateOf(typeof raw === 'number' ? raw : String(raw), field.path);
  if (typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean') return raw;
  throw new Error(`Row value ${JSON.stringify(raw)} does not fit ${field.path} of type ${field.type}`);
}

const dateOf = (raw: string | number, path: string): number =>
  typeof raw === 'number' ? raw : readDate(raw, path, { format: DEFAULT_FORMAT, zone: UTC, now: 0, roundUp: false });

export const searchableFields = (index: RawIndex): readonly SearchableField[] =>
  fieldsOf(index.fields)
    .filter(({ type }) => type !== 'object' && type !== 'nested')
    .map(({ path, type, analyser }) =>
      type === 'text'
        ? { name: path, type, lowerCase: isLowerCase(analyser), analyser }
        : { name: path, type, lowerCase: false },
    );

export const isPoint = (value: Value): value is GeoPoint => typeof value === 'object';

const NUMBERS = new Set(['byte', 'short', 'integer', 'long', 'half_float', 'float', 'double']);
export const isNumberField = (field: RawField): boolean => NUMBERS.has(field.type);

/** Orders texts by code point, everything else by size. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  const left = Array.from(a, (character) => character.codePointAt(0) ?? 0);
  const right = Array.from(b, (character) => character.codePointAt(0) ?? 0);
  const at = left.findIndex((code, i) => code !== right[i]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

/** A row and where it stands. `now` is in epoch ms. */
export interface Matching {
  readonly index: RawIndex;
  readonly document: RawDocument;
  readonly now: number;
}
