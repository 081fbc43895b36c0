import { dateOf, dayOf } from './civil.ts';
import type { CalendarUnit } from './duration.ts';

const DAY = 86_400_000;
const FIXED = { second: 1000, minute: 60_000, hour: 3_600_000, day: DAY } as const;

/** 1970-01-05, a Monday. */
export const MONDAY = 4 * DAY;

/** Months since year 0 of a local time. */
export function monthNumber(local: number): number {
  const { year, month } = dateOf(Math.floor(local / DAY));
  return year * 12 + month - 1;
}

/** Start of the month of that number. */
export const monthStart = (month: number): number =>
  dayOf(Math.floor(month / 12), (((month % 12) + 12) % 12) + 1, 1) * DAY;

/** Units that are counted in months. */
export const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** Whether a unit is counted in months. */
export const isMonths = (unit: CalendarUnit): unit is keyof typeof MONTHS => Object.hasOwn(MONTHS, unit);

/** Start of the unit a local time lies in. */
export function floorTo(unit: CalendarUnit, local: number): number {
  if (isMonths(unit)) return monthStart(Math.floor(monthNumber(local) / MONTHS[unit]) * MONTHS[unit]);
  if (unit === 'week') return Math.floor((local - MONDAY) / (7 * DAY)) * 7 * DAY + MONDAY;
  return Math.floor(local / FIXED[unit]) * FIXED[unit];
}

/** `count` units later; a day that the month does not have becomes its last. */
export function addUnits(unit: CalendarUnit, local: number, count: number): number {
  if (unit === 'week') return local + count * 7 * DAY;
  if (!isMonths(unit)) return local + count * FIXED[unit];
  const month = monthNumber(local);
  const target = month + count * MONTHS[unit];
  const into = local - monthStart(month);
  const day = Math.floor(into / DAY);
  const lastDay = Math.round((monthStart(target + 1) - monthStart(target)) / DAY) - 1;
  return monthStart(target) + Math.min(day, lastDay) * DAY + (into - day * DAY);
}
