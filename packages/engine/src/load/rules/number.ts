import { parseWholeNumber, readNumber } from '@datasarana/sources';
import type { FieldType } from '../../index/definition.ts';
import { quoteValue, type Rule } from './cell.ts';

/** Smallest and largest whole number of a type. */
export const WHOLE_RANGE: Readonly<
  Record<'byte' | 'short' | 'integer' | 'long' | 'unsigned_long', readonly [bigint, bigint]>
> = {
  byte: [-128n, 127n],
  short: [-32_768n, 32_767n],
  integer: [-2_147_483_648n, 2_147_483_647n],
  long: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
  unsigned_long: [0n, 18_446_744_073_709_551_615n],
};

/** Largest magnitude of a decimal type. */
export const DECIMAL_LIMIT: Readonly<Record<'half_float' | 'float' | 'double', number>> = {
  half_float: 65_504,
  float: 3.402_823_466_385_288_6e38,
  double: Number.MAX_VALUE,
};

const isWhole = (type: FieldType): type is keyof typeof WHOLE_RANGE => Object.hasOwn(WHOLE_RANGE, type);
const isDecimal = (type: FieldType): type is keyof typeof DECIMAL_LIMIT => Object.hasOwn(DECIMAL_LIMIT, type);

function wholeOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' ? parseWholeNumber(value) : null;
}

export const readWhole: Rule = (value, field, { refuse }) => {
  const [low, high] = isWhole(field.type) ? WHOLE_RANGE[field.type] : WHOLE_RANGE.long;
  const whole = wholeOf(value);
  if (whole === null) {
    refuse('type', `${field.label}: ${quoteValue(value)} is not a whole number`, value);
    return null;
  }
  if (whole >= low && whole <= high) return whole;
  refuse('range', `${field.label}: ${quoteValue(value)} is outside ${low} to ${high}`, value);
  return null;
};

function decimalOf(value: unknown): number | null {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' ? readNumber(value) : null;
}

export const readDecimal: Rule = (value, field, { refuse }) => {
  const limit = isDecimal(field.type) ? DECIMAL_LIMIT[field.type] : DECIMAL_LIMIT.double;
  const number = decimalOf(value);
  if (number === null) {
    refuse('type', `${field.label}: ${quoteValue(value)} is not a number`, value);
    return null;
  }
  // -0 reads back as 0 from every output format
  if (Math.abs(number) <= limit) return number === 0 ? 0 : number;
  refuse('range', `${field.label}: ${quoteValue(value)} is outside -${limit} to ${limit}`, value);
  return null;
};
