import { type Civil, dateOf, dayOf } from './civil.ts';

/** A week by ISO 8601: it begins with Monday, and the first of a year has its first Thursday. */
export interface IsoWeek {
  /** The year the week belongs to, which around New Year is not that of the date. */
  readonly year: number;
  readonly week: number;
}

type Day = Pick<Civil, 'year' | 'month' | 'day' | 'weekday'>;

/** The week a date is in. */
export function isoWeekOf({ year, month, day, weekday }: Day): IsoWeek {
  const thursday = dayOf(year, month, day) + 4 - weekday;
  const of = dateOf(thursday).year;
  return { year: of, week: Math.floor((thursday - dayOf(of, 1, 1)) / 7) + 1 };
}

/** The week of its month a date is in: days before the first week with a Thursday are in week 0. */
export function weekOfMonth({ day, weekday }: Day): number {
  const firstWeekday = ((((weekday - day) % 7) + 7) % 7) + 1;
  const before = firstWeekday <= 4 ? firstWeekday - 1 : firstWeekday - 8;
  return Math.floor((day - 1 + before) / 7) + 1;
}

/** Days since 1970-01-01 of a day of a week; null when the year has no such week. */
export function dayOfWeekDate(year: number, week: number, weekday: number): number | null {
  const fourth = dayOf(year, 1, 4);
  const monday = fourth - ((((fourth + 3) % 7) + 7) % 7);
  const day = monday + (week - 1) * 7 + weekday - 1;
  return week >= 1 && dateOf(day + 4 - weekday).year === year ? day : null;
}
