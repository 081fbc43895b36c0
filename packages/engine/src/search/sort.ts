import {
  type DateFormat,
  dateFormat,
  type FieldSort,
  millisOf,
  type NestedSort,
  readDateNanos,
  type Scalar,
  type Sort,
  type SortMode,
  UTC,
} from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { IndexLayout } from '../index/layout.ts';
import { dateNanosText, nanosFault } from '../index/nanos.ts';
import { addressKey, addressKeyOf, addressOfKey } from './address-order.ts';
import { isIp } from './clauses/ip.ts';
import { booleanOf, numberOf } from './clauses/values.ts';
import { distanceKey } from './geo-distance-sort.ts';
import {
  columnOf,
  type FieldSource,
  fieldOf,
  hasNanos,
  isNumber,
  isWhole,
  momentsOf,
  unfit,
  unmapped,
} from './index-fields.ts';
import { memberOf, nestedValue } from './nested-sort.ts';
import type { SortValue } from './response.ts';
import type { SortKey } from './sort-key.ts';
import { and, bigint, bool, double, or, type Sql, sql, text } from './sql.ts';
import { floatText } from './text/bm25.ts';

const same = (value: SortValue): SortValue => value;

/** The order in the terms of one index. `_score` stands for `score`, a constant. */
export function sortKeys(sorts: readonly Sort[], layout: IndexLayout, score: number, now: number): readonly SortKey[] {
  return sorts.map((sort) => {
    const descending = sort.order === 'desc';
    if (sort.kind === '_doc') {
      return { kind: '_doc', value: sql`_doc`, descending, nullsFirst: false, parameter: long, shown: same };
    }
    if (sort.kind === '_score') {
      return { kind: '_score', value: double(score), descending, nullsFirst: false, parameter: real, shown: same };
    }
    if (sort.kind === '_geo_distance') return distanceKey(sort, layout);
    return fieldKey(sort, layout, now);
  });
}

const long = (given: Scalar): Sql => bigint(Math.trunc(Number(given)));
const real = (given: Scalar): Sql => double(Number(given));

function fieldKey(sort: FieldSort, layout: IndexLayout, now: number): SortKey {
  const descending = sort.order === 'desc';
  const own = sort.nested === undefined ? fieldOf(layout, sort.field) : memberOf(layout, sort.field);
  if (own === null) return keyWithoutValues(sort, layout);
  const isAddress = isIp(own, layout);
  const fixed = sort.missing === '_last' || sort.missing === '_first';
  const source = isAddress
    ? byAddress(own)
    : own.type === 'boolean' && !fixed
      ? asWhole(own)
      : sort.numericType === 'date'
        ? own
        : momentsOf(own);
  const parameter = parameterFor(source, sort, now, isAddress);
  const found =
    sort.nested === undefined ? sortValue(source, sort) : nestedSortValue(source, sort, sort.nested, layout, now);
  const plain = asNumericType(found, source, sort);
  const value = fixed ? plain : sql`coalesce(${plain}, ${parameter(standIn(sort, source))})`;
  return {
    kind: 'field',
    value,
    descending,
    nullsFirst: sort.missing === '_first',
    parameter,
    shown: isAddress ? shownAddress : shownFor(source, sort),
    ...(isAddress && { given: (value: Scalar) => addressKeyOf(String(value)) }),
    ...((source.type === 'date' || isWhole(source.type)) && { isWhole: true }),
  };
}

/** What stands in for a missing whole number is a whole one too: the part before the point. */
function standIn({ missing, numericType }: FieldSort, { type, path }: FieldSource): Scalar {
  if (!isWhole(type) || numericType !== undefined) return missing;
  if (typeof missing === 'number') return Math.trunc(missing);
  if (typeof missing === 'string' && /^[-+]?\d+$/.test(missing)) return missing;
  throw malformed(
    `For input string: "${missing}"`,
    `Field [${path}] is sorted by whole numbers: give one as [missing].`,
  );
}

/** Booleans among which a number stands in for a missing one. */
function asWhole(source: FieldSource): FieldSource {
  const column = columnOf(source);
  const type = source.list ? sql`INTEGER[]` : sql`INTEGER`;
  return { ...source, type: 'integer', columns: [sql`(${column})::${type}`] };
}

/** Addresses are ordered by their numbers, not as the texts they are kept as. */
function byAddress(source: FieldSource): FieldSource {
  const column = columnOf(source);
  const key = source.list ? sql`list_transform(${column}, lambda x: ${addressKey(sql`x`)})` : addressKey(column);
  return { ...source, columns: [key] };
}

const shownAddress = (value: SortValue): SortValue => (typeof value === 'string' ? addressOfKey(value) : value);

