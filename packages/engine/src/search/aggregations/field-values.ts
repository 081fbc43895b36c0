import { readDate, type Scalar, UTC, type ValueType, type Zone } from '@datasarana/query';
import { addressKey, addressKeyOf } from '../address-order.ts';
import { booleanOf, numberOf, wholeOf } from '../clauses/values.ts';
import { compareTexts } from '../compare-values.ts';
import {
  columnOf,
  type FieldSource,
  fieldElsewhere,
  fieldOf,
  isNumber,
  isWhole,
  refuseFormat,
  unfit,
  unfitForOrder,
} from '../index-fields.ts';
import { mappedField } from '../mapped-field.ts';
import type { IndexPart } from '../part.ts';
import { bigint, bool, double, type Sql, sql, text } from '../sql.ts';
import type { Expression } from './plan.ts';

/** What the values of a field are to an aggregation. */
export type ValueKind = 'whole' | 'decimal' | 'date' | 'boolean' | 'text';

/** Values of a field over all indexes of a search. */
export interface FieldValues {
  readonly field: string;
  readonly kind: ValueKind;
  /** Every row has a list of values (possibly none). */
  readonly list: boolean;
  readonly values: Expression;
  /** Whole numbers of at most 32 bits. */
  readonly narrow: boolean;
  /** Some index has the field, or a stand-in says what its values would be. */
  readonly isMapped: boolean;
  /** The format asked for, else that of a date field. */
  readonly format?: string | undefined;
  /** Whole numbers of some index have no sign. */
  readonly isUnsigned?: boolean;
  /** Texts are addresses. */
  readonly isAddress: boolean;
  /** What the values are told as, where they are dates or booleans in some index and numbers here. */
  readonly toldAs?: ToldAs;
}

/** How the index tells values that is the first by its name. */
export interface ToldAs {
  readonly kind: ValueKind;
  readonly format?: string | undefined;
}

/** What keys are ordered by that are addresses: their numbers. */
export const keyOrder = (values: readonly FieldValues[]) =>
  values.some(({ isAddress }) => isAddress) && {
    orderKey: (key: Sql, at = 0): Sql => (values[at]?.isAddress ? addressKey(key) : key),
  };

export interface FieldUse {
  readonly field: string;
  readonly missing?: Scalar | undefined;
  /** Named in refusals: `aggregation [avg]`. */
  readonly use: string;
  readonly kinds: readonly ValueKind[];
  readonly now: number;
  readonly zone?: Zone;
  readonly format?: string | undefined;
  readonly valueType?: ValueType | undefined;
}

const ALL_KINDS: readonly ValueKind[] = ['whole', 'decimal', 'date', 'boolean', 'text'];
export const NUMERIC: readonly ValueKind[] = ['whole', 'decimal', 'date', 'boolean'];
export const ANY_KIND = ALL_KINDS;

/** What the values of one index are; null when they cannot be told apart one by one. */
export function kindOf(source: FieldSource): ValueKind | null {
  if (isWhole(source.type)) return 'whole';
  if (isNumber(source.type)) return 'decimal';
  if (source.type === 'date') return 'date';
  if (source.type === 'boolean') return 'boolean';
  const isLeaf = source.type === 'flat_object' && source.field === null;
  return source.type === 'keyword' || isLeaf ? 'text' : null;
}

const remedy = (source: FieldSource): string =>
  source.type === 'text' ? 'Texts are cut into words; use a keyword field instead.' : 'Use a field of another type.';

