import { type Dialect, splitText } from './split-text.ts';

/** Rows whose cells are counted, and how many of them there have to be. */
const [LOOKED_AT, LEAST] = [100, 2];

/** Where a column stands that the header left out. */
export type LeftOut = 'first' | 'last';

/**
 * Which column a header of several names left out, where each row has just one cell more: the first one, as R writes the names of its rows,
 * or the last one, where a delimiter ends each row, or where what stands first in them comes again, which no name of a row does: so
 * Windows saves its events. Null where it names all, or the rows differ.
 */
export function leftOut(header: readonly string[], below: readonly (readonly string[])[]): LeftOut | null {
  const rows = below.slice(0, LOOKED_AT);
  const isFull = header.length > 1 && header.every((name) => name.trim() !== '');
  if (!isFull || rows.length < LEAST || rows.some((row) => row.length !== header.length + 1)) return null;
  const isNameOfRow = new Set(rows.map(([first]) => first)).size === rows.length;
  return !isNameOfRow || rows.every((row) => row.at(-1)?.trim() === '') ? 'last' : 'first';
}

/** The same of a text that begins with its header; `isPart` = it goes on beyond its end. */
export function leftOutIn(text: string, dialect: Dialect, isPart: boolean): LeftOut | null {
  const { rows } = splitText(text, dialect, LOOKED_AT + 2, { strict: true, isPart });
  const [header = [], ...below] = isPart && rows.length < LOOKED_AT + 2 ? rows.slice(0, -1) : rows;
  return leftOut(header, below);
}

/** The names of a header, with an empty one for the column it left out. */
export const withLeftOut = (header: readonly string[], column: LeftOut | null): readonly string[] =>
  column === null ? header : column === 'first' ? ['', ...header] : [...header, ''];
