import { NO_DAY_RANGE, QUICK_RANGES, type TimeRange } from '@datasarana/query';
import { DateTime } from '../../records/date-value.ts';

/** A part of time as it stands in an address: a quick range, `from..to` (dates or moments, one may be empty), or all. */
export type RangeText = string;

export const ALL_TIME: RangeText = String(NO_DAY_RANGE);

/** Quick date ranges (QRY-18) as choices; no filter by default (QRY-19). */
export const RANGE_CHOICES: readonly { readonly value: RangeText; readonly label: string }[] = [
  { value: ALL_TIME, label: 'All time' },
  ...QUICK_RANGES.map(({ id, label }) => ({ value: id, label })),
];

/**
 * The bounds of a range: from ≤ value < to; neither for all time. On a field of `days` the viewer's midnight is a day of the
 * calendar, on any other a day is the viewer's midnight; both are as they stand in the address where nothing is known of the field.
 */
export function boundsOf(range: RangeText, days?: boolean): Omit<TimeRange, 'field'> {
  if (range === ALL_TIME) return {};
  const quick = QUICK_RANGES.find(({ id }) => id === range);
  if (quick) return { from: quick.from };
  const [from, to] = range.split('..').map((text) => boundOn(text, days));
  return { ...(from && { from }), ...(to && { to }) };
}

/** A range as it is on a field, for where the field is not looked at again. */
export function rangeOn(range: RangeText, days: boolean | undefined): RangeText {
  const { from = '', to = '' } = boundsOf(range, days);
  return range.includes('..') ? `${from}..${to}` : range;
}

function boundOn(text: string, days: boolean | undefined): string {
  const date = days === undefined ? null : momentOf(text);
  if (!date) return text;
  const picked = DateTime.forPicker(date) ?? '';
  return days && picked.endsWith('00:00:00') ? picked.slice(0, 10) : date.toISOString();
}

/** A range in words of the viewer's clock: `Last week`, `1 Jan 1995 to 1 Jan 1996`, `from 3 May 2001, 14:30`. */
export function rangeWords(range: RangeText): string {
  const choice = RANGE_CHOICES.find(({ value }) => value === range);
  if (choice) return choice.label;
  const { from, to } = boundsOf(range);
  if (from && to) return `${momentWords(from)} to ${momentWords(to)}`;
  return from ? `from ${momentWords(from)}` : `until ${momentWords(to ?? '')}`;
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', hour12: false } as const;

function momentWords(text: string): string {
  const date = momentOf(text);
  if (!date) return text;
  const midnight = date.getHours() === 0 && date.getMinutes() === 0;
  return new Intl.DateTimeFormat('en-GB', midnight ? DAY : MINUTE).format(date);
}

/** A moment of an address; a date alone is midnight of the viewer, as its bars begin there. Null when it is none. */
function momentOf(text: string): Date | null {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A moment as the picker has it (`YYYY-MM-DD HH:mm:ss`), in the viewer's zone; null for none. */
export const toInput = (text: string | undefined): string | null => DateTime.forPicker(text && momentOf(text));

/** What was typed or picked as a range, or what is wrong with it. */
export function rangeOfInputs(
  from: string | null,
  to: string | null,
): { readonly range: RangeText } | { readonly fault: string } {
  const [first, last] = [from, to].map((text) => (text === null ? null : momentOf(text.replace(' ', 'T'))));
  if (!first && !last) return { fault: 'Give a beginning, an end or both.' };
  if (first && last && first >= last) return { fault: 'The end is not after the beginning.' };
  return { range: `${first?.toISOString() ?? ''}..${last?.toISOString() ?? ''}` };
}
