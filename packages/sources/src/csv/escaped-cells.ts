import type { Escape } from './escape.ts';

/** Index of the delimiter behind the cell that begins at `from`, or the length of the row. */
function endOfCell(row: string, from: number, delimiter: string, escapes: Escape): number {
  let isOpen = escapes === 'enclosed' && row[from] === '"';
  for (let i = isOpen ? from + 1 : from; i < row.length; i++) {
    const c = row[i];
    if (c === '\\') i++;
    else if (isOpen && c === '"' && row[i + 1] === '"') i++;
    else if (isOpen && c === '"') isOpen = false;
    else if (!isOpen && c === delimiter) return i;
  }
  return row.length;
}

/** The cells of a row as they stand in it, quotes and backslashes too. */
export function rawCells(row: string, delimiter: string, escapes: Escape): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    const end = endOfCell(row, at, delimiter, escapes);
    cells.push(row.slice(at, end));
    if (end >= row.length) return cells;
    at = end + 1;
  }
}

const NULL = '\\N';
const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const LETTER = /[A-Za-z0-9]/;
/** Bytes by their digits, one behind another: a letter may take several. `\0` is the NUL of MySQL, whatever follows. */
const ESCAPED = /((?:\\x[0-9a-fA-F]{1,2}|\\[1-7][0-7]{0,2})+)|\\([\s\S])/g;
const BYTE = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))/g;

function bytesAsText(digits: string): string {
  const bytes = [...digits.matchAll(BYTE)].map(([, hex, octal = '']) =>
    hex === undefined ? Number.parseInt(octal, 8) & 0xff : Number.parseInt(hex, 16),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return digits;
  }
}

/** A letter behind a backslash that no program writes there stays with it: the text may be none with escapes. */
const plainSign = (all: string, sign: string): string => (sign === '0' ? '\0' : LETTER.test(sign) ? all : sign);

const ofText = (cell: string): string =>
  cell.replace(ESCAPED, (all: string, digits: string | undefined, sign = '') =>
    digits === undefined ? (CONTROLS[sign] ?? plainSign(all, sign)) : bytesAsText(digits),
  );

const ofEnclosed = (cell: string): string =>
  cell.replace(/\\([\s\S])|""/g, (all: string, sign: string | undefined) =>
    sign === undefined ? '"' : plainSign(all, sign),
  );

function textOf(cell: string, escapes: Escape): string {
  if (cell === NULL) return '';
  if (escapes === 'enclosed' && cell.startsWith('"'))
    return ofEnclosed(cell.slice(1, Math.max(1, cell.lastIndexOf('"'))));
  if (!cell.includes('\\')) return cell;
  return escapes === 'text' ? ofText(cell) : cell.replace(/\\([\s\S])/g, plainSign);
}

/** The cells of one row whose backslashes are escapes; what is missing (`\N`) is empty. */
export const escapedCells = (row: string, delimiter: string, escapes: Escape): readonly string[] =>
  rawCells(row, delimiter, escapes).map((cell) => textOf(cell, escapes));
