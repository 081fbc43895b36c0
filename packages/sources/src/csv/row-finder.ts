const LF = 0x0a;
const CR = 0x0d;

/** How one row ended. */
export type RowEnd =
  /** More bytes are needed to know. */
  | 'cut'
  | 'row'
  /** Only white space. */
  | 'blank'
  /** Text stands after a closing quote. */
  | 'quote';

/** Finds where rows of delimited bytes end. Its findings stand in fields: it is called once per row of large files. */
export interface RowFinder {
  /** Index behind the row's last byte, line end left out. */
  readonly end: number;
  /** Index of the next row. */
  readonly next: number;
  readonly cells: number;
  /** Line ends within the row. */
  readonly innerLines: number;
  /** The row is to be written anew. */
  readonly irregular: boolean;
  /** Bytes of the longest cell, its quotes counted in. */
  readonly longest: number;
  /** Scans the row that starts at `start`. `final` = no bytes follow the buffer's end. */
  scan(bytes: Uint8Array, start: number, length: number, final: boolean): RowEnd;
}

/**
 * Where the line that begins at `from` ends, its line end left out, and where the next one begins; null when more bytes are needed to
 * know. `final` = none follow.
 */
export function lineAt(
  bytes: Uint8Array,
  from: number,
  final: boolean,
): { readonly end: number; readonly next: number } | null {
  let end = from;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  const isPair = bytes[end] === CR && bytes[end + 1] === LF;
  const next = Math.min(bytes.length, end + (isPair ? 2 : 1));
  const isKnown = final || isPair || (end < bytes.length && (bytes[end] === LF || next < bytes.length));
  return isKnown ? { end, next } : null;
}