/** Values of a field that must be one of the kinds; a field no index has gives none. */
export function fieldValues(parts: readonly IndexPart[], given: FieldUse): FieldValues {
  const sources = parts.map((part) => fieldOf(part.layout, given.field));
  const own = sources.find((source) => source?.type === 'date')?.field?.field.format;
  const use: FieldUse = { ...given, format: given.format ?? own };
  const kinds = sources.flatMap((source, i) => {
    const layout = parts[i]?.layout;
    // a field of objects that are looked at elsewhere has no values here, but a type
    const known = source ?? (layout === undefined ? null : fieldElsewhere(layout, given.field));
    if (known === null || known.type === 'object' || known.type === 'nested') return [];
    const kind = kindOf(known);
    if (kind === null || !use.kinds.includes(kind)) throw unfitForOrder(known, use.use, remedy(known));
    if (given.format !== undefined && layout !== undefined) refuseFormat(known, layout);
    return [kind];
  });
  const kind = withStandIn(commonKind(kindsWithin(parts, kinds, sources)) ?? unmappedKind(use), use);
  const list = sources.some((source) => source?.list === true);
  const values = sources.map((source, i) => valueIn(isEmpty(parts[i]) ? null : source, kind, list, use));
  const narrow = use.missing === undefined && sources.every((source) => source === null || NARROW.has(source.type));
  const isMapped = kinds.length > 0 || use.missing !== undefined;
  const types = parts.flatMap((part) => mappedField(part.layout, use.field)?.type ?? []);
  const isAddress = kind === 'text' && types.length > 0 && types.every((type) => type === 'ip');
  if (isAddress && use.missing !== undefined) addressKeyOf(String(use.missing));
  const isUnsigned = sources.some((source) => source?.type === 'unsigned_long');
  const { field, format } = use;
  return {
    ...{ field, kind, list, values, narrow: narrow && kind === 'whole', isMapped, format, isUnsigned, isAddress },
    ...toldAsIn(parts, sources, kind),
  };
}

/** Dates and booleans of one index beside numbers of another are numbers, and all are told as the first index tells its own. */
function toldAsIn(
  parts: readonly IndexPart[],
  sources: readonly (FieldSource | null)[],
  kind: ValueKind,
): { readonly toldAs?: ToldAs } {
  if (kind !== 'decimal') return {};
  const known = sources.flatMap((source, i) => {
    const own = source === null ? null : kindOf(source);
    return own === null ? [] : [{ name: parts[i]?.layout.name ?? '', kind: own, format: source?.field?.field.format }];
  });
  if (!known.some((each) => each.kind === 'date' || each.kind === 'boolean')) return {};
  const [first] = known.toSorted((one, other) => compareTexts(one.name, other.name));
  return first === undefined ? {} : { toldAs: first };
}

/** An index that never held a document says nothing about the values. */
const isEmpty = (part: IndexPart | undefined): boolean => part?.postings.capacity === 0;

function kindsWithin(
  parts: readonly IndexPart[],
  kinds: readonly ValueKind[],
  sources: readonly (FieldSource | null)[],
): readonly ValueKind[] {
  const filled = sources.flatMap((source, i) => (source === null || isEmpty(parts[i]) ? [] : (kindOf(source) ?? [])));
  return filled.length === 0 ? kinds : filled;
}

const NARROW: ReadonlySet<string> = new Set(['byte', 'short', 'integer']);

function commonKind(kinds: readonly ValueKind[]): ValueKind | null {
  const [first] = kinds;
  if (first === undefined || kinds.every((kind) => kind === first)) return first ?? null;
  return kinds.includes('text') ? 'text' : 'decimal';
}

const KIND_OF_TYPE: Readonly<Record<ValueType, ValueKind>> = {
  string: 'text',
  ip: 'text',
  long: 'whole',
  unsigned_long: 'whole',
  integer: 'whole',
  short: 'whole',
  byte: 'whole',
  double: 'decimal',
  float: 'decimal',
  numeric: 'decimal',
  number: 'decimal',
  date: 'date',
  boolean: 'boolean',
};

/** Only the caller or the stand-in value says what a field nobody has would hold. */
function unmappedKind({ missing, kinds, valueType }: FieldUse): ValueKind {
  const said = valueType === undefined ? undefined : KIND_OF_TYPE[valueType];
  if (said !== undefined && kinds.includes(said)) return said;
  if (missing !== undefined && kinds.includes('text')) return 'text';
  if (typeof missing === 'boolean' && kinds.includes('boolean')) return 'boolean';
  return kinds[0] === 'date' ? 'date' : kinds.includes('decimal') ? 'decimal' : 'text';
}

/** Whole numbers are decimal ones with one that is none beside them. */
function withStandIn(kind: ValueKind, { missing }: FieldUse): ValueKind {
  if (kind !== 'whole' || missing === undefined || typeof missing === 'boolean') return kind;
  return Number(missing) % 1 === 0 ? kind : 'decimal';
}

const TYPES: Readonly<Record<ValueKind, Sql>> = {
  whole: sql`BIGINT`,
  decimal: sql`DOUBLE`,
  date: sql`BIGINT`,
  boolean: sql`BOOLEAN`,
  text: sql`VARCHAR`,
};

