import type { FieldDefinition, FieldType, IndexDefinition } from './definition.ts';
import { IndexState } from './index-state.ts';
import { isRangeType, RANGE_SQL, type RangeType } from './range-types.ts';
import { STORED_FIELDS, SYSTEM_FIELDS } from './system-fields.ts';

/** Where the values of one field stand. */
export interface FieldColumn {
  /** Dotted path in the document: `address.city`. */
  readonly path: string;
  /** As its values are kept and compared. */
  readonly type: FieldType;
  /** Every value is a list; its columns are DuckDB lists. */
  readonly list: boolean;
  /**
   * SQL names made by us, never the field's own: one; two for geo_point (latitude, longitude), ranges (their ends),
   * completions (what is compared, the entry as JSON) and dates with nanoseconds (those of milliseconds, the whole);
   * none for object.
   */
  readonly columns: readonly string[];
  readonly field: FieldDefinition;
  /** Postings table of a text field. */
  readonly postings: string | null;
  /** Members of a nested field's STRUCT, by full path; their `columns` are struct keys. */
  readonly members: readonly FieldColumn[];
}

/** The tables of one index. Every name in here is safe to put into SQL as it is. */
export interface IndexLayout {
  readonly id: number;
  readonly name: string;
  readonly definition: IndexDefinition;
  /** Documents table. */
  readonly docs: string;
  /** Table of `_doc` numbers replaced or removed since their postings were written. */
  readonly gone: string;
  /** Earlier states of documents replaced or removed, with the time and batch that ended them. */
  readonly history: string;
  /** Fields of the definition in order, then system fields; leaves, nested and objects, by dotted path. */
  readonly fields: ReadonlyMap<string, FieldColumn>;
  /** Fields of the definition that own columns (no objects; members of nested stay inside it). */
  readonly own: readonly FieldColumn[];
  readonly system: readonly FieldColumn[];
  /** Number given to each path; kept for good so that a later version of the definition finds its columns. */
  readonly numbers: Readonly<Record<string, number>>;
  readonly state: IndexState;
  /** Up to which document ids were known before the snapshot a search reads; absent where that is not certain. */
  readonly knownIds?: number;
  /** Documents are found and counted, and not shown. */
  readonly isWithheld?: true;
  /** Documents are shown as they were sent, whatever the mapping says. */
  readonly isWhole?: true;
}

/** DuckDB type of one value. float and half_float are DOUBLE: a column must give back the number that was written. */
export const SQL_TYPE: Readonly<
  Record<Exclude<FieldType, 'object' | 'nested' | 'geo_point' | 'completion' | RangeType>, string>
> = {
  byte: 'TINYINT',
  short: 'SMALLINT',
  integer: 'INTEGER',
  long: 'BIGINT',
  unsigned_long: 'UBIGINT',
  half_float: 'DOUBLE',
  float: 'DOUBLE',
  double: 'DOUBLE',
  text: 'VARCHAR',
  keyword: 'VARCHAR',
  date: 'BIGINT',
  boolean: 'BOOLEAN',
  binary: 'VARCHAR',
  geo_shape: 'VARCHAR',
  flat_object: 'VARCHAR',
};

interface Numbering {
  readonly index: number;
  readonly numbers: Record<string, number>;
  /** Words of texts are found. */
  readonly isSearched: boolean;
  /** Decimals keep all digits they were given, as a template's do; those of documents have the bits of their type. */
  readonly isExact: boolean;
}

const numberOf = (numbering: Numbering, path: string): number => {
  const known = Object.hasOwn(numbering.numbers, path) ? numbering.numbers[path] : undefined;
  if (known !== undefined) return known;
  const next = Object.values(numbering.numbers).reduce((highest, n) => Math.max(highest, n + 1), 0);
  // defineProperty, since assigning to "__proto__" would set the prototype instead of a member
  Object.defineProperty(numbering.numbers, path, { value: next, enumerable: true, configurable: true, writable: true });
  return next;
};

const columnsOf = (field: FieldDefinition, base: string): readonly string[] => {
  if (field.type === 'object') return [];
  if (isRangeType(field.type)) return [`${base}_gte`, `${base}_lte`];
  if (field.type === 'completion') return [`${base}_key`, `${base}_entry`];
  if (field.nanos === true) return [base, `${base}_nanos`];
  return field.type === 'geo_point' ? [`${base}_lat`, `${base}_lon`] : [base];
};

