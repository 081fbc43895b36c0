import { decodeDate } from '../records/codecs.ts';

/** What stands for no value (FMT-09). */
export const NO_VALUE = '–';

const two = (value: number): string => String(value).padStart(2, '0');

const yearOf = (date: Date): string => String(date.getFullYear()).padStart(4, '0');

const dateOf = (value: unknown): Date | null => {
  const time = decodeDate(value);
  return time === null ? null : new Date(time);
};

/** `yyyy-MM-dd HH:mm:ss` in the reader's zone: lists (FMT-06, FMT-08). */
export function formatListDate(value: unknown): string {
  const date = dateOf(value);
  if (!date) return NO_VALUE;
  const day = `${yearOf(date)}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `yyyy/MM/dd HH:mm` in the reader's zone: forms (FMT-05); empty for no date. */
export function formatFormDate(value: unknown): string {
  const date = dateOf(value);
  if (!date) return '';
  const day = `${yearOf(date)}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const hour12 = (date: Date): number => date.getHours() % 12 || 12;

/** `dd/MM/yy hh:mm:ss` with a 12-hour clock (FMT-07, Decision 32): histogram labels. */
export function formatHistogramDate(value: unknown): string {
  const date = dateOf(value);
  if (!date) return NO_VALUE;
  const day = `${two(date.getDate())}/${two(date.getMonth() + 1)}/${two(date.getFullYear() % 100)}`;
  return `${day} ${two(hour12(date))}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The long `llll` style (FMT-04): `Thu, Sep 4, 1986 8:30 PM`. */
export function formatLongDate(value: unknown): string {
  const date = dateOf(value);
  if (!date) return NO_VALUE;
  const day = `${DAYS[date.getDay()]}, ${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
  return `${day} ${hour12(date)}:${two(date.getMinutes())} ${date.getHours() < 12 ? 'AM' : 'PM'}`;
}

/** ISO 8601 in UTC: exports (FMT-08); empty for no date. */
export const formatExportDate = (value: unknown): string => dateOf(value)?.toISOString() ?? '';
