import { MAX_VALUE_BYTES } from '@datasarana/schema';

const COMMA = 0x2c;
const QUOTE = 0x22;
const UNSAFE = /[",\n\r]/;

/** A text in quotes, whatever it holds: the only cell of a row has to stand in them, else some texts would be a blank line. */
export const quotedText = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A text as a cell of the normal form. */
export const csvText = (text: string): string => (UNSAFE.test(text) ? quotedText(text) : text);

/** ASCII that stands in a cell as it is: all but NUL, line ends, quote and comma. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, c) => (c === 0 || UNSAFE.test(String.fromCharCode(c)) ? 0 : 1));

/** No cell is longer in the normal form than its length times this and a few bytes. */
const GROWTH = 3;

/** Bytes that a row of cells needs at most. */
export function roomOf(cells: readonly (string | null)[]): number {
  let length = 0;
  for (const cell of cells) length += cell === null ? 1 : cell.length * GROWTH + 3;
  return length;
}

const isStorable = (cell: string): boolean =>
  !cell.includes('\0') &&
  cell.isWellFormed() &&
  (cell.length * 3 <= MAX_VALUE_BYTES || Buffer.byteLength(cell) <= MAX_VALUE_BYTES);

/** Writes a cell in the normal form. @returns the place behind it, -1 for one that cannot be stored */
export function putCell(out: Buffer, at: number, cell: string): number {
  const { length } = cell;
  if (length * 3 > MAX_VALUE_BYTES) return putUnusual(out, at, cell);
  let to = at;
  for (let i = 0; i < length; i++) {
    const c = cell.charCodeAt(i);
    if (c === 0 || c > 127) return putUnusual(out, at, cell);
    if (PLAIN[c] === 0) return putQuoted(out, at, cell);
    out[to++] = c;
  }
  return to;
}

const putUnusual = (out: Buffer, at: number, cell: string): number =>
  isStorable(cell) ? at + out.write(csvText(cell), at) : -1;

function putQuoted(out: Buffer, at: number, cell: string): number {
  let to = at;
  out[to++] = QUOTE;
  for (let i = 0; i < cell.length; i++) {
    const c = cell.charCodeAt(i);
    if (c === 0 || c > 127) return putUnusual(out, at, cell);
    if (c === QUOTE) out[to++] = QUOTE;
    out[to++] = c;
  }
  out[to++] = QUOTE;
  return to;
}

/** Writes cells with a comma between them. @returns the place behind the last; of a cell that cannot be stored `-1 - index` */
export function putCells(out: Buffer, start: number, cells: readonly (string | null)[]): number {
  let at = start;
  for (let i = 0; i < cells.length; i++) {
    if (i > 0) out[at++] = COMMA;
    const cell = cells[i] ?? null;
    if (cell === null) continue;
    at = putCell(out, at, cell);
    if (at < 0) return -1 - i;
  }
  return at;
}
