import { malformed } from '@datasarana/schema';
import { civilOf, dateOf, dayOf, daysIn } from './civil.ts';
import { floorDivide } from './floor-divide.ts';
import { isOptionalTime, isoReader, type OptionalTime } from './iso.ts';
import { dayOfWeekDate } from './iso-week.ts';
import { fieldOf } from './letters.ts';
import { NAMED_FORMATS } from './named-formats.ts';
import { writeOffset } from './offset-letters.ts';
import { tokensOf } from './pattern.ts';
import type { DateParts } from './pattern-field.ts';
import { utcOf, type Zone } from './zone.ts';

/** Reads and writes dates of one format; several are separated by `||`, the first one writes. */
export interface DateFormat {
  /** Epoch ms; with `roundUp` a time of day the text leaves out is taken as late as can be. Null when it does not fit. */
  readonly read: (text: string, zone: Zone, roundUp: boolean) => number | null;
  /** Like `read`, in whole nanoseconds: exact at any distance. */
  readonly readNanos: (text: string, zone: Zone, roundUp: boolean) => bigint | null;
  /** Epoch ms, and nanoseconds of that millisecond. */
  readonly write: (utc: number | bigint, zone: Zone, nano?: number) => string;
}

const DAY = 86_400_000;
const MILLI = 1_000_000n;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/** Epoch ms of nanoseconds, kept within what a date field holds: 64 bits. */
export function millisOf(nanos: bigint): bigint {
  const millis = floorDivide(nanos, MILLI);
  return millis < LONG_MIN ? LONG_MIN : millis > LONG_MAX ? LONG_MAX : millis;
}

/** OpenSearch's own: what a date field has when its mapping names none. */
export const DEFAULT_FORMAT = 'strict_date_optional_time||epoch_millis';

const known = new Map<string, DateFormat>();

/** A format of dates, or several parted by `||`, of which the first one writes. @throws PlatformError 32 for one that is none */
export function dateFormat(name: string | undefined): DateFormat {
  const given = name ?? DEFAULT_FORMAT;
  const found = known.get(given);
  if (found) return found;
  if (given === '') throw malformed('No date pattern provided', 'Give a date format such as yyyy-MM-dd.');
  const parts = given.split('||');
  if (parts.includes(''))
    throw malformed(
      `Cannot have empty element in multi date format pattern: ${given}`,
      'Write a format before and behind each ||.',
    );
  const formats = parts.map((part) => single(part.trim()));
  const [first] = formats;
  if (first === undefined) throw malformed(`Invalid format: [${given}]`, 'Give a date format such as yyyy-MM-dd.');
  const firstOf = <T>(read: (format: DateFormat) => T | null): T | null => {
    for (const each of formats) {
      const found = read(each);
      if (found !== null) return found;
    }
    return null;
  };
  const format: DateFormat = {
    read: (text, zone, roundUp) => firstOf((each) => each.read(text, zone, roundUp)),
    readNanos: (text, zone, roundUp) => firstOf((each) => each.readNanos(text, zone, roundUp)),
    write: first.write,
  };
  if (known.size > 500) known.clear();
  known.set(given, format);
  return format;
}

/** Old templates spell names as `dateOptionalTime`. */
function nameOf(given: string): string {
  const name = given.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return isOptionalTime(name) || Object.hasOwn(NAMED_FORMATS, name) ? name : given;
}

function single(given: string): DateFormat {
  if (given === 'epoch_millis') return epoch(6);
  if (given === 'epoch_second') return epoch(9);
  const name = nameOf(given);
  if (isOptionalTime(name)) return optionalTime(name);
  const named = Object.hasOwn(NAMED_FORMATS, name) ? NAMED_FORMATS[name] : undefined;
  if (named === undefined) return patternFormat(name);
  const { write } = named.hasNanos ? toNanos(named.write) : patternFormat(named.write);
  return { ...patternFormat(named.read ?? named.write, true), write };
}

/** A fraction of milliseconds is written with up to nine digits, as many as there are. */
function toNanos(pattern: string): Pick<DateFormat, 'write'> {
  const whole = patternFormat(pattern.replace('SSS', 'SSSSSSSSS'));
  return { write: (utc, zone, nano) => whole.write(utc, zone, nano).replace(/(\.\d{3}\d*?)0+(?!\d)/, '$1') };
}

