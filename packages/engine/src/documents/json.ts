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

/** Numbers plain JSON.parse loses something of by how they are written: zeros at their end, many zeros before them, exponents. */
const ROUNDED = /\.(?:0{6}|(?<=\d\.)\d*0(?!\d))/;
const EXPONENT = /[eE](?<=\d.)[+-]?\d/;

const MANY_DIGITS = 16;
const LONG_NUMBER = /\d{16}|\d[\d.]{16}/;

function isOfNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || code === 46;
}

/** Whether a number has more digits than are sure to be kept. Looks at one character of sixteen: a pattern that looks at each takes twenty times as long as the parsing. */
function hasLongNumber(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isOfNumber(text, at)) continue;
    let from = at;
    while (from > 0 && isOfNumber(text, from - 1)) from--;
    while (isOfNumber(text, at + 1)) at++;
    if (at - from >= MANY_DIGITS - 1 && LONG_NUMBER.test(text.slice(from, at + 1))) return true;
  }
  return false;
}

const isDelicate = (text: string): boolean => ROUNDED.test(text) || EXPONENT.test(text) || hasLongNumber(text);

function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  // a whole number with a fraction or an exponent is no whole number to who wrote it
  if (/[.eE]/.test(source))
    return String(value) === source && !Number.isInteger(value) ? value : new Decimal(value, source);
  return Number.isSafeInteger(value) ? value : BigInt(source);
}

/** Parses JSON and keeps of its numbers what decides about their type. @throws SyntaxError */
export const parseExactly = (text: string): Value => (isDelicate(text) ? JSON.parse(text, exactly) : JSON.parse(text));

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
