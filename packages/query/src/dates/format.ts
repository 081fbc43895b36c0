import { malformed } from '@datasarana/schema';
import { type DateParts, fieldOf, OPTIONAL_TIME, readOffset, tokensOf, writeOffset } from './pattern.ts';
import { utcOf, type Zone } from './zone.ts';

/** Reads and writes dates of one format; several are separated by `||`, the first one writes. */
export interface DateFormat {
  /** Epoch ms; with `roundUp` a time of day the text leaves out is taken as late as can be. Null when it does not fit. */
  readonly read: (text: string, zone: Zone, roundUp: boolean) => number | null;
  readonly write: (utc: number, zone: Zone) => string;
}

/** OpenSearch's own: what a date field has when its mapping names none. */
export const DEFAULT_FORMAT = 'strict_date_optional_time||epoch_millis';

const known = new Map<string, DateFormat>();

export function dateFormat(name: string | undefined): DateFormat {
  const given = name ?? DEFAULT_FORMAT;
  const found = known.get(given);
  if (found) return found;
  const formats = given.split('||').map((part) => single(part.trim()));
  const [first] = formats;
  if (first === undefined) throw malformed(`Invalid format: [${given}]`, 'Give a date format such as yyyy-MM-dd.');
  const format: DateFormat = {
    read: (text, zone, roundUp) => {
      for (const each of formats) {
        const utc = each.read(text, zone, roundUp);
        if (utc !== null) return utc;
      }
      return null;
    },
    write: first.write,
  };
  if (known.size > 500) known.clear();
  known.set(given, format);
  return format;
}

function single(name: string): DateFormat {
  if (name === 'epoch_millis') return epoch(1);
  if (name === 'epoch_second') return epoch(1000);
  if (OPTIONAL_TIME.has(name)) return optionalTime;
  return patternFormat(name);
}

const epoch = (unit: number): DateFormat => ({
  read: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Math.floor(Number(text) * unit) : null),
  write: (utc) => String(utc / unit),
});

const ISO = new RegExp(
  '^(\\d{4}|[+-]\\d{4,9})(?:-(\\d{2})(?:-(\\d{2})(?:[T ](?:(\\d{2})(?::(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?)?' +
    '(Z|[+-]\\d{2}(?::?\\d{2})?)?)?)?)?)?$',
);

const optionalTime: DateFormat = {
  read: (text, zone, roundUp) => {
    const found = ISO.exec(text);
    if (!found) return null;
    const [, year, month, day, hour, minute, second, fraction, offset] = found;
    const parts: DateParts = { year: Number(year) };
    if (month !== undefined) parts.month = Number(month);
    if (day !== undefined) parts.day = Number(day);
    if (hour !== undefined) parts.hour = Number(hour);
    if (minute !== undefined) parts.minute = Number(minute);
    if (second !== undefined) parts.second = Number(second);
    if (fraction !== undefined) parts.millisecond = Number(fraction.padEnd(3, '0').slice(0, 3));
    if (offset !== undefined) parts.offset = readOffset(offset);
    return momentOf(parts, zone, roundUp);
  },
  write: (utc, zone) => {
    const offset = zone.offsetAt(utc);
    const iso = new Date(utc + offset).toISOString().slice(0, -1);
    return iso + (offset === 0 ? 'Z' : writeOffset(offset, true));
  },
};

function patternFormat(pattern: string): DateFormat {
  const tokens = tokensOf(pattern);
  const fields = tokens.flatMap((token) => (token.kind === 'letters' ? fieldOf(token.letters, pattern) : []));
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const body = tokens.map((token) =>
    token.kind === 'literal' ? escaped(token.text) : `(${fieldOf(token.letters, pattern).match})`,
  );
  const whole = new RegExp(`^${body.join('')}$`);
  return {
    read: (text, zone, roundUp) => {
      const found = whole.exec(text);
      if (!found) return null;
      const parts: DateParts = {};
      for (const [i, field] of fields.entries()) field.read(found[i + 1] ?? '', parts);
      return momentOf(parts, zone, roundUp);
    },
    write: (utc, zone) => {
      const offset = zone.offsetAt(utc);
      const local = new Date(utc + offset);
      return tokens
        .map((token) => (token.kind === 'literal' ? token.text : fieldOf(token.letters, pattern).write(local, offset)))
        .join('');
    },
  };
}

/**
 * Null when a part is out of its range (month 13, 30 February). Rounding up fills the time of day only: OpenSearch reads
 * `lte: 2014` as 2014-01-01T23:59:59.999.
 */
function momentOf(parts: DateParts, zone: Zone, roundUp: boolean): number | null {
  const year = parts.year ?? 1970;
  const month = parts.month ?? 1;
  const lastDay = new Date(Date.UTC(2000 + (((year % 400) + 400) % 400), month, 0)).getUTCDate();
  const day = parts.day ?? 1;
  const hour = (parts.hour ?? (roundUp ? 23 : 0)) + (parts.pm ? 12 : 0);
  const minute = parts.minute ?? (roundUp ? 59 : 0);
  const second = parts.second ?? (roundUp ? 59 : 0);
  const millisecond = parts.millisecond ?? (roundUp ? 999 : 0);
  if (month < 1 || month > 12 || day < 1 || day > lastDay || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  const local = date.getTime();
  if (Number.isNaN(local)) return null;
  return parts.offset === undefined ? utcOf(zone, local) : local - parts.offset;
}
