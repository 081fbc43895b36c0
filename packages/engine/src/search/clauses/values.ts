import type { Scalar } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { BIGINT, DOUBLE, type DuckDBValue, HUGEINT, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { anyInList, listHolds } from '../any-in-list.ts';
import { columnOf, type FieldSource, isNumber, isWhole } from '../index-fields.ts';
import { bigint, bind, bool, double, FALSE, joined, or, type Sql, sql, text } from '../sql.ts';
import { asKept } from './analysis.ts';

/** What whole numbers hold, signed or not. */
const WHOLE = { min: -(2n ** 63n), max: 2n ** 64n - 1n };

/** Kept in 32 bits: 0.1 is the 0.1 of these, not of 64. */
const isSingle = ({ type }: FieldSource): boolean => type === 'float' || type === 'half_float';

/** Number of a query value for a number field; a text that is none is refused in OpenSearch's manner. */
export function numberOf(source: FieldSource, value: Scalar): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && !Number.isNaN(number)) return isSingle(source) ? Math.fround(number) : number;
  throw malformed(
    `"${value}" is not a number, as field [${source.path}] of type [${source.type}] needs`,
    'Give a number.',
    { type: 'number_format_exception', reason: `For input string: "${value}"` },
  );
}

export function booleanOf(source: FieldSource, value: Scalar): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw malformed(
    `Can't parse boolean value [${value}], expected [true] or [false], for field [${source.path}]`,
    'Give true or false.',
  );
}

/** A whole number that fits a long exactly, else null: no document holds it. */
export function wholeOf(value: number, given: Scalar): bigint | null {
  if (typeof given === 'string' && /^[+-]?\d+$/.test(given.trim())) return inWhole(BigInt(given.trim()));
  return Number.isInteger(value) ? inWhole(BigInt(value)) : null;
}

const inWhole = (value: bigint): bigint | null => (value < WHOLE.min || value > WHOLE.max ? null : value);

/** A number as the field keeps one: in 16 bits 0.1 is 0.0999755859375. Ranges compare those with numbers as they are given, as OpenSearch does. */
const kept = ({ type }: FieldSource, number: number): number =>
  type === 'half_float' ? Math.f16round(number) : number;

/** The parameter an exact value becomes, null when the field cannot hold it. Text and date fields are asked elsewhere. */
function parameterOf(source: FieldSource, value: Scalar): Sql | null {
  if (isWhole(source.type)) {
    const found = wholeOf(numberOf(source, value), value);
    return found === null ? null : bigint(found);
  }
  if (isNumber(source.type)) return double(kept(source, numberOf(source, value)));
  if (source.type === 'boolean') return bool(booleanOf(source, value));
  return text(asKept(source, String(value)));
}

/** The field holds exactly one of these values. */
export function exactTest(source: FieldSource, values: readonly Scalar[]): Sql {
  const column = columnOf(source);
  const parameters = values.flatMap((value) => parameterOf(source, value) ?? []);
  const [only] = parameters;
  if (only === undefined) return FALSE;
  if (source.list)
    return or(parameters.length > MANY ? [hasAny(column, parameters)] : parameters.map((p) => listHolds(column, p)));
  if (parameters.length === 1) return sql`${column} = ${only}`;
  if (parameters.length > MANY) return sql`${column} IN (SELECT unnest(${listOf(parameters)}))`;
  return sql`${column} IN (${joined(parameters, ', ')})`;
}

/** Above this many values a list in one parameter is cheaper than a parameter each. */
const MANY = 64;

function listOf(parameters: readonly Sql[]): Sql {
  const values: DuckDBValue[] = parameters.flatMap((parameter) => parameter.values.map((bound) => bound.value));
  const types = parameters.flatMap((parameter) => parameter.values.map((bound) => bound.type));
  // numbers beyond 2^63 widen the list for all of them
  const type = types.find((each) => each === HUGEINT) ?? types[0];
  return bind(listValue(values), LIST(type ?? VARCHAR));
}

const hasAny = (column: Sql, parameters: readonly Sql[]): Sql => sql`list_has_any(${column}, ${listOf(parameters)})`;

/** Strings as one list parameter. */
export const textList = (values: readonly string[]): Sql => bind(listValue([...values]), LIST(VARCHAR));
export const longList = (values: readonly bigint[]): Sql => bind(listValue([...values]), LIST(BIGINT));
export const doubleList = (values: readonly number[]): Sql => bind(listValue([...values]), LIST(DOUBLE));

/** `made(value)` holds for the value, or for any value of a list. */
export function anyValue(source: FieldSource, made: (value: Sql) => Sql): Sql {
  const column = columnOf(source);
  return source.list ? anyInList(column, made) : made(column);
}

/** Like `anyValue` for values of two columns: points, ranges. */
export function anyPair(source: FieldSource, made: (first: Sql, second: Sql) => Sql): Sql {
  const [first, second] = source.columns;
  if (first === undefined || second === undefined) throw new Error(`Field ${source.path} has no two columns`);
  if (!source.list) return made(first, second);
  return sql`len(list_filter(list_zip(${first}, ${second}), lambda p: ${made(sql`p[1]`, sql`p[2]`)})) > 0`;
}

export const anyPoint = anyPair;
