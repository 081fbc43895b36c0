import { malformed } from '@datasarana/schema';
import { type Civil, dayOf } from './civil.ts';
import { clock12, clock24, fraction, halfDay, nanoOfSecond, sinceMidnight } from './clock-letters.ts';
import { isoWeekOf, weekOfMonth } from './iso-week.ts';
import { isoOffset, namedZone, offsetOfGreenwich, rfcOffset } from './offset-letters.ts';
import { number, type PatternField, pad, written } from './pattern-field.ts';

const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ');
const DAY_NAMES = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

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

/** As Java's `EXCEEDS_PAD`: of four letters and more a sign stands before years of more digits, and before no other but those below 0. */
const yearDigits = (width: number): string =>
  width < 4 ? `\\d{${width},9}` : `(?:\\d{${width}}|\\+\\d{${width + 1},9}?|-\\d{${width},9}?)`;

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
        match: `${letters[0] === 'u' && letters.length < 4 ? '-?' : ''}${yearDigits(letters.length)}`,
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
  match: letters.length === 2 ? '\\d{2}' : yearDigits(letters.length),
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

const quarter = (width: number): PatternField => {
  const of = ({ month }: Civil): number => Math.ceil(month / 3);
  return width < 3
    ? written(width === 1 ? '[1-4]' : '0[1-4]', (local) => pad(of(local), width))
    : written('Q[1-4]', (local) => `Q${of(local)}`);
};

function atMost(most: number, letters: string, pattern: string): number {
  if (letters.length <= most) return letters.length;
  throw malformed(
    `Invalid format: [${pattern}]: Too many pattern letters: ${letters[0]}`,
    `Write ${letters[0]} at most ${most} times.`,
  );
}

/** Days since 17 November 1858. */
const julianDay = (width: number): PatternField => ({
  match: `\\d{${width},9}`,
  read: (text, parts) => {
    parts.julianDay = Number(text);
  },
  write: ({ year: of, month, day }) => {
    const days = dayOf(of, month, day) - dayOf(1858, 11, 17);
    return (days < 0 ? '-' : '') + pad(days, width);
  },
});

const era = (_width: number): PatternField => ({
  match: 'AD|BC',
  read: (text, parts) => {
    parts.isBefore = text === 'BC';
  },
  write: ({ year: of }) => (of < 1 ? 'BC' : 'AD'),
});

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
      return numeric('day', atMost(2, letters, pattern), ({ day }) => day);
    case 'F':
      atMost(1, letters, pattern);
      return written('[1-5]', ({ day }) => String(Math.ceil(day / 7)));
    case 'g':
      return julianDay(width);
    case 'G':
      return era(atMost(3, letters, pattern));
    case 'e':
    case 'c':
      return width < 3 ? dayOfWeek(width) : dayName(letters);
    case 'E':
      return dayName(letters);
    default:
      return timeOf(letters, pattern);
  }
}

const NANOS_OF_MILLI = 1_000_000;

/** Letters of the time of day and of zones. */
function timeOf(letters: string, pattern: string): PatternField {
  const width = letters.length;
  switch (letters[0]) {
    case 'H':
      return numeric('hour', atMost(2, letters, pattern), ({ hour }) => hour);
    case 'h':
      return clock12(atMost(2, letters, pattern), 1);
    case 'K':
      return clock12(atMost(2, letters, pattern), 0);
    case 'k':
      return clock24(atMost(2, letters, pattern));
    case 'm':
      return numeric('minute', atMost(2, letters, pattern), ({ minute }) => minute);
    case 's':
      return numeric('second', atMost(2, letters, pattern), ({ second }) => second);
    case 'S':
      return fraction(atMost(9, letters, pattern));
    case 'n':
      return nanoOfSecond(width);
    case 'A':
      return sinceMidnight(width, NANOS_OF_MILLI);
    case 'N':
      return sinceMidnight(width, 1);
    case 'a':
      atMost(1, letters, pattern);
      return halfDay;
    case 'B':
      return halfDay;
    case 'X':
    case 'x':
      atMost(5, letters, pattern);
      return isoOffset(letters);
    case 'Z':
      atMost(5, letters, pattern);
      return rfcOffset(letters);
    case 'O':
      return offsetOfGreenwich(width > 1);
    case 'V':
    case 'v':
    case 'z':
      return namedZone(letters === 'VV');
    default:
      throw malformed(
        `Invalid format: [${pattern}]: Unknown pattern letter: ${letters[0]}`,
        'Use Java date patterns such as yyyy-MM-dd HH:mm.',
      );
  }
}
