import { PlatformError, ReplyCode } from '@datasarana/schema';
import { Fields, readInteger, readList, readNames, readNumber, readOneOrMany, readText } from '../reading/fields.ts';
import { isObject, isScalar, type Json, type JsonObject, present } from '../reading/json.ts';
import { unsupported, wrongShape, wrongValue } from '../reading/refusal.ts';
import { ALL_SOURCE, type SourceFilter } from './source.ts';

/** A field, or a pattern of fields, whose values come with each hit. */
export interface FetchedField {
  readonly field: string;
  readonly format?: string;
}

function readFetched(value: unknown, path: string): FetchedField {
  if (isScalar(value)) return { field: String(value) };
  const fields = new Fields(value, path, 'a field to fetch', 'all');
  const read = { field: fields.required('field', readText), ...present({ format: fields.text('format') }) };
  fields.done();
  return read;
}

/** Dashboards send none of them with every search; any would be a script. */
export function refuseScriptFields(fields: Fields): void {
  const given = fields.take('script_fields');
  if (given === undefined || (isObject(given) && Object.keys(given).length === 0)) return;
  throw unsupported(fields.at('script_fields'), 'Field made by a script');
}

/** `docvalue_fields` and `fields`. */
export const readFetchedFields = (value: unknown, path: string): readonly FetchedField[] =>
  readList(value, path, readFetched);

export const printFetchedFields = (fields: readonly FetchedField[]): Json =>
  fields.map(({ field, format }) => (format === undefined ? field : { field, format }));

/** `stored_fields`: names, or `_none_` for hits without anything of the document, not even its id. */
export function readStoredFields(value: unknown, path: string): readonly string[] {
  const names = readNames(value, path);
  if (names.length > 1 && names.includes('_none_')) {
    throw wrongValue(path, '_none_ by itself', value, 'cannot combine _none_ with other fields');
  }
  return names;
}

/** Who names stored fields gets the document only by naming it too. */
export function sourceBesideStored(fields: Fields): SourceFilter {
  const stored = fields.optional('stored_fields', readStoredFields);
  return stored === undefined || stored.includes('_source') ? ALL_SOURCE : { kind: 'none' };
}

/** Part of a search that several workers share out. */
export interface Slice {
  readonly id: number;
  readonly max: number;
}

export function readSlice(value: unknown, path: string): Slice {
  const fields = new Fields(value, path, 'slice');
  const id = fields.required('id', (given, at) => readInteger(given, at, { min: 0 }));
  const max = fields.required('max', (given, at) => readInteger(given, at, { min: 2 }));
  fields.passOver(readText, 'field');
  fields.done();
  if (id >= max) throw wrongShape(`${path}.id`, 'a number below max', id);
  return { id, max };
}

/** Hits with equal values of a field become one: the best of them. */
export interface Collapse {
  readonly field: string;
  readonly innerHits: readonly InnerHits[];
}

/** Hits that stand behind a hit: of its group, or of its nested documents. The body is that of a search. */
export interface InnerHits {
  readonly name: string;
  readonly body: JsonObject;
}

function readInnerHits(value: unknown, path: string): InnerHits {
  const { name, ...body } = { ...new Fields(value, path, 'inner_hits').all() };
  refuseDeeper(body.collapse, path);
  if (name === undefined) throw wrongShape(path, '[name] in inner_hits', undefined, 'Field name cannot be null');
  return { name: readText(name, `${path}.name`), body: body as JsonObject };
}

/** Groups within groups go no deeper. */
function refuseDeeper(collapse: unknown, path: string): void {
  if (!isObject(collapse)) return;
  const deeper = ['inner_hits', 'collapse'].find((name) => Object.hasOwn(collapse, name));
  if (deeper === undefined) return;
  throw new PlatformError(`${path}.collapse: expected no ${deeper} in the collapse of inner hits`, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    hint: `Leave ${deeper} out of ${path}.collapse.`,
    openSearch: { type: 'parse_exception' },
  });
}

export function readCollapse(value: unknown, path: string): Collapse {
  const fields = new Fields(value, path, 'collapse');
  const field = fields.required('field', readText);
  if (field === '') throw wrongShape(`${path}.field`, 'the name of a field', field);
  const innerHits = fields.optional('inner_hits', (given, at) => readOneOrMany(given, at, readInnerHits)) ?? [];
  fields.optional('max_concurrent_group_searches', (given, at) => readInteger(given, at, { min: 1 }));
  fields.done();
  return { field, innerHits };
}

export const printCollapse = ({ field, innerHits }: Collapse): Json =>
  present({
    field,
    inner_hits: innerHits.length === 0 ? undefined : innerHits.map(({ name, body }) => ({ name, ...body })),
  });

/** An index, an alias or a pattern whose scores are multiplied. */
export interface IndexBoost {
  readonly index: string;
  readonly boost: number;
}

/** `[{index: boost}, …]`, or the older `{index: boost, …}`. */
export function readIndicesBoost(value: unknown, path: string): readonly IndexBoost[] {
  return readOneOrMany(value, path, (entry, at) => {
    const boosts = Object.entries(new Fields(entry, at, 'indices_boost').all());
    if (Array.isArray(value) && boosts.length !== 1) throw wrongShape(at, 'one index with its boost', entry);
    return boosts.map(([index, boost]) => ({ index, boost: readNumber(boost, `${at}.${index}`) }));
  }).flat();
}
