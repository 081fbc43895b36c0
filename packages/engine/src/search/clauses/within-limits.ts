import { type Bound, millisOf, zoneOf } from '@datasarana/query';
import { type FieldSource, hasNanos, isNumber, isWhole, momentsOf, unfit } from '../index-fields.ts';
import { and, bigint, bool, double, FALSE, type Sql, sql, text } from '../sql.ts';
import { asKept } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import type { Limits } from './limits.ts';
import { momentFor } from './moment.ts';
import { anyValue, booleanOf, numberOf } from './values.ts';

/** A value of the field lies between the limits; without limits: there is a value. */
export function rangeTest(source: FieldSource, limits: Limits, context: Pick<ClauseContext, 'now'>): Sql {
  const made = testFor(source, limits, context);
  return made === null ? FALSE : anyValue(momentsOf(source), made);
}

type Made = (value: Sql) => Sql;

function testFor(source: FieldSource, limits: Limits, context: Pick<ClauseContext, 'now'>): Made | null {
  if (source.type === 'date') return dateLimits(source, limits, context.now);
  if (isWhole(source.type)) return wholeLimits(source, limits);
  if (isNumber(source.type)) return within(limits, (bound) => double(numberOf(source, bound)));
  // false comes before true
  if (source.type === 'boolean') return within(limits, (bound) => bool(booleanOf(source, bound)));
  if (source.type === 'keyword') return within(limits, (bound) => text(asKept(source, String(bound))));
  throw unfit(source, 'range queries', 'Use a number, date or keyword field.');
}

/** A value within the limits; `parameter` writes a limit as the type of the value. */
function within(limits: Limits, parameter: (bound: Bound) => Sql): Made {
  return (value) => and([sql`${value} IS NOT NULL`, ...comparisons(value, limits, parameter)]);
}

/** The comparisons of a value with its limits; `parameter` writes a limit as the type of the value. */
export function comparisons(
  value: Sql,
  { gt, gte, lt, lte }: Limits,
  parameter: (bound: Bound) => Sql,
): readonly Sql[] {
  return [
    ...(gt === undefined ? [] : [sql`${value} > ${parameter(gt)}`]),
    ...(gte === undefined ? [] : [sql`${value} >= ${parameter(gte)}`]),
    ...(lt === undefined ? [] : [sql`${value} < ${parameter(lt)}`]),
    ...(lte === undefined ? [] : [sql`${value} <= ${parameter(lte)}`]),
  ];
}

const LONG_MIN = -(2n ** 63n);
/** Unsigned numbers go further than signed ones. */
const LONG_MAX = 2n ** 64n - 1n;

/** A limit as a whole number that nothing in between is lost to: exact for longs beyond 2^53 given as text. */
export function wholeLimit(source: FieldSource, bound: Bound, side: 'low' | 'high', open: boolean): bigint {
  const step = open ? (side === 'low' ? 1n : -1n) : 0n;
  if (typeof bound === 'string' && /^[+-]?\d+$/.test(bound.trim())) return BigInt(bound.trim()) + step;
  const number = numberOf(source, bound);
  if (!Number.isFinite(number)) return number > 0 ? LONG_MAX + 1n : LONG_MIN - 1n;
  if (Number.isInteger(number)) return BigInt(number) + step;
  return BigInt(side === 'low' ? Math.ceil(number) : Math.floor(number));
}

export function wholeLimits(source: FieldSource, { gt, gte, lt, lte }: Limits): Made | null {
  const lows = [
    ...(gt === undefined ? [] : [wholeLimit(source, gt, 'low', true)]),
    ...(gte === undefined ? [] : [wholeLimit(source, gte, 'low', false)]),
  ];
  const highs = [
    ...(lt === undefined ? [] : [wholeLimit(source, lt, 'high', true)]),
    ...(lte === undefined ? [] : [wholeLimit(source, lte, 'high', false)]),
  ];
  return between(lows, highs);
}

/** Null when nothing can lie between. */
function between(lows: readonly bigint[], highs: readonly bigint[]): Made | null {
  if (lows.some((low) => low > LONG_MAX) || highs.some((high) => high < LONG_MIN)) return null;
  return (value) => {
    const tests = [
      ...lows.filter((low) => low >= LONG_MIN).map((low) => sql`${value} >= ${bigint(low)}`),
      ...highs.filter((high) => high <= LONG_MAX).map((high) => sql`${value} <= ${bigint(high)}`),
    ];
    return and(tests.length === 0 ? [sql`${value} IS NOT NULL`] : tests);
  };
}

function dateLimits(source: FieldSource, limits: Limits, now: number): Made | null {
  const zone = zoneOf(limits.timeZone);
  const format = limits.format ?? source.field?.field.format;
  const read = (bound: Bound, roundUp: boolean) => {
    const nanos = momentFor(source, bound, { format, zone, now, roundUp });
    return hasNanos(source) ? nanos : millisOf(nanos);
  };
  const { gt, gte, lt, lte } = limits;
  return between(
    [...(gt === undefined ? [] : [read(gt, true) + 1n]), ...(gte === undefined ? [] : [read(gte, false)])],
    [...(lt === undefined ? [] : [read(lt, false) - 1n]), ...(lte === undefined ? [] : [read(lte, true)])],
  );
}