/** Numbers since 1970 by the clocks of the zone, in a unit of so many decimal digits of nanoseconds. */
function epoch(digits: number): DateFormat {
  const unit = 10 ** (digits - 6);
  const nanosOf = (text: string, roundUp: boolean): bigint | null => {
    const [, sign, units, fraction] = /^(-?)(\d{1,19})(?:\.(\d+))?$/.exec(text) ?? [];
    if (units === undefined || BigInt(units) > LONG_MAX) return null;
    const rest = fraction ?? (roundUp ? '9'.repeat(digits) : '');
    const size = BigInt(units + rest.padEnd(digits, '0').slice(0, digits));
    return sign === '-' ? -size : size;
  };
  const inZone = (text: string, zone: Zone, roundUp: boolean): bigint | null => {
    const nanos = nanosOf(text, roundUp);
    return nanos === null || zone.fixed === 0 ? nanos : nanos - BigInt(offsetOf(zone, Number(millisOf(nanos)))) * MILLI;
  };
  return {
    read: (text, zone, roundUp) => {
      if (zone.fixed === 0 && /^\d{1,12}$/.test(text)) return Number(text) * unit + (roundUp ? unit - 1 : 0);
      const nanos = inZone(text, zone, roundUp);
      return nanos === null ? null : Number(millisOf(nanos));
    },
    readNanos: inZone,
    write: (utc, _zone, nano = 0) => {
      const nanos = BigInt(utc) * MILLI + BigInt(nano);
      const size = String(nanos < 0n ? -nanos : nanos).padStart(digits + 1, '0');
      const fraction = size.slice(-digits).replace(/0+$/, '');
      return (nanos < 0n ? '-' : '') + size.slice(0, -digits) + (fraction === '' ? '' : `.${fraction}`);
    },
  };
}

/** Years 0 to 9999, which `Date` writes as ISO has them. */
const ISO_FROM = -62_167_219_200_000;
const ISO_TO = 253_402_300_799_999;

const TWO = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/** What `Date` writes, in less time: answers have thousands of them. */
function usualIso(local: number): string {
  const days = Math.floor(local / DAY);
  const { year, month, day } = dateOf(days);
  const rest = local - days * DAY;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const time = `${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}`;
  const milli = rest % 1000;
  const fraction = `${Math.floor(milli / 100)}${TWO[milli % 100]}`;
  return `${TWO[Math.floor(year / 100)]}${TWO[year % 100]}-${TWO[month]}-${TWO[day]}T${time}.${fraction}`;
}

/** Local time in the form of ISO 8601: milliseconds, or up to nanoseconds where there are any. */
function isoOf(local: number | bigint, nano: number): string {
  if (typeof local === 'number' && nano === 0 && local >= ISO_FROM && local <= ISO_TO) {
    return usualIso(Math.trunc(local));
  }
  const { year, month, day, hour, minute, second, nano: nanos } = civilOf(local, nano);
  const two = (part: number) => String(part).padStart(2, '0');
  const sign = year < 0 ? '-' : year > 9999 ? '+' : '';
  const date = `${sign}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const fraction = String(nanos)
    .padStart(9, '0')
    .replace(/0{1,6}$/, '');
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}.${fraction}`;
}

const optionalTime = (name: OptionalTime): DateFormat => ({
  ...reading(isoReader(name)),
  write: (utc, zone, nano = 0) => {
    const offset = zone.offsetAt(Number(utc));
    return (
      isoOf(later(utc, offset), name.endsWith('_nanos') ? nano : 0) + (offset === 0 ? 'Z' : writeOffset(offset, true))
    );
  },
});

/** Local time less UTC, of a local time. */
const offsetOf = (zone: Zone, local: number): number => zone.fixed ?? local - utcOf(zone, local);

/** The same where a date names its zone: an hour that clocks leave out is read by those before, as `java.time` reads it. */
function offsetNamed(zone: Zone, local: number): number {
  const utc = utcOf(zone, local);
  return utc + zone.offsetAt(utc) === local ? local - utc : zone.offsetAt(utc - 1);
}

const later = (utc: number | bigint, by: number): number | bigint =>
  typeof utc === 'number' ? utc + by : utc + BigInt(by);

/** Letters by which a date can be longer than its pattern. */
const LONGEST_DATE = 100;

/** What OpenSearch's named formats read otherwise than a pattern says. */
const namedMatch = (letters: string): string | null => {
  if (/^S+$/.test(letters)) return '\\d{1,9}';
  if (letters === 'u') return '-?\\d{1,5}';
  return letters === 'y' ? '-?\\d{1,9}' : null;
};

