import { number, type PatternField, pad } from './pattern-field.ts';

const SECOND_NANOS = 1_000_000_000;

/** Digits behind the second. */
export const fraction = (width: number): PatternField => ({
  match: `\\d{1,${width}}`,
  read: (text, parts) => {
    parts.nano = Number(text.padEnd(9, '0').slice(0, 9));
  },
  write: ({ nano }) => pad(nano, 9).slice(0, width),
});

export const nanoOfSecond = (width: number): PatternField => ({
  match: '\\d{1,9}',
  read: (text, parts) => {
    parts.nano = Number(text);
  },
  write: ({ nano }) => pad(nano, width),
});

/** What of a day has passed, in a unit of so many nanoseconds. */
export const sinceMidnight = (width: number, unit: number): PatternField => ({
  match: `\\d{${width},19}`,
  read: (text, parts) => {
    parts.nanoOfDay = Number(text) * unit;
  },
  write: ({ hour, minute, second, nano }) =>
    String(Math.floor((((hour * 60 + minute) * 60 + second) * SECOND_NANOS + nano) / unit)).padStart(width, '0'),
});

/** Hours of half a day: 1 to 12 (`h`), or 0 to 11 (`K`). */
export const clock12 = (width: number, first: 0 | 1): PatternField => ({
  match: number(width),
  read: (text, parts) => {
    parts.hour = first === 0 ? Number(text) : Number(text) % 12;
  },
  write: ({ hour }) => pad(first === 0 ? hour % 12 : hour % 12 || 12, width),
});

/** Hours of a day from 1 to 24. */
export const clock24 = (width: number): PatternField => ({
  match: number(width),
  read: (text, parts) => {
    parts.hour = Number(text) === 24 ? 0 : Number(text);
  },
  write: ({ hour }) => pad(hour || 24, width),
});

export const halfDay: PatternField = {
  match: 'AM|PM|am|pm',
  read: (text, parts) => {
    parts.pm = text.toLowerCase() === 'pm';
  },
  write: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
};
