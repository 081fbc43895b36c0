import { floorDivide } from './floor-divide.ts';

const DAY = 86_400_000;
/** Days and years of a whole turn of the Gregorian calendar. */
const TURN_DAYS = 146_097;
const TURN_YEARS = 400;
/** 1970-01-01 counted from 0000-03-01, where this calendar's years begin so that a leap day is the last of its year. */
const EPOCH_DAY = 719_468;

/** A local time taken apart. Years reach as far as 64 bits of milliseconds, beyond what `Date` holds. */
export interface Civil {
  /** Year before Christ 1 is 0, the one before it -1. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Nanoseconds of the second. */
  readonly nano: number;
}

/** Days since 1970-01-01 of a date in the proleptic Gregorian calendar. */
export function dayOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const turn = Math.floor(y / TURN_YEARS);
  const yearOfTurn = y - turn * TURN_YEARS;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfTurn = yearOfTurn * 365 + Math.floor(yearOfTurn / 4) - Math.floor(yearOfTurn / 100) + dayOfYear;
  return turn * TURN_DAYS + dayOfTurn - EPOCH_DAY;
}

/** Year, month and day of a number of days since 1970-01-01. */
export function dateOf(days: number): Pick<Civil, 'year' | 'month' | 'day'> {
  const shifted = days + EPOCH_DAY;
  const turn = Math.floor(shifted / TURN_DAYS);
  const dayOfTurn = shifted - turn * TURN_DAYS;
  const yearOfTurn = Math.floor(
    (dayOfTurn - Math.floor(dayOfTurn / 1460) + Math.floor(dayOfTurn / 36_524) - Math.floor(dayOfTurn / 146_096)) / 365,
  );
  const dayOfYear = dayOfTurn - (365 * yearOfTurn + Math.floor(yearOfTurn / 4) - Math.floor(yearOfTurn / 100));
  const moved = Math.floor((5 * dayOfYear + 2) / 153);
  const month = moved < 10 ? moved + 3 : moved - 9;
  return {
    year: yearOfTurn + turn * TURN_YEARS + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * moved + 2) / 5) + 1,
  };
}

/** A local time of milliseconds, with the nanoseconds beyond them. */
export function civilOf(local: number | bigint, nano = 0): Civil {
  const [days, rest] = daysOf(local);
  const weekday = ((((days + 3) % 7) + 7) % 7) + 1;
  return {
    ...dateOf(days),
    weekday,
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1000) % 60,
    nano: (rest % 1000) * 1_000_000 + nano,
  };
}

/** Whole days and the milliseconds beyond them. */
function daysOf(local: number | bigint): readonly [days: number, rest: number] {
  if (typeof local === 'number') {
    const days = Math.floor(local / DAY);
    return [days, local - days * DAY];
  }
  const days = floorDivide(local, BigInt(DAY));
  return [Number(days), Number(local - days * BigInt(DAY))];
}

/** Days of a month. */
export const daysIn = (year: number, month: number): number =>
  (month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)) - dayOf(year, month, 1);
