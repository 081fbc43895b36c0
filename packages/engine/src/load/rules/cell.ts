import type { FieldDefinition } from '../../index/definition.ts';

/** A point as it is stored. */
export interface PointValue {
  readonly lat: number;
  readonly lon: number;
}

/** A value ready for its column: whole numbers and dates as bigint, nested documents by member path. */
export type CellValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | PointValue
  | readonly CellValue[]
  | { readonly nested: ReadonlyMap<string, CellValue> };

/** Why a value was refused. `path` is where it stood in the document; lists count their entries from 1. */
export interface Refusal {
  readonly path: string;
  readonly value: string | null;
  readonly rule: string;
  readonly reason: string;
}

export interface ReadContext {
  readonly path: string;
  /** Format chosen for the column; without one dates must be unambiguous. */
  readonly dateFormat?: string | undefined;
  readonly refuse: (rule: string, reason: string, value: unknown) => void;
}

/** Reads one filled value of a field; answers null after it called `refuse`. */
export type Rule = (value: unknown, field: FieldDefinition, context: ReadContext) => CellValue;

const SHOWN = 80;

/** Whole numbers beyond 2^53 are read as bigint, which JSON does not write. */
const digits = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
const textOf = (value: unknown): string =>
  typeof value === 'bigint' || typeof value === 'number'
    ? value.toString()
    : (JSON.stringify(value, digits) ?? String(value));

/** A value as it is quoted in a message: short, on one line. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : textOf(value);
  const line = text.replace(/\s+/g, ' ');
  const short = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
  return typeof value === 'string' ? `"${short}"` : short;
}

/** The value as kept beside a refusal. */
export const rawText = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'string'
      ? value.toWellFormed()
      : textOf(value).toWellFormed();

/** Null, undefined, empty or blank text, NaN, an empty list (REC-19); 0 and false are values. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'number' && Number.isNaN(value)) ||
  (Array.isArray(value) && value.length === 0);
