/** A number as YAML wrote it, so that 1.0 stays apart from 1. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): number {
    return Number(this.text);
  }
}

/** JSON in which no digit is lost: whole numbers beyond 2^53 are bigints. */
export type Json = null | boolean | number | bigint | string | WrittenNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Writes JSON with every number as it was written. */
export function writeJson(value: Json | undefined): string {
  if (value instanceof WrittenNumber) {
    return /^-?\d/.test(value.text) ? value.text.replace(/\.$/, '.0') : String(value.value);
  }
  if (typeof value === 'bigint') return value.toString();
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => `${JSON.stringify(name)}:${writeJson(each)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

const keepWhole = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? 0)
    : value;

/** Reads JSON; whole numbers beyond 2^53 become bigints. @throws SyntaxError */
export const readJson = (text: string): Json => JSON.parse(text, keepWhole) as Json;

/** A value for a message, shortened. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? 'undefined' : writeJson(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
