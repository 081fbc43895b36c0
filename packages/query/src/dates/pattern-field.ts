import type { Civil } from './civil.ts';
import type { Zone } from './zone.ts';

/** Parts of a local date; absent ones were not in the text. */
export interface DateParts {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** Nanoseconds of the second. */
  nano?: number;
  pm?: boolean;
  /** Nanoseconds since midnight; they stand for hour, minute, second and nano. */
  nanoOfDay?: number;
  /** Before Christ: years count backwards. */
  isBefore?: boolean;
  /** Days since 17 November 1858; they stand for year, month and day. */
  julianDay?: number;
  /** 1 is the first of January; stands for month and day. */
  dayOfYear?: number;
  /** The year whose weeks are counted, the week, and its day from Monday; they stand for year, month and day. */
  weekYear?: number;
  week?: number;
  weekday?: number;
  /** Milliseconds to add to UTC. */
  offset?: number;
  /** By whose clocks it is; null for a name no zone has. */
  zone?: Zone | null;
}

/** What letters of a pattern read and write. */
export interface PatternField {
  readonly match: string;
  readonly read: (text: string, parts: DateParts) => void;
  readonly write: (local: Civil, offset: number, zone: Zone) => string;
}

export const pad = (number: number, width: number) => String(Math.abs(number)).padStart(width, '0');
/** An expression for so many digits; one letter takes one or two. */
export const number = (digits: number) => (digits > 1 ? `\\d{${digits}}` : '\\d{1,2}');

/** What no text can be read by, only written. */
export const written = (match: string, write: PatternField['write']): PatternField => ({
  match,
  read: () => {},
  write,
});
