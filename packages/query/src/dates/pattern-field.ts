import { malformed } from '@datasarana/schema';
import { type Civil, dayOf } from './civil.ts';
import { isoWeekOf, weekOfMonth } from './iso-week.ts';

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
  /** 1 is the first of January; stands for month and day. */
  dayOfYear?: number;
  /** The year whose weeks are counted, the week, and its day from Monday; they stand for year, month and day. */
  weekYear?: number;
  week?: number;
  weekday?: number;
  /** Milliseconds to add to UTC. */
  offset?: number;
}

const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ');
const DAY_NAMES = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** What letters of a pattern stand for in a text: how it looks, and how it is read and written. */
interface PatternField {
  /** Regular expression. */
  readonly match: string;
  readonly read: (text: string, parts: DateParts) => void;
  readonly write: (local: Civil, offset: number) => string;
}

const pad = (number: number, width: number) => String(Math.abs(number)).padStart(width, '0');
const number = (digits: number) => (digits > 1 ? `\\d{${digits}}` : '\\d{1,2}');

function numeric(
  key: 'month' | 'day' | 'hour' | 'minute' | 'second',
  width: number,
  get: (local: Civil) => number,
): PatternField {
  return {
    match: number(width),
    read: (text, parts) => {
      parts[key] = Number(text);
    },
    write: (local) => pad(get(local), width),
  };
}

/** `y` counts the years of an era, `u` those before Christ as 0, -1 …; four letters show the sign of years they do not hold. */
const shownYear = (letters: string, year: number): string => {
  const counted = letters.startsWith('y') && year < 1 ? 1 - year : year;
  const sign = counted < 0 ? '-' : letters.length >= 4 && counted >= 10 ** letters.length ? '+' : '';
  return sign + pad(counted, letters.length);
};

const year = (letters: string): PatternField =>
  letters.length === 2
    ? {
        match: '\\d{2}',
        read: (text, parts) => {
          parts.year = 2000 + Number(text);
        },
        write: ({ year }) => pad((year < 1 ? 1 - year : year) % 100, 2),
      }
    : {
        match: letters.length >= 4 ? '[+-]?\\d{4,9}?' : '\\d+',
        read: (text, parts) => {
          parts.year = Number(text);
        },
        write: ({ year }) => shownYear(letters, year),
      };

const monthName = (letters: string): PatternField => {
  const names = letters.length === 3 ? MONTH_NAMES.map((name) => name.slice(0, 3)) : MONTH_NAMES;
  return {
    match: names.join('|'),
    read: (text, parts) => {
      parts.month = names.indexOf(text) + 1;
    },
    write: ({ month }) => names[month - 1] ?? '',
  };
};

const dayName = (letters: string): PatternField => {
  const names = letters.length > 3 ? DAY_NAMES : DAY_NAMES.map((name) => name.slice(0, 3));
  return { match: names.join('|'), read: () => {}, write: ({ weekday }) => names[weekday % 7] ?? '' };
};

/** Monday is 1, Sunday 7: OpenSearch brings the weeks of ISO for the locale it writes in. */
const dayOfWeek = (width: number): PatternField => ({
  match: '0?[1-7]',
  read: (text, parts) => {
    parts.weekday = Number(text);
  },
  write: ({ weekday }) => pad(weekday, width),
});

const dayOfYearOf = ({ year, month, day }: Civil): number => dayOf(year, month, day) - dayOf(year, 1, 1) + 1;

const dayOfYear = (width: number): PatternField => ({
  match: width === 3 ? '\\d{3}' : `\\d{${width},3}`,
  read: (text, parts) => {
    parts.dayOfYear = Number(text);
  },
  write: (local) => pad(dayOfYearOf(local), width),
});

const weekYear = (letters: string): PatternField => ({
  match: letters.length === 2 ? '\\d{2}' : letters.length >= 4 ? '[+-]?\\d{4,9}?' : '\\d+',
  read: (text, parts) => {
    parts.weekYear = Number(text) + (letters.length === 2 ? 2000 : 0);
  },
  write: (local) => {
    const { year } = isoWeekOf(local);
    return letters.length === 2 ? pad(year % 100, 2) : shownYear(letters, year);
  },
});

