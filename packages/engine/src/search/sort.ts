import type { FieldSort, NestedSort, Scalar, Sort, SortMode } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { addressKey, addressKeyOf } from './address-order.ts';
import { asLong } from './as-long.ts';
import { isIp } from './clauses/ip.ts';
import { distanceKey } from './geo-distance-sort.ts';
import {
  columnOf,
  type FieldSource,
  fieldOf,
  hasNanos,
  isNumber,
  isWhole,
  momentsOf,
  unfitForOrder,
  unmapped,
} from './index-fields.ts';
import { hasFieldData } from './mapped-field.ts';
import { memberOf, nestedValue } from './nested-sort.ts';
import type { IndexPart } from './part.ts';
import type { SortKey } from './sort-key.ts';
import { noNumber, parameterFor, same, shownAddress, shownFor } from './sort-values.ts';
import { bigint, double, type Sql, sql, text } from './sql.ts';
import { tellWords, toldWords } from './text/turned-words.ts';
import { refuseUnmappedType } from './unmapped-order.ts';

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

const long = (given: Scalar): Sql => bigint(asLong(numberAt(given)));
const real = (given: Scalar): Sql => double(numberAt(given));

function numberAt(given: Scalar): number {
  const number = Number(given);
  if (typeof given !== 'boolean' && given !== '' && !Number.isNaN(number)) return number;
  throw noNumber(given, 'Give the number that the last hit has in [sort].');
}