function valueIn(source: FieldSource | null, kind: ValueKind, list: boolean, use: FieldUse): Sql {
  const stored = source === null || source.columns.length === 0 || source.type === 'nested' ? null : source;
  const type = TYPES[kind];
  const own = stored === null ? null : columnOf(stored);
  const isList = stored?.list === true;
  const typed = own === null ? sql`NULL::${type}` : asKind(own, stored, kind);
  if (use.missing === undefined) {
    if (!list || isList) return list && own === null ? sql`NULL::${type}[]` : typed;
    return sql`CASE WHEN ${typed} IS NOT NULL THEN [${typed}] END`;
  }
  const standIn = standInFor(source, kind, use, use.missing);
  if (!list) return sql`coalesce(${typed}, ${standIn})`;
  if (isList) return sql`CASE WHEN len(${typed}) > 0 THEN ${typed} ELSE [${standIn}::${type}] END`;
  return sql`[coalesce(${typed}, ${standIn})::${type}]`;
}

function asKind(own: Sql, stored: FieldSource | null, kind: ValueKind): Sql {
  if (kind === 'text' && stored?.type !== 'keyword')
    return stored?.list ? sql`${own}::VARCHAR[]` : sql`${own}::VARCHAR`;
  if (kind !== 'decimal' || stored?.type !== 'boolean') return own;
  return stored.list ? sql`${own}::DOUBLE[]` : sql`${own}::DOUBLE`;
}

function standInFor(source: FieldSource | null, kind: ValueKind, use: FieldUse, missing: Scalar): Sql {
  const named: FieldSource = source ?? {
    path: use.field,
    type: 'double',
    list: false,
    columns: [],
    postings: null,
    field: null,
  };
  switch (kind) {
    case 'text':
      return text(String(missing));
    case 'boolean':
      return bool(booleanOf(named, missing));
    case 'date':
      return bigint(momentOf(missing, use));
    case 'whole':
      return bigint(storedWhole(named, missing));
    case 'decimal':
      // it keeps its digits, also where those of the values are fewer
      numberOf(named, missing);
      return double(Number(missing));
  }
}

const SIGNED = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
const UNSIGNED = { least: 0n, most: 2n ** 64n - 1n };

/** The whole number a field would hold, at most the last it can. */
function storedWhole(source: FieldSource, missing: Scalar): bigint {
  const number = numberOf(source, missing);
  const found = wholeOf(number, missing) ?? BigInt(number);
  const { least, most } = source.type === 'unsigned_long' ? UNSIGNED : SIGNED;
  return found < least ? least : found > most ? most : found;
}

/** Booleans as 1 and 0, other values as they are. */
export function asNumbers({ kind, list, values }: FieldValues): Expression {
  if (kind !== 'boolean') return values;
  return values.map((value) => (list ? sql`(${value})::INTEGER[]` : sql`(${value})::INTEGER`));
}

/** Latitude and longitude of a point field in each index. */
export interface PointValues {
  readonly list: boolean;
  readonly lat: Expression;
  readonly lon: Expression;
}

export function pointValues(parts: readonly IndexPart[], field: string, use: string): PointValues {
  const sources = parts.map((part) => {
    const source = fieldOf(part.layout, field);
    if (source !== null && source.type !== 'geo_point' && source.type !== 'object' && source.type !== 'nested') {
      throw unfit(source, use, 'Use a field of type geo_point.');
    }
    return source?.type === 'geo_point' ? source : null;
  });
  const list = sources.some((source) => source?.list === true);
  const side = (at: 0 | 1): Expression =>
    sources.map((source) => {
      const column = source?.columns[at];
      if (column === undefined) return list ? sql`NULL::DOUBLE[]` : sql`NULL::DOUBLE`;
      if (!list || source?.list) return column;
      return sql`CASE WHEN ${column} IS NOT NULL THEN [${column}] END`;
    });
  return { list, lat: side(0), lon: side(1) };
}

/** Epoch milliseconds of a date a caller names. */
export function momentOf(given: Scalar, use: Pick<FieldUse, 'field' | 'format' | 'zone' | 'now'>): number {
  const bound = typeof given === 'boolean' ? String(given) : given;
  return readDate(bound, use.field, { format: use.format, zone: use.zone ?? UTC, now: use.now, roundUp: false });
}
