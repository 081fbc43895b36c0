import type { SchemaItem } from '../schema.ts';
import { ValueType } from '../value-type.ts';
import { isEmpty } from './empty.ts';

/** SCH-09: a long named `ts` or `ts_…` is a timestamp in epoch ms; a date always is. */
export const isTimestamp = (item: Pick<SchemaItem, 'name' | 'value_type'>): boolean =>
  item.value_type === ValueType.Date || (item.value_type === ValueType.Long && /^ts(_|$)/.test(item.name));

/** Largest distance of an ECMAScript date from 1970, in ms. */
const MAX_TIME = 8_640_000_000_000_000;

const DATE_TIME =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT)?$/i;

function parseUtc(text: string): number | null {
  const found = DATE_TIME.exec(text);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined) return null;
  const ms = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  const date = new Date(Date.UTC(2000, month - 1, 1, hour, minute, second, ms));
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  return real && (minute ?? 0) < 60 && (second ?? 0) < 60 ? date.getTime() : null;
}

/**
 * A date of the wire in epoch ms (REC-11, REC-12): epoch ms, a Date, ISO 8601, or a text without zone, read as UTC.
 * Null when it cannot be read.
 */
export function decodeDate(value: unknown): number | null {
  if (value instanceof Date) return decodeDate(value.getTime());
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) <= MAX_TIME ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^[+-]?\d{5,16}$/.test(text)) return decodeDate(Number(text));
  // Date.parse alone would read a text without zone in the reader's zone and roll 30 February over into March.
  const zoned = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([+-]\d{2}:?\d{2})$/.exec(text);
  if (!zoned?.[1] || !zoned[2]) return parseUtc(text);
  const local = parseUtc(zoned[1]);
  const [hours, minutes] = [Number(zoned[2].slice(1, 3)), Number(zoned[2].slice(-2))];
  if (local === null || hours > 18 || minutes > 59) return null;
  return local - (zoned[2].startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** A date as it is sent (REC-11): epoch ms or null. */
export const encodeDate = decodeDate;

/**
 * A list of simple values of the wire (REC-13, REC-14): an array as it is, JSON array text parsed, any other text as its
 * one entry, nothing as `[]`.
 */
export function decodeArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return [];
  if (typeof value !== 'string') return [value];
  if (value.trim() === '') return [];
  if (/^\s*\[/.test(value)) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed;
    } catch {
      return [value];
    }
  }
  return [value];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What holds nothing is no value of any type: an empty text in a number, an empty list in a text. */
function decodeValue(item: SchemaItem, value: unknown): unknown {
  if (isTimestamp(item)) return isEmpty(value) ? null : (decodeDate(value) ?? value);
  switch (item.value_type) {
    case ValueType.Array:
      return decodeArray(value).map((entry) => (Array.isArray(entry) && isEmpty(entry) ? null : entry));
    case ValueType.Object:
      if (isEmpty(value)) return null;
      return isObject(value) ? decodeRecord(item.items, value) : value;
    case ValueType.Nested:
      if (isEmpty(value)) return [];
      return Array.isArray(value)
        ? value.map((entry) => (isObject(entry) ? decodeRecord(item.items, entry) : entry))
        : value;
    case ValueType.Text:
    case ValueType.Keyword:
      return isEmpty(value) && typeof value !== 'string' ? null : value;
    default:
      return isEmpty(value) ? null : value;
  }
}

/**
 * A record of the wire with dates as epoch ms, lists as arrays and null where nothing is, at every depth. Fields the schema does not know stay
 * untouched (REC-40); a date that cannot be read stays as it is, so that validation can name it.
 */
export function decodeRecord(
  items: readonly SchemaItem[],
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const decoded: Record<string, unknown> = { ...record };
  for (const item of items)
    if (Object.hasOwn(record, item.name)) decoded[item.name] = decodeValue(item, record[item.name]);
  return decoded;
}
