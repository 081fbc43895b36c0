import { areDays, Day } from './date-value.ts';
import { formatListDate } from './format.ts';

/** A moment as lists write it: a day of the calendar by itself, and parts of a second where it has some. */
export function momentText(time: number): string {
  if (areDays([time])) return Day.forPicker(time) ?? String(time);
  const part = ((time % 1000) + 1000) % 1000;
  return `${formatListDate(time)}${part === 0 ? '' : `.${String(part).padStart(3, '0')}`}`;
}

const WITH_ZONE = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/;

/** A date of a filter as lists write it; what names no moment, as `now-1w` or a day, stays as it is. */
export function dateText(value: unknown): string {
  const time =
    typeof value === 'number' ? value : WITH_ZONE.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  return Number.isNaN(time) ? String(value) : momentText(time);
}