function fieldKey(sort: FieldSort, layout: IndexLayout, now: number): SortKey {
  const descending = sort.order === 'desc';
  const named = sort.nested === undefined ? fieldOf(layout, sort.field) : memberOf(layout, sort.field);
  const own = named && sort.nested === undefined && hasFieldData(layout, sort.field) ? byWords(named, sort) : named;
  if (own === null) return keyWithoutValues(sort, layout);
  const isAddress = isIp(own, layout);
  const fixed = sort.missing === '_last' || sort.missing === '_first';
  const source = isAddress
    ? byAddress(own)
    : own.type === 'boolean' && (!fixed || sort.numericType !== undefined)
      ? asWhole(own)
      : isByMillis(sort)
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

const INT = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const isWholeType = (type: FieldSort['numericType']): boolean => type === 'long' || type === 'date';
const isLong = (type: FieldSource['type']): boolean => type === 'long' || type === 'unsigned_long';

/**
 * What stands in for a missing whole number is a whole one too: the part before the point. Digits in place of a date are the
 * number it is ordered by.
 */
function standIn({ missing, numericType }: FieldSort, { type, path }: FieldSource): Scalar {
  if (type === 'date' && typeof missing === 'string' && /^[-+]?\d{1,15}$/.test(missing)) return Number(missing);
  const isByWhole = isWhole(type) ? numericType !== 'double' : isNumber(type) && isWholeType(numericType);
  if (!isByWhole) return missing;
  if (
    type === 'unsigned_long' &&
    typeof missing === 'number' &&
    !(Number.isInteger(missing) && missing >= 0 && missing <= 2 ** 64)
  )
    throw malformed(
      `${missing} is not an integer value`,
      `Field [${path}] is sorted by whole numbers without a sign: give one as [missing].`,
    );
  if (typeof missing === 'number')
    return String(
      asLong(isLong(type) || numericType !== undefined ? missing : Math.max(INT.min, Math.min(INT.max, missing))),
    );
  if (typeof missing === 'string' && /^[-+]?\d{1,20}$/.test(missing)) return missing;
  throw noNumber(missing, `Field [${path}] is sorted by whole numbers: give one as [missing].`);
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

/** Makes what an order by the words of a text reads, which has to be there before its keys are used. */
export async function prepareOrder(
  sorts: readonly Sort[],
  parts: readonly Pick<IndexPart, 'layout'>[],
  connection: DuckDBConnection,
): Promise<void> {
  for (const sort of sorts) {
    if (sort.kind !== 'field' || sort.nested !== undefined) continue;
    for (const { layout } of parts) {
      const postings = hasFieldData(layout, sort.field) ? fieldOf(layout, sort.field)?.postings : null;
      if (postings) await tellWords(connection, postings);
    }
  }
}

/** A text is ordered by the first or the last of its words, as a keyword of several values is; `prepareOrder` tells them. */
function byWords(source: FieldSource, { order, mode }: FieldSort): FieldSource {
  const end = (mode ?? (order === 'desc' ? 'max' : 'min')) === 'max' ? sql`max` : sql`min`;
  const words = toldWords(source.postings ?? '');
  const word = sql`(SELECT ${end}(words.term) FROM ${words} AS words WHERE words.doc = _doc)`;
  return { ...source, type: 'keyword', list: false, columns: [word] };
}

/** Whether dates are ordered by their milliseconds, even those that are known to the nanosecond. */
const isByMillis = ({ numericType }: FieldSort): boolean => numericType === 'date' || numericType === 'double';

/** The value as the type it is to be sorted by; a date that nanoseconds do not reach counts as missing. */
function asNumericType(value: Sql, source: FieldSource, { numericType }: FieldSort): Sql {
  if (numericType === undefined) return value;
  if (source.type !== 'date' && !isNumber(source.type)) {
    throw malformed(
      `[numeric_type] option cannot be set on a non-numeric field, got ${source.type} for [${source.path}]`,
      'Leave numeric_type out.',
    );
  }
  if (numericType === 'double') return sql`(${value})::DOUBLE`;
  if (numericType !== 'date_nanos') {
    return source.type === 'date' || isWhole(source.type) ? value : truncated(value);
  }
  if (source.type !== 'date') {
    throw malformed(
      `[numeric_type] date_nanos is for dates, field [${source.path}] is of type [${source.type}]`,
      'Leave numeric_type out.',
    );
  }
  return hasNanos(source) ? value : sql`CASE WHEN ${value} BETWEEN 0 AND 9223372036854 THEN ${value} * 1000000 END`;
}

/** A number without what stands behind its point; beyond 64 bits their end. */
const truncated = (value: Sql): Sql =>
  sql`coalesce(try_cast(trunc(${value}) AS BIGINT), CASE WHEN ${value} > 0 THEN 9223372036854775807 WHEN ${value} < 0 THEN -9223372036854775808 END)`;

/** A field of no index of this name; from the outside one of nested objects has no values either. */
function keyWithoutValues(sort: FieldSort, layout: IndexLayout): SortKey {
  if (!layout.fields.has(sort.field)) {
    if (sort.unmappedType === undefined) throw unmapped(sort.field);
    refuseUnmappedType(sort.unmappedType);
  }
  const isText = (layout.fields.get(sort.field)?.type ?? sort.unmappedType) === 'keyword';
  if (isText) refuseCounted(sort.mode);
  const given = (value: Scalar) => (isText ? text(String(value)) : double(Number(value)));
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
  const none = source.type === 'keyword' ? sql`NULL::VARCHAR` : sql`NULL::DOUBLE`;
  const { path, list } = source;
  return nestedValue({ path, column: columnOf(source), list, joined, none }, nested, layout, now);
}

const isCounted = (mode: SortMode | undefined): boolean => mode === 'sum' || mode === 'avg' || mode === 'median';

function refuseCounted(mode: SortMode | undefined): void {
  if (!isCounted(mode)) return;
  throw malformed('we only support AVG, MEDIAN and SUM on number based fields', 'Use min or max.', {
    type: 'query_shard_exception',
  });
}

function modeOf(source: FieldSource, sort: FieldSort): SortMode {
  const sortable =
    isNumber(source.type) || source.type === 'date' || source.type === 'boolean' || source.type === 'keyword';
  if (!sortable) {
    const remedy =
      source.type === 'text' ? 'Sort by a keyword, number or date field instead.' : 'Sort by another field.';
    throw unfitForOrder(source, 'sorting', remedy);
  }
  const mode = sort.mode ?? (sort.order === 'desc' ? 'max' : 'min');
  if (source.type === 'keyword') refuseCounted(mode);
  if (
    isCounted(mode) &&
    (source.list || sort.nested !== undefined) &&
    !isNumber(source.type) &&
    source.type !== 'date'
  ) {
    throw malformed(`Sort mode [${mode}] needs a number or date, field [${source.path}] is of type [${source.type}]`);
  }
  return mode;
}