const isShort = (type: FieldType): boolean => type === 'float' || type === 'half_float';

function placeField(field: FieldDefinition, prefix: string, numbering: Numbering, inNested: boolean): FieldColumn[] {
  const path = prefix + field.name;
  const number = numberOf(numbering, path);
  const children = (field.fields ?? []).flatMap((child) =>
    placeField(child, `${path}.`, numbering, inNested || field.type === 'nested'),
  );
  const column: FieldColumn = {
    path,
    type: numbering.isExact && isShort(field.type) ? 'double' : field.type,
    list: field.list === true,
    columns: columnsOf(field, `f${number}`),
    field,
    postings: field.type === 'text' && !inNested && numbering.isSearched ? `i${numbering.index}_t${number}` : null,
    members: field.type === 'nested' ? children : [],
  };
  return [column, ...children];
}

const placeSystem = (field: FieldDefinition): FieldColumn => ({
  path: field.name,
  type: field.type,
  list: field.list === true,
  columns: columnsOf(field, field.name),
  field,
  postings: null,
  members: [],
});

/** Lays an index out; `numbers` of an earlier version keep their columns, new paths get the next number. */
export function layoutIndex(
  id: number,
  definition: IndexDefinition,
  numbers: Readonly<Record<string, number>> = {},
  state = new IndexState(),
): IndexLayout {
  const numbering: Numbering = {
    index: id,
    numbers: { ...numbers },
    isSearched: definition.transit === undefined,
    isExact: definition.source === 'columns',
  };
  const placed = definition.fields.flatMap((field) => placeField(field, '', numbering, false));
  const system = (definition.source === 'stored' ? STORED_FIELDS : SYSTEM_FIELDS).map(placeSystem);
  const inNested = new Set(placed.flatMap((column) => column.members));
  return {
    id,
    name: definition.name,
    definition,
    docs: `i${id}`,
    gone: `i${id}_gone`,
    history: `i${id}_history`,
    fields: withAliases(definition, new Map([...placed, ...system].map((column) => [column.path, column]))),
    own: placed.filter((column) => column.columns.length > 0 && !inNested.has(column)),
    system,
    numbers: numbering.numbers,
    state,
  };
}

/** The layout as it is for those who may not see some fields (dotted paths): these and what stands in them are not there. */
export function withoutFields(layout: IndexLayout, hidden: readonly string[]): IndexLayout {
  if (hidden.length === 0) return layout;
  const seen = (fields: readonly FieldDefinition[], above: string): readonly FieldDefinition[] =>
    fields
      .filter(({ name }) => !hidden.includes(above + name))
      .map((field) => (field.fields ? { ...field, fields: seen(field.fields, `${above}${field.name}.`) } : field));
  const definition = { ...layout.definition, fields: seen(layout.definition.fields, '') };
  return layoutIndex(layout.id, definition, layout.numbers, layout.state);
}

/** A field's other names lead to its columns. */
function withAliases(definition: IndexDefinition, fields: Map<string, FieldColumn>): ReadonlyMap<string, FieldColumn> {
  for (const { name, path } of definition.aliases ?? []) {
    const column = fields.get(path);
    if (column) fields.set(name, column);
  }
  return fields;
}

/** `name TYPE` of every column a field owns. */
export function columnTypes(column: FieldColumn): readonly (readonly [name: string, type: string])[] {
  const many = column.list ? '[]' : '';
  const { type } = column;
  if (type === 'object') return [];
  if (type === 'geo_point') return column.columns.map((name) => [name, `DOUBLE${many}`] as const);
  if (type === 'completion') return column.columns.map((name) => [name, `VARCHAR${many}`] as const);
  if (isRangeType(type)) return column.columns.map((name) => [name, RANGE_SQL[type] + many] as const);
  const [name = ''] = column.columns;
  if (type !== 'nested') return column.columns.map((each) => [each, `${SQL_TYPE[type]}${many}`] as const);
  const inner = new Set(column.members.flatMap((member) => member.members));
  const members = column.members.filter((member) => !inner.has(member)).flatMap(columnTypes);
  return [[name, `STRUCT(${members.map(([key, type]) => `${key} ${type}`).join(', ')})[]`]];
}
