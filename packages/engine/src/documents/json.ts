/** A number that was written as a decimal though its value is whole (`1.0`): it maps to a float, not to a long. */
export class Decimal {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export type Value = null | boolean | number | bigint | string | Decimal | readonly Value[] | ObjectValue;
export interface ObjectValue {
  readonly [key: string]: Value;
}

export const isObjectValue = (value: Value): value is ObjectValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);

/** Numbers plain JSON.parse loses something of: whole decimals, exponents, integers beyond 2^53. */
const DELICATE = /\d\.0+(?!\d)|\d[eE][+-]?\d|\d{16}/;

function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  if (/[.eE]/.test(source)) return Number.isInteger(value) ? new Decimal(value) : value;
  return Number.isSafeInteger(value) ? value : BigInt(source);
}

/** Parses JSON and keeps of its numbers what decides about their type. @throws SyntaxError */
export const parseExactly = (text: string): Value =>
  DELICATE.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);

/** The plain number of any numeric value. */
export const numberOf = (value: number | bigint | Decimal): number =>
  value instanceof Decimal ? value.value : Number(value);

/** How a value is shown in a message. */
export function shown(value: Value): string {
  if (value instanceof Decimal) return `${value.value}.0`;
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (isObjectValue(value))
    return `{${Object.entries(value)
      .map(([key, inner]) => `${key}=${shown(inner)}`)
      .join(', ')}}`;
  return String(value);
}
