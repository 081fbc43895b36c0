/** A decimal that was written otherwise than JavaScript would (`1.0`, `1.10`, `1e3`): a text of it has these digits. */
export class Decimal {
  readonly value: number;
  readonly digits: string;

  constructor(value: number, digits: string) {
    this.value = value;
    this.digits = digits;
  }
}

export type Value = null | boolean | number | bigint | string | Decimal | readonly Value[] | ObjectValue;
export interface ObjectValue {
  readonly [key: string]: Value;
}

export const isObjectValue = (value: Value): value is ObjectValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);

/** Numbers plain JSON.parse loses something of: zeros at their end, exponents, many digits, many zeros before them. */
const DELICATE = /\d\.\d*0(?!\d)|\d[eE][+-]?\d|\d{16}|\d[\d.]{16}|\.0{6}/;

function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  // a whole number with a fraction or an exponent is no whole number to who wrote it
  if (/[.eE]/.test(source))
    return String(value) === source && !Number.isInteger(value) ? value : new Decimal(value, source);
  return Number.isSafeInteger(value) ? value : BigInt(source);
}

/** Parses JSON and keeps of its numbers what decides about their type. @throws SyntaxError */
export const parseExactly = (text: string): Value =>
  DELICATE.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);

/** The plain number of any numeric value. */
export const numberOf = (value: number | bigint | Decimal): number =>
  value instanceof Decimal ? value.value : Number(value);

/** A value as text: in a message, and in a field of texts. */
export function shown(value: Value): string {
  if (value instanceof Decimal) return value.digits;
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (isObjectValue(value))
    return `{${Object.entries(value)
      .map(([key, inner]) => `${key}=${shown(inner)}`)
      .join(', ')}}`;
  return String(value);
}
