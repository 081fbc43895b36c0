import {
  isLowerCase,
  readWeightedField,
  type SearchableField,
  type WeightedField,
  weightedFields,
} from '@datasarana/query';
import { malformed, type PlatformError } from '@datasarana/schema';
import type { FieldType } from '../index/definition.ts';
import { FLAT_SEPARATOR, flatValue } from '../index/flat-object.ts';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { includedMember, includedMembers } from './included.ts';
import { mappedField, whyUnsearchable } from './mapped-field.ts';
import { name, type Sql, sql, text, whole } from './sql.ts';

/** Where the values of a field are read from in one index. */
export interface FieldSource {
  readonly path: string;
  readonly type: FieldType;
  readonly list: boolean;
  /** One column, or latitude and longitude. */
  readonly columns: readonly Sql[];
  /** Postings of a text field. */
  readonly postings: string | null;
  readonly field: FieldColumn | null;
}

const NUMBERS: ReadonlySet<FieldType> = new Set([
  'byte',
  'short',
  'integer',
  'long',
  'unsigned_long',
  'half_float',
  'float',
  'double',
]);
const WHOLE: ReadonlySet<FieldType> = new Set(['byte', 'short', 'integer', 'long', 'unsigned_long']);

export const isNumber = (type: FieldType): boolean => NUMBERS.has(type);
export const isWhole = (type: FieldType): boolean => WHOLE.has(type);

const ID: FieldSource = {
  path: '_id',
  type: 'keyword',
  list: false,
  columns: [sql`_id`],
  postings: null,
  field: null,
};

/** The field of that path, `_id` included; null when the index has none (searched as one without values). */
export function fieldOf(layout: IndexLayout, path: string): FieldSource | null {
  if (path === '_id') return ID;
  // DuckDB orders by no bare literal
  if (path === '_index') return { ...ID, path, columns: [sql`concat(${text(layout.name)})`] };
  if (path === '_version') return { ...ID, path, type: 'long', columns: [sql`_version`] };
  const column = layout.fields.get(path);
  if (column === undefined) return flatMember([...layout.fields.values()], withoutAlias(layout, path));
  const inside = [...layout.fields.values()].some((other) => other.type === 'nested' && other.members.includes(column));
  // As in OpenSearch, values of nested documents are not seen from the outside, unless their mapping includes them there.
  if (inside) return includedMember(layout, column);
  return {
    path,
    type: column.type,
    list: column.list,
    columns: column.columns.map(name),
    postings: column.postings,
    field: column,
  };
}

/** A field that is mapped, but whose values belong to objects that are looked at elsewhere: as one without values. */
export function fieldElsewhere({ fields }: IndexLayout, path: string): FieldSource | null {
  const column = fields.get(path);
  if (column === undefined) return null;
  const columns = column.columns.map(() => sql`NULL`);
  return { path, type: column.type, list: false, columns, postings: null, field: column };
}

/** A path into a flat object that is named by an alias of it. */
function withoutAlias({ fields }: IndexLayout, path: string): string {
  const found = [...fields].find(([name, { type }]) => type === 'flat_object' && path.startsWith(`${name}.`));
  return found === undefined ? path : found[1].path + path.slice(found[0].length);
}

/** A leaf inside a flat object; null when the path leads into none. */
export function flatMember(columns: readonly FieldColumn[], path: string): FieldSource | null {
  const around = columns.find((column) => column.type === 'flat_object' && path.startsWith(`${column.path}.`));
  const [own] = around?.columns ?? [];
  if (around === undefined || own === undefined) return null;
  const start = flatValue(path.slice(around.path.length + 1).split('.'), '');
  const values = sql`list_filter(${name(own)}, lambda x: starts_with(x, ${text(start)}))`;
  const leaves = sql`list_transform(${values}, lambda x: substr(x, ${whole([...start].length + 1)}))`;
  return { path, type: 'flat_object', list: true, columns: [leaves], postings: null, field: null };
}

/** Whether a flat object has that path: a leaf, an object, or the last name of one. Null when it leads into none. */
export function flatKeyTest(columns: readonly FieldColumn[], path: string): Sql | null {
  const around = columns.find((column) => column.type === 'flat_object' && path.startsWith(`${column.path}.`));
  const [own] = around?.columns ?? [];
  if (around === undefined || own === undefined) return null;
  const wanted = path.slice(around.path.length + 1);
  const key = sql`('.' || split_part(x, ${text(FLAT_SEPARATOR)}, 1) || '.')`;
  const last = sql`ends_with(${key}, ${text(`.${wanted}.`)})`;
  return sql`len(list_filter(${name(own)}, lambda x: ${last} OR starts_with(${key}, ${text(`.${wanted}.`)}))) > 0`;
}

