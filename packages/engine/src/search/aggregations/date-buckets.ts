import {
  type CalendarUnit,
  type DateRounding,
  isMonths,
  MONDAY,
  MONTHS,
  monthStart,
  roundDate,
  type Transition,
  transitions,
  utcOf,
  type Zone,
} from '@datasarana/query';
import { type Sql, sql, whole } from '../sql.ts';
import { floorDivide } from './histogram.ts';

const DAY = 86_400_000;
const UNIT_LENGTH = { second: 1000, minute: 60_000, hour: 3_600_000, day: DAY, week: 7 * DAY } as const;

/** First and last moment in the data. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** How moments become buckets in SQL: a whole number per bucket, and the start it stands for. */
export interface DateBuckets {
  readonly number: (moment: Sql) => Sql;
  readonly startOf: (number: number) => number;
}

/** Buckets of a rounding; whole-number arithmetic, cut at the zone's clock changes inside the data. */
export function dateBuckets(rounding: DateRounding, span: Span | null): DateBuckets {
  const { interval, zone, offset } = rounding;
  const from = span === null ? 0 : span.first - offset;
  // A long bucket may begin before clocks were set, though all of its dates come after.
  const before = DAY + (interval.kind === 'fixed' ? interval.milliseconds : longestOf(interval.unit));
  const changes = span === null ? [] : transitions(zone, from - before, span.last - offset + DAY);
  const firstOffset = zone.fixed ?? zone.offsetAt(changes[0] ? changes[0].at - 1 : from);
  if (interval.kind === 'calendar' && isMonths(interval.unit)) {
    const months = MONTHS[interval.unit];
    return {
      number: (moment) => monthNumbers(localTime(shifted(moment, offset), changes, firstOffset), months),
      startOf: (number) => utcOf(zone, monthStart(number * months)) + offset,
    };
  }
  const length = interval.kind === 'fixed' ? interval.milliseconds : lengthOf(interval.unit);
  const origin = interval.kind === 'calendar' && interval.unit === 'week' ? MONDAY : 0;
  if (changes.length === 0) return evenBuckets(length, origin - firstOffset + offset);
  const segments = [{ at: Number.NEGATIVE_INFINITY, offset: firstOffset }, ...changes];
  return {
    number: (moment) => startsByChoice(shifted(moment, offset), segments, { length, origin, rounding, zone }),
    startOf: (start) => start + offset,
  };
}

/** Months begin where their calendar says, whatever clocks did before their dates. */
const longestOf = (unit: CalendarUnit): number => (isMonths(unit) ? 0 : lengthOf(unit));

const lengthOf = (unit: string): number => UNIT_LENGTH[unit as keyof typeof UNIT_LENGTH];

const shifted = (moment: Sql, offset: number): Sql => (offset === 0 ? moment : sql`(${moment} - ${whole(offset)})`);

/** From far below nearly all dates a division needs no care about signs. */
const FAR = 8_650_000_000_000_000;
const NEAR = 8_640_000_000_000_000;

/** What DuckDB knows of a column settles this without looking at rows. */
const within = (moment: Sql, near: Sql, far: Sql): Sql =>
  sql`CASE WHEN ${moment} BETWEEN ${whole(-NEAR)} AND ${whole(NEAR)} THEN ${near} ELSE ${far} END`;

function evenBuckets(length: number, origin: number): DateBuckets {
  const lift = Math.floor(FAR / length);
  const base = origin - lift * length;
  // Of single milliseconds there are more than whole numbers are exact for.
  if (!Number.isSafeInteger(base) || length === 1) {
    return {
      number: (moment) => floorDivide(sql`(${moment} - ${whole(origin)})`, length),
      startOf: (number) => number * length + origin,
    };
  }
  return {
    number: (moment) => {
      const near = sql`(${moment} - ${whole(base)}) // ${whole(length)}`;
      const far = sql`${floorDivide(sql`(${moment} - ${whole(origin)})`, length)} + ${whole(lift)}`;
      return within(moment, near, far);
    },
    startOf: (number) => (number - lift) * length + origin,
  };
}

function localTime(moment: Sql, changes: readonly Transition[], firstOffset: number): Sql {
  if (changes.length === 0 && firstOffset === 0) return moment;
  const segments = [{ at: Number.NEGATIVE_INFINITY, offset: firstOffset }, ...changes];
  return sql`(${moment} + ${chosen(moment, segments, (segment) => whole(segment.offset))})`;
}

/** Months since year 0, in groups of 1, 3 or 12. */
function monthNumbers(local: Sql, months: number): Sql {
  // The calendar repeats itself after 400 years, of which the far past and future are brought near.
  const near = within(local, local, sql`${local} % ${whole(TURN)}`);
  const years = sql`(year(epoch_ms(${near})) + ${within(local, sql`0`, sql`(${local} // ${whole(TURN)}) * 400`)})`;
  if (months === 12) return years;
  const all = sql`(${years} * 12 + month(epoch_ms(${near})) - 1)`;
  return months === 1 ? all : floorDivide(all, months);
}

/** 400 years. */
const TURN = 146_097 * DAY;

/** A balanced choice by which of the ascending segments a moment lies in; the first has no beginning. */
export function chosen<S extends { readonly at: number }>(
  moment: Sql,
  segments: readonly S[],
  make: (segment: S) => Sql,
): Sql {
  const middle = segments.length >> 1;
  const split = segments[middle];
  const [only] = segments;
  if (only === undefined || split === undefined) return sql`NULL`;
  if (segments.length === 1) return make(only);
  const before = chosen(moment, segments.slice(0, middle), make);
  const after = chosen(moment, segments.slice(middle), make);
  return sql`CASE WHEN ${moment} < ${whole(split.at)} THEN ${before} ELSE ${after} END`;
}

interface Cut {
  readonly length: number;
  readonly origin: number;
  readonly rounding: DateRounding;
  readonly zone: Zone;
}

/** Start of the bucket by the offset in force; a bucket that the change lies in keeps its own start. */
function startsByChoice(moment: Sql, segments: readonly Transition[], { length, origin, rounding }: Cut): Sql {
  return chosen(moment, segments, (segment) => {
    const base = origin - segment.offset;
    const start = sql`(${floorDivide(sql`(${moment} - ${whole(base)})`, length)}) * ${whole(length)} + ${whole(base)}`;
    if (!Number.isFinite(segment.at)) return start;
    const held = roundDate(segment.at + rounding.offset, rounding) - rounding.offset;
    return sql`CASE WHEN ${start} <= ${whole(segment.at)} THEN ${whole(held)} ELSE ${start} END`;
  });
}