/** `isNamed`: a fraction of a second has up to nine digits, whatever the pattern says, and a year `u` up to five. */
function patternFormat(pattern: string, isNamed = false): DateFormat {
  const tokens = tokensOf(pattern);
  const fields = tokens.flatMap((token) => (token.kind === 'letters' ? fieldOf(token.letters, pattern) : []));
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const body = tokens.map((token) => {
    if (token.kind === 'letters') {
      const match = isNamed ? namedMatch(token.letters) : null;
      return `(${match ?? fieldOf(token.letters, pattern).match})`;
    }
    return token.kind === 'literal' ? escaped(token.text) : token.kind === 'open' ? '(?:' : ')?';
  });
  const whole = new RegExp(`^${body.join('')}$`);
  const partsOf = (text: string): DateParts | null => {
    // no date is longer, and in a long row of digits there is much to try
    if (text.length > pattern.length + LONGEST_DATE) return null;
    const found = whole.exec(text);
    if (!found) return null;
    const parts: DateParts = {};
    for (const [i, field] of fields.entries()) {
      const text = found[i + 1];
      if (text !== undefined) field.read(text, parts);
    }
    return parts;
  };
  return {
    ...reading(partsOf),
    write: (utc, zone, nano = 0) => {
      const offset = zone.offsetAt(Number(utc));
      const local = civilOf(later(utc, offset), nano);
      return tokens
        .map((token) => {
          if (token.kind === 'letters') return fieldOf(token.letters, pattern).write(local, offset, zone);
          return token.kind === 'literal' ? token.text : '';
        })
        .join('');
    },
  };
}

/** What a text says when its parts are known. */
function reading(partsOf: (text: string) => DateParts | null): Pick<DateFormat, 'read' | 'readNanos'> {
  const momentOf = (text: string, zone: Zone, roundUp: boolean): Moment | null => {
    const parts = partsOf(text);
    return parts && localOf(parts, zone, roundUp);
  };
  return {
    read: (text, zone, roundUp) => {
      const moment = momentOf(text, zone, roundUp);
      if (moment === null) return null;
      const utc = moment.day * DAY + moment.milli - moment.offset;
      return Number.isSafeInteger(utc) ? utc : Number(millisOf(nanosOf(moment)));
    },
    readNanos: (text, zone, roundUp) => {
      const moment = momentOf(text, zone, roundUp);
      return moment && nanosOf(moment);
    },
  };
}

interface Moment {
  /** Days since 1970-01-01 and milliseconds of the day, in local time. */
  readonly day: number;
  readonly milli: number;
  /** Nanoseconds of the millisecond. */
  readonly nano: number;
  /** Local time less UTC, ms. */
  readonly offset: number;
}

const nanosOf = ({ day, milli, nano, offset }: Moment): bigint =>
  (BigInt(day) * BigInt(DAY) + BigInt(milli - offset)) * MILLI + BigInt(nano);

/** Days since 1970-01-01; null when there is no such day. Rounding up takes 31 February for the last day of that month, as OpenSearch does. */
function dayNamed({ year: counted = 1970, month = 1, day = 1, ...other }: DateParts, roundUp: boolean): number | null {
  if (other.julianDay !== undefined) return dayOf(1858, 11, 17) + other.julianDay;
  const year = other.isBefore ? 1 - counted : counted;
  if (other.weekYear !== undefined) return dayOfWeekDate(other.weekYear, other.week ?? 1, other.weekday ?? 1);
  if (other.dayOfYear !== undefined) {
    const isThere = other.dayOfYear >= 1 && other.dayOfYear <= dayOf(year + 1, 1, 1) - dayOf(year, 1, 1);
    return isThere ? dayOf(year, 1, 1) + other.dayOfYear - 1 : null;
  }
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const last = day > 28 ? daysIn(year, month) : day;
  return day > last && !roundUp ? null : dayOf(year, month, Math.min(day, last));
}

/**
 * Null when a part is out of its range (month 13, 30 February unless it is rounded up). Rounding up fills the time of day only: OpenSearch reads
 * `lte: 2014` as 2014-01-01T23:59:59.999.
 */
function localOf(parts: DateParts, zone: Zone, roundUp: boolean): Moment | null {
  const hour = (parts.hour ?? (roundUp ? 23 : 0)) + (parts.pm ? 12 : 0);
  const minute = parts.minute ?? (roundUp ? 59 : 0);
  const second = parts.second ?? (roundUp ? 59 : 0);
  const nanos = parts.nano ?? (roundUp ? 999_999_999 : 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const days = parts.zone === null ? null : dayNamed(parts, roundUp);
  if (days === null) return null;
  const ofDay = parts.nanoOfDay ?? ((hour * 60 + minute) * 60 + second) * 1e9 + nanos;
  if (ofDay >= DAY * 1e6) return null;
  const milli = Math.floor(ofDay / 1e6);
  const local = days * DAY + milli;
  const offset = parts.offset ?? (parts.zone ? offsetNamed(parts.zone, local) : offsetOf(zone, local));
  return { day: days, milli, nano: ofDay % 1e6, offset };
}
