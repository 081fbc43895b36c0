import { decodeDate } from '../records/codecs.ts';
import { parseGeoPoint } from './geo-point.ts';
import { shapeFault } from './geo-shape.ts';

/** A value as it stands in a message: quoted, cut after 60 characters. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, bigintsAsText) ?? String(value));
  return `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
}

const bigintsAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Whether a value is a whole number within bounds, both included: what is wrong with it, or null. */
export const checkWhole =
  ([low, high]: readonly [bigint, bigint]) =>
  (value: unknown): string | null => {
    const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
    if (!isWhole) return `${quoteValue(value)} is not a whole number`;
    const exact = BigInt(value);
    return exact >= low && exact <= high ? null : `${quoteValue(value)} is outside ${low} to ${high}`;
  };

export const checkDecimal =
  (limit: number) =>
  (value: unknown): string | null => {
    const number = typeof value === 'bigint' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return `${quoteValue(value)} is not a number`;
    return Math.abs(number) <= limit ? null : `${quoteValue(value)} is outside -${limit} to ${limit}`;
  };

/** Whether a text can be kept and found again: without NUL, and without half of a pair, which no encoding has. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** What is said of a property that is no such text, behind its name. */
export const MUST_BE_TEXT = 'must be text, without NUL or half of a pair of characters';

export function checkText(value: unknown): string | null {
  if (typeof value !== 'string') return `${quoteValue(value)} is not text`;
  return isStorableText(value) ? null : 'the text holds a character that cannot be stored (NUL or half of a pair)';
}

export const checkDate = (value: unknown): string | null =>
  decodeDate(value) === null
    ? `${quoteValue(value)} is not a date; write epoch milliseconds or ISO 8601 as 2026-01-31T18:30:00Z`
    : null;

export const checkBoolean = (value: unknown): string | null =>
  typeof value === 'boolean' ? null : `${quoteValue(value)} is not yes or no; write true or false`;

export const checkBinary = (value: unknown): string | null =>
  typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
    ? null
    : `${quoteValue(value)} is not base64`;

export const checkPoint = (value: unknown): string | null =>
  parseGeoPoint(value) === null
    ? `${quoteValue(value)} is not a point; write it as "lat, lon" with latitude -90 to 90 and longitude -180 to 180`
    : null;

export const checkShape = (value: unknown): string | null => {
  const fault = shapeFault(value);
  return fault === null ? null : `${quoteValue(value)} is not a GeoJSON geometry: ${fault}`;
};
