import type { SQLOutputValue } from 'node:sqlite';
import type { Cell } from '../../rows/row-reader.ts';
import { DatabaseRefused } from './database.ts';

/** An SQLite value as text: numbers with every digit, bytes in base64. */
export function sqliteCell(value: SQLOutputValue | undefined): Cell {
  if (value === null || value === undefined) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}

/** A text by its bytes in the encoding of the file. */
export const textLiteral = (bytes: Uint8Array): string => `CAST(x'${Buffer.from(bytes).toString('hex')}' AS TEXT)`;

/** A value as SQLite writes it in a statement: its type is that of the value, not of the column, so it is kept with it. */
export function sqliteLiteral(value: SQLOutputValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value.toExponential() : value > 0 ? '9e999' : '-9e999';
  // A statement ends at a NUL
  return value.includes('\0') ? textLiteral(Buffer.from(value)) : `'${value.replaceAll("'", "''")}'`;
}

const LITERAL = /^(-?\d+(\.\d+)?(e[+-]?\d+)?|x'[0-9a-f]*'|CAST\(x'[0-9a-f]*' AS TEXT\)|'([^']|'')*')$/;

/** A kept literal, checked, because it goes into the statement as it stands. @throws DatabaseRefused */
export function checkedLiteral(text: string): string {
  if (LITERAL.test(text)) return text;
  throw new DatabaseRefused('cursor', `'${text.slice(0, 64)}' is no place to read on from. Read from the start.`);
}

/** A name inside a statement. */
export const sqliteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
