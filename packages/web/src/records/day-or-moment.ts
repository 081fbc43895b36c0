import { areDays, DateTime, Day } from './date-value.ts';

/** Dates of a column whose others are days: such a day for the picker, or a moment where one has a time. */
export const DayOrMoment = {
  forPicker: (value: unknown): string | null => (areDays([value]) ? Day : DateTime).forPicker(value),
  fromPicker: (picked: string | null, before: unknown): number | string | null =>
    (hasTime(picked) ? DateTime : Day).fromPicker(picked, before),
  parse: (typed: string): string | null => Day.parse(typed) ?? DateTime.parse(typed),
};

/** Whether a date, as the picker has it, says a time. */
export const hasTime = (picked: string | null): boolean => picked !== null && /\d \d/.test(picked);