/** The value as the type it is to be sorted by; a date that nanoseconds do not reach counts as missing. */
function asNumericType(value: Sql, source: FieldSource, { numericType }: FieldSort): Sql {
  if (numericType === undefined) return value;
  const isDate = numericType === 'date' || numericType === 'date_nanos';
  if (isDate ? source.type !== 'date' : !isNumber(source.type)) {
    const fields = isDate ? 'dates' : 'numbers';
    throw malformed(
      `[numeric_type] ${numericType} is for ${fields}, field [${source.path}] is of type [${source.type}]`,
      'Leave numeric_type out.',
    );
  }
  if (numericType === 'long') return sql`trunc(${value})::BIGINT`;
  if (numericType === 'double') return sql`(${value})::DOUBLE`;
  if (numericType === 'date' || hasNanos(source)) return value;
  return sql`CASE WHEN ${value} BETWEEN 0 AND 9223372036854 THEN ${value} * 1000000 END`;
}

/** A field of no index of this name; from the outside one of nested objects has no values either. */
function keyWithoutValues(sort: FieldSort, layout: IndexLayout): SortKey {
  if (sort.unmappedType === undefined && !layout.fields.has(sort.field)) {
    throw unmapped(sort.field);
  }
  const isText = sort.unmappedType === 'keyword';
  const given = (value: Scalar) => (isText ? text(String(value)) : real(value));
  const isFixed = sort.missing === '_last' || sort.missing === '_first';
  const none = isText ? sql`NULL::VARCHAR` : sql`NULL::DOUBLE`;
  return {
    kind: 'field',
    // An order by nothing but a parameter is refused.
    value: isFixed ? none : sql`coalesce(${none}, ${given(sort.missing)})`,
    descending: sort.order === 'desc',
    nullsFirst: sort.missing === '_first',
    parameter: given,
    shown: same,
  };
}

const MODES = {
  min: sql`list_min`,
  max: sql`list_max`,
  sum: sql`list_sum`,
  avg: sql`list_avg`,
  median: sql`list_median`,
};

function sortValue(source: FieldSource, sort: FieldSort): Sql {
  const mode = modeOf(source, sort);
  const column = columnOf(source);
  return source.list ? ofType(source, mode, sql`${MODES[mode]}(${column})`) : column;
}

/** The average of whole numbers is a whole one, halves upwards. */
function ofType({ type }: FieldSource, mode: SortMode, value: Sql): Sql {
  const isHalved = mode === 'avg' || mode === 'median';
  return isHalved && (type === 'date' || isWhole(type)) ? sql`floor(${value} + 0.5)::BIGINT` : value;
}

const JOINED = { min: sql`min`, max: sql`max`, sum: sql`sum`, avg: sql`avg` };

function nestedSortValue(
  source: FieldSource,
  sort: FieldSort,
  nested: NestedSort,
  layout: IndexLayout,
  now: number,
): Sql {
  const mode = modeOf(source, sort);
  if (mode === 'median')
    throw malformed('Unsupported sort mode: MEDIAN', 'Use min, max, avg or sum on nested objects.');
  const joined = (value: Sql) => ofType(source, mode, sql`${JOINED[mode]}(${value})`);
  return nestedValue({ column: columnOf(source), list: source.list, joined }, nested, layout, now);
}

function modeOf(source: FieldSource, sort: FieldSort): SortMode {
  const sortable =
    isNumber(source.type) || source.type === 'date' || source.type === 'boolean' || source.type === 'keyword';
  if (!sortable) {
    const remedy =
      source.type === 'text' ? 'Sort by a keyword, number or date field instead.' : 'Sort by another field.';
    throw unfit(source, 'sorting', remedy);
  }
  const mode = sort.mode ?? (sort.order === 'desc' ? 'max' : 'min');
  const isCounted = mode === 'sum' || mode === 'avg' || mode === 'median';
  if (isCounted && (source.list || sort.nested !== undefined) && !isNumber(source.type) && source.type !== 'date') {
    throw malformed(`Sort mode [${mode}] needs a number or date, field [${source.path}] is of type [${source.type}]`);
  }
  return mode;
}

/** Kept in 32 bits: shown in as few digits as tell it apart, and read as the same value again. */
const isSingle = ({ type }: FieldSource): boolean => type === 'float' || type === 'half_float';

function parameterFor(source: FieldSource, sort: FieldSort, now: number, isAddress: boolean): (given: Scalar) => Sql {
  if (isAddress) return (given) => text(addressKeyOf(String(given)));
  if (source.type === 'boolean') return (given) => bool(given === 1 || (given !== 0 && booleanOf(source, given)));
  if (source.type === 'date') {
    return (given) => {
      if (typeof given === 'boolean') throw malformed(`[${given}] is no date, field [${source.path}] is sorted by`);
      return bigint(momentOf(given, source, sort, now));
    };
  }
  if (isSingle(source)) return (given) => double(Math.fround(numberOf(source, given)));
  if (isNumber(source.type)) {
    return (given) =>
      typeof given === 'string' && /^-?\d+$/.test(given) ? bigint(BigInt(given)) : double(numberOf(source, given));
  }
  return (given) => text(String(given));
}

