import { dateFormat, millisOf, UTC, type Zone } from '@datasarana/query';
import type { FieldValues, ValueKind } from './field-values.ts';

/** How values of an aggregation are written as text. */
export type ValueText = (value: number | bigint) => string;

/** The text beside a figure, or null when OpenSearch gives none: plain numbers without a format. */
export function valueText(kind: ValueKind, format: string | undefined, zone: Zone = UTC): ValueText | null {
  if (kind === 'date') {
    const dates = dateFormat(format);
    return (value) => dates.write(withinLong(value), zone);
  }
  if (kind === 'boolean') return (value) => (value === 0 ? 'false' : 'true');
  return format === undefined ? null : decimalText(format);
}

/** Figures of dates (a sum, a variance) may lie beyond all dates, and are written as the last one. */
const withinLong = (value: number | bigint): number | bigint => {
  if (typeof value === 'bigint') return value;
  const whole = Math.trunc(value);
  return Number.isSafeInteger(whole) || !Number.isFinite(whole) ? whole : millisOf(BigInt(whole) * 1_000_000n);
};

/** Dates are written in the format of their field when no other is asked for. */
export function textFor(
  values: Pick<FieldValues, 'kind' | 'format' | 'toldAs'>,
  format: string | undefined,
  zone: Zone = UTC,
): ValueText | null {
  const { kind, format: own } = values.toldAs ?? values;
  return valueText(kind, format ?? own, zone);
}

/** What some figures are told as: a boolean as itself, all else as text. */
export type BareText = (value: number) => string | boolean;

export const bareText = (values: Pick<FieldValues, 'kind' | 'toldAs'>, text: ValueText | null): BareText | null =>
  text !== null && (values.toldAs ?? values).kind === 'boolean' ? (value) => value !== 0 : text;

/** What an empty pattern says: as many digits as there are, and none before the point that is not needed. */
const bareDecimal: ValueText = (value) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, useGrouping: false })
    .format(Number(value))
    .replace(/^(-?)0\./, '$1.');

/** Java's DecimalFormat as far as it is used: `0.00`, `#,##0.##`, `$0`, `0%`. */
export function decimalText(pattern: string): ValueText {
  if (pattern === '') return bareDecimal;
  const [, before = '', body = '', after = ''] = /^([^#0,.]*)([#0,.]*)(.*)$/.exec(pattern.split(';')[0] ?? '') ?? [];
  const [whole = '', fraction = ''] = body.split('.');
  const digits = whole.replaceAll(',', '');
  const isPercent = after.startsWith('%') || before.endsWith('%');
  const numbers = new Intl.NumberFormat('en-US', {
    minimumIntegerDigits: Math.max(1, digits.replaceAll('#', '').length),
    minimumFractionDigits: fraction.replaceAll('#', '').length,
    maximumFractionDigits: fraction.length,
    useGrouping: whole.includes(','),
    roundingMode: 'halfEven',
  });
  const plain = (text: string) => text.replaceAll("'", '');
  const factor = isPercent ? 100 : 1;
  return (value) => {
    const shown = rounded(Number(value) * factor, fraction.length);
    const [, sign = '', number = ''] = /^(-?)(.*)$/.exec(numbers.format(shown)) ?? [];
    return `${sign}${plain(before)}${number}${plain(after)}`;
  };
}

/**
 * A number rounded to so many places as Java does: by its exact binary value, halves to the even digit, where its shortest
 * decimal has more places than these, and else as that. Intl rounds the shortest decimal in any case.
 */
function rounded(value: number, places: number): number | bigint | Intl.StringNumericLiteral {
  if (Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER && Math.abs(value) < 2 ** 63)
    return wideWhole(value);
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  const [, shortest = null] = /^-?\d+\.?(\d*)$/.exec(String(value)) ?? [];
  if (shortest !== null && shortest.length <= places) return value;
  const exact = value.toFixed(Math.min(100, places + 60));
  const cut = exact.length - Math.min(60, 100 - places);
  const isHalf = /^50*$/.test(exact.slice(cut));
  return (isHalf ? exact : value.toFixed(places)) as Intl.StringNumericLiteral;
}

/** How many digits at the end say nothing in a number of 54 bits and more. */
const UNSAID = [0, 0, 0, 0, 1, 1, 1, 2, 2];

/** The digits Java writes of a whole number beyond 2^53: all it has, but for those that say nothing. */
function wideWhole(value: number): bigint {
  const whole = BigInt(value);
  const bits = (whole < 0n ? -whole : whole).toString(2).length;
  const unit = 10n ** BigInt(UNSAID[bits - 55] ?? 0);
  const half = whole < 0n ? -unit / 2n : unit / 2n;
  return ((whole + half) / unit) * unit;
}

/** A number as Java's Double.toString writes it, as far as keys of ranges need it: `10` → `10.0`. */
export function javaDouble(given: number | bigint): string {
  const value = Number(given);
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (value !== 0 && (size >= 1e7 || size < 1e-3)) {
    const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
    return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** A figure out of a statement: whole numbers come as bigint when they are large. */
export const figure = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** A key out of a statement; a whole number beyond 2^53 is given as text, since JSON readers would round it. */
export const jsonKey = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** NaN and infinities as OpenSearch writes them into JSON. */
export const jsonFigure = (value: number | null): number | string | null =>
  value === null || Number.isFinite(value) ? value : String(value);
