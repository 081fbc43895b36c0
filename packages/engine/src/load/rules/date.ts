import { DATE_FORMATS, type DateFormat, parseDate } from '@datasarana/sources';
import { quoteValue, type Rule } from './cell.ts';

/** Dates lie in the years 1 to 9999, epoch milliseconds. */
export const DATE_RANGE = [-62_135_596_800_000, 253_402_300_799_999] as const;

/** Formats tried when none was chosen: those that can be read in one way only. */
export const CLEAR_FORMATS: readonly DateFormat[] = ['iso', 'yyyy/MM/dd', 'dd-MMM-yyyy', 'dd MMM yyyy', 'MMM dd, yyyy'];

/** Text of at least 11 digits is epoch milliseconds; fewer could be a year or a day written without dashes. */
const EPOCH_TEXT = /^\s*-?\d{11,15}\s*$/;

const FORMATS: ReadonlySet<string> = new Set(DATE_FORMATS);
export const isDateFormat = (format: string | undefined): format is DateFormat =>
  format !== undefined && FORMATS.has(format);

function parseClear(text: string): number | null {
  if (EPOCH_TEXT.test(text)) return parseDate(text, 'epoch_millis');
  for (const format of CLEAR_FORMATS) {
    const ms = parseDate(text, format);
    if (ms !== null) return ms;
  }
  return null;
}

function msOf(value: unknown, format: string | undefined): number | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (typeof value === 'bigint' || typeof value === 'number') {
    const number = Number(value) * (format === 'epoch_second' ? 1000 : 1);
    return Number.isSafeInteger(number) ? number : null;
  }
  if (typeof value !== 'string') return null;
  return isDateFormat(format) ? parseDate(value, format) : parseClear(value);
}

export const readDate: Rule = (value, field, { dateFormat, refuse }) => {
  const ms = msOf(value, dateFormat);
  if (ms === null) {
    const form =
      isDateFormat(dateFormat) && dateFormat !== 'iso'
        ? `a date in the form ${dateFormat}`
        : 'a date; write it as 2024-12-31';
    refuse('date', `${field.label}: ${quoteValue(value)} is not ${form}`, value);
    return null;
  }
  if (ms >= DATE_RANGE[0] && ms <= DATE_RANGE[1]) return BigInt(ms);
  refuse('range', `${field.label}: ${quoteValue(value)} is outside the years 1 to 9999`, value);
  return null;
};