const weekOfYear = (width: number): PatternField => ({
  match: number(width),
  read: (text, parts) => {
    parts.week = Number(text);
  },
  write: (local) => pad(isoWeekOf(local).week, width),
});

/** What no text can be read by, only written. */
const written = (match: string, write: PatternField['write']): PatternField => ({ match, read: () => {}, write });

const quarter = (width: number): PatternField => {
  const of = ({ month }: Civil): number => Math.ceil(month / 3);
  return width < 3
    ? written(width === 1 ? '[1-4]' : '0[1-4]', (local) => pad(of(local), width))
    : written('Q[1-4]', (local) => `Q${of(local)}`);
};

const fraction = (width: number): PatternField => ({
  match: `\\d{1,${width}}`,
  read: (text, parts) => {
    parts.nano = Number(text.padEnd(9, '0').slice(0, 9));
  },
  write: ({ nano }) => pad(nano, 9).slice(0, width),
});

const nanoOfSecond = (width: number): PatternField => ({
  match: '\\d{1,9}',
  read: (text, parts) => {
    parts.nano = Number(text);
  },
  write: ({ nano }) => pad(nano, width),
});

/** Milliseconds of `+07:00`, `+0700` or `Z`. */
export function readOffset(text: string): number {
  if (text === 'Z' || text === 'z' || text === 'UTC' || text === 'GMT') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

/** The opposite of `readOffset`, with or without a colon between hours and minutes. */
export function writeOffset(offset: number, colon: boolean): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${colon ? ':' : ''}${pad(minutes % 60, 2)}`;
}

const zone = (letters: string): PatternField => ({
  match: 'Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?',
  read: (text, parts) => {
    parts.offset = readOffset(text);
  },
  write: (_, offset) => {
    if (offset === 0 && letters.startsWith('X')) return 'Z';
    if (offset === 0 && letters.startsWith('z')) return 'UTC';
    return writeOffset(offset, letters === 'XXX' || letters === 'xxx' || letters === 'ZZZZZ' || letters === 'VV');
  },
});

const clock12 = (width: number): PatternField => ({
  match: number(width),
  read: (text, parts) => {
    parts.hour = Number(text) % 12;
  },
  write: ({ hour }) => pad(hour % 12 || 12, width),
});

const halfDay: PatternField = {
  match: 'AM|PM|am|pm',
  read: (text, parts) => {
    parts.pm = text.toLowerCase() === 'pm';
  },
  write: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
};

function atMost(most: number, letters: string, pattern: string): number {
  if (letters.length <= most) return letters.length;
  throw malformed(
    `Invalid format: [${pattern}]: Too many pattern letters: ${letters[0]}`,
    `Write ${letters[0]} at most ${most} times.`,
  );
}

/** What the letters of a Java pattern stand for. */
export function fieldOf(letters: string, pattern: string): PatternField {
  const width = letters.length;
  switch (letters[0]) {
    case 'y':
    case 'u':
      return year(letters);
    case 'M':
    case 'L':
      return width > 2 ? monthName(letters) : numeric('month', width, ({ month }) => month);
    case 'Y':
      return weekYear(letters);
    case 'w':
      return weekOfYear(atMost(2, letters, pattern));
    case 'W':
      atMost(1, letters, pattern);
      return written('[0-5]', (local) => String(weekOfMonth(local)));
    case 'D':
      return dayOfYear(atMost(3, letters, pattern));
    case 'Q':
    case 'q':
      return quarter(width);
    case 'd':
      return numeric('day', width, ({ day }) => day);
    case 'e':
    case 'c':
      return width < 3 ? dayOfWeek(width) : dayName(letters);
    case 'E':
      return dayName(letters);
    case 'H':
      return numeric('hour', width, ({ hour }) => hour);
    case 'h':
      return clock12(width);
    case 'm':
      return numeric('minute', width, ({ minute }) => minute);
    case 's':
      return numeric('second', width, ({ second }) => second);
    case 'S':
      return fraction(width);
    case 'n':
      return nanoOfSecond(width);
    case 'a':
      return halfDay;
    case 'X':
    case 'x':
    case 'Z':
    case 'z':
    case 'V':
      return zone(letters);
    default:
      throw malformed(
        `Invalid format: [${pattern}]: Unknown pattern letter: ${letters[0]}`,
        'Use Java date patterns such as yyyy-MM-dd HH:mm.',
      );
  }
}