/** As clauses see it: leaves of flat objects are keywords. */
export function searchedAs(source: FieldSource | null): FieldSource | null {
  if (source?.type !== 'flat_object') return source;
  if (source.field === null) return { ...source, type: 'keyword' };
  const after = sql`lambda x: substr(x, strpos(x, ${text(FLAT_SEPARATOR)}) + 1)`;
  return { ...source, type: 'keyword', columns: [sql`list_transform(${columnOf(source)}, ${after})`] };
}

/** The first of a field's columns: its value, or the latitude of a point. */
export function columnOf(source: FieldSource): Sql {
  const [first] = source.columns;
  if (first === undefined) throw new Error(`Field ${source.path} of type ${source.type} has no column`);
  return first;
}

/** Dates that are known to the nanosecond. */
export const hasNanos = ({ type, field }: FieldSource): boolean => type === 'date' && field?.field.nanos === true;

/** A date with nanoseconds by its whole value instead of its milliseconds; other fields as they are. */
export const momentsOf = (source: FieldSource): FieldSource =>
  hasNanos(source) ? { ...source, columns: source.columns.slice(1) } : source;

/** Own fields the search bar looks in; system fields and aliases are found by name only. */
export function searchableFields(layout: IndexLayout): readonly SearchableField[] {
  const known = knownFields(layout);
  const usual = defaultFieldsOf(layout);
  if (usual === null) return known;
  const weights = new Map(weightedFields(usual, known).map(({ field, boost }) => [field, boost]));
  return known.map((field) => ({ ...field, weight: weights.get(field.name) ?? 0 }));
}

/** What `index.query.default_field` names; null where that is everything. */
function defaultFieldsOf({ definition: { stored } }: IndexLayout): readonly WeightedField[] | null {
  const given = [stored?.settings['index.query.default_field'] ?? '*']
    .flat()
    .flatMap((each) => String(each).split(','));
  if (given.length === 1 && given[0] === '*') return null;
  return given.map((each) => readWeightedField(each.trim(), 'index.query.default_field'));
}

const knownFields = (layout: IndexLayout): readonly SearchableField[] => [
  ...[...layout.own, ...includedMembers(layout)]
    .filter(({ path }) => whyUnsearchable(layout, path) === null)
    .map((column) => searchedAt(layout, column)),
  ...(layout.definition.aliases ?? []).flatMap(({ name }) => {
    const column = layout.fields.get(name);
    return column ? [{ ...searchedAt(layout, column), name, isAlias: true as const }] : [];
  }),
];

function searchedAt(layout: IndexLayout, column: FieldColumn): SearchableField {
  const field = searchableField(column);
  return mappedField(layout, column.path)?.type === 'ip' ? { ...field, type: 'ip' } : field;
}

export const searchableField = ({ path, type, field }: FieldColumn): SearchableField => ({
  name: path,
  type,
  lowerCase: type === 'text' && isLowerCase(field.searchAnalyser ?? field.analyser ?? 'standard'),
  ...(type === 'text' && { analyser: field.searchAnalyser ?? field.analyser ?? 'standard' }),
  ...(field.quoteAnalyser !== undefined && { quoteAnalyser: field.quoteAnalyser }),
});

/** A field whose type cannot do what was asked; OpenSearch's words with the remedy. */
export const unfit = (source: FieldSource, use: string, remedy: string, reason?: string): PlatformError =>
  malformed(
    `Field [${source.path}] of type [${source.type}] is not supported for ${use}`,
    remedy,
    reason === undefined ? undefined : { type: 'illegal_argument_exception', reason },
  );

/** The same of what documents are ordered or counted by; of texts in the words OpenSearch's users know. */
export const unfitForOrder = (source: FieldSource, use: string, remedy: string): PlatformError =>
  unfit(source, use, remedy, source.type === 'text' ? noFielddata(source.path) : undefined);

/** Only numbers and dates are shown in a format. */
export function refuseFormat({ path, type }: Pick<FieldSource, 'path' | 'type'>, layout: IndexLayout): void {
  if (type !== 'keyword' && type !== 'boolean') return;
  const shown = mappedField(layout, path)?.type ?? type;
  throw malformed(`Field [${path}] of type [${shown}] does not support custom formats`, 'Leave format out.');
}

/** Why words of a text are no values of its document. */
export const noFielddata = (path: string): string =>
  `Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${path}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`;

/** The field has a value; an empty list has none. */
export function existsTest(source: FieldSource): Sql {
  const column = columnOf(source);
  return source.list || source.type === 'nested' ? sql`len(${column}) > 0` : sql`${column} IS NOT NULL`;
}

/** How many values a row has; absent when it is one at most. */
export const valueCount = (source: FieldSource): Sql | undefined =>
  source.list ? sql`len(list_distinct(${columnOf(source)}))` : undefined;

/** What nothing can be ordered by. */
export const unmapped = (field: string): PlatformError =>
  malformed(
    `No mapping found for [${field}] in order to sort on`,
    'Name a field of the index, or give unmapped_type.',
    { type: 'query_shard_exception' },
  );