/** Dates with nanoseconds are sorted by these, so that a number is one of nanoseconds too. */
function momentOf(given: string | number, source: FieldSource, sort: FieldSort, now: number): bigint {
  const isNanos = isByNanos(source, sort);
  if (isNanos && (typeof given === 'number' || /^-?\d{14,}$/.test(given))) return BigInt(given);
  // sort values are shown as milliseconds, and come back as such whatever the format of the field
  const shown = isNanos || sort.format !== undefined ? null : wholeOf(given);
  if (shown !== null) return shown;
  const format = sort.format ?? source.field?.field.format;
  const nanos = readDateNanos(given, source.path, { format, zone: UTC, now, roundUp: false });
  if (!isNanos) return millisOf(nanos);
  const fault = nanosFault(nanos);
  if (fault !== null) throw malformed(fault, 'Give a date from 1970-01-01 to 2262-04-11.');
  return nanos;
}

/** A number, or the digits of one beyond those of JavaScript, such as the end of a long that stands for no value. */
function wholeOf(given: string | number): bigint | null {
  if (typeof given === 'number') return BigInt(Math.trunc(given));
  const whole = /^-?\d{16,19}$/.test(given) ? BigInt(given) : null;
  return whole === null || BigInt.asIntN(64, whole) !== whole ? null : whole;
}

const isByNanos = (source: FieldSource, { numericType }: FieldSort): boolean =>
  numericType === 'date_nanos' || (hasNanos(source) && numericType !== 'date');

function shownFor(source: FieldSource, sort: FieldSort): (value: SortValue) => SortValue {
  if (isSingle(source)) return (value) => (typeof value === 'number' ? floatText(value) : value);
  if (source.type !== 'date' || sort.format === undefined) return same;
  const format: DateFormat = dateFormat(sort.format);
  const isNanos = isByNanos(source, sort);
  return (value) => {
    if (typeof value !== 'number' && typeof value !== 'string') return value;
    return isNanos ? dateNanosText(BigInt(value), format.write) : format.write(BigInt(value), UTC);
  };
}

/** `ORDER BY` of the keys; ties go to the document stored first. */
export function orderBy(keys: readonly SortKey[]): Sql {
  const own = keys
    .filter((key) => key.kind !== '_score')
    .map(({ value, descending, nullsFirst }) => {
      const direction = descending ? sql`DESC` : sql`ASC`;
      return sql`${value} ${direction} ${nullsFirst ? sql`NULLS FIRST` : sql`NULLS LAST`}`;
    });
  return [...own, sql`_doc`].reduce((all, key) => sql`${all}, ${key}`);
}

/** Rows that come after the given values in the order, as parts that follow one another in it. */
export function afterSteps(keys: readonly SortKey[], values: readonly (Scalar | null)[]): readonly Sql[] {
  const steps = keys.map((key, i) => {
    const before = keys.slice(0, i).map((each, j) => isAt(each, values[j] ?? null));
    return isAfter(key, values[i] ?? null).map((after) => and([...before, after]));
  });
  return steps.toReversed().flat();
}

/** Rows that come after the given values in the order. */
export const afterValues = (keys: readonly SortKey[], values: readonly (Scalar | null)[]): Sql =>
  or(afterSteps(keys, values));

const isAt = (key: SortKey, value: Scalar | null): Sql =>
  value === null ? sql`${key.value} IS NULL` : sql`${key.value} = ${key.parameter(value)}`;

function isAfter(key: SortKey, value: Scalar | null): readonly Sql[] {
  if (value === null) return key.nullsFirst ? [sql`${key.value} IS NOT NULL`] : [];
  const compared = key.descending
    ? sql`${key.value} < ${key.parameter(value)}`
    : sql`${key.value} > ${key.parameter(value)}`;
  return key.nullsFirst ? [compared] : [compared, sql`${key.value} IS NULL`];
}

/** Compares sort values as the statement does, for what is merged outside of it. */
export function compareValues(
  a: SortValue,
  b: SortValue,
  key: Pick<SortKey, 'descending' | 'nullsFirst' | 'isWhole'>,
): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === key.nullsFirst ? -1 : 1;
  }
  const ascending = key.isWhole === true ? compareWholes(a, b) : compareOthers(a, b);
  return key.descending ? -ascending : ascending;
}

function compareOthers(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  // what is infinitely far twice has no difference
  if (a === b) return 0;
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : Number(a) - Number(b);
}

/** Whole numbers beyond 2^53 stand as text. */
function compareWholes(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  const texts = [a, b].some((each) => typeof each === 'string');
  if (!texts || ![a, b].every((each) => /^-?\d+$/.test(String(each)))) return compareOthers(a, b);
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** By code point, which is the order of UTF-8 bytes. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  for (;;) {
    const x = left.next();
    const y = right.next();
    if (x.done || y.done) return x.done ? -1 : 1;
    const difference = (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}
