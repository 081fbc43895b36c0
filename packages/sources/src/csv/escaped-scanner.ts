import type { Escape } from './escape.ts';
import type { RowEnd, RowFinder } from './row-finder.ts';

const QUOTE = 0x22;
const DOT = 0x2e;
const BACKSLASH = 0x5c;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/**
 * Finds where one row of delimited bytes ends whose backslashes are escapes. A line end is `\n` or `\r\n`: MySQL writes a `\r` within a cell as
 * it is. Of `COPY` the line `\.`, which ends it, is no row.
 */
export class EscapedScanner implements RowFinder {
  readonly #delimiter: number;
  readonly #hasQuotes: boolean;
  readonly irregular = true;
  end = 0;
  next = 0;
  cells = 0;
  innerLines = 0;
  longest = 0;

  constructor(delimiter: string, escapes: Escape) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#hasQuotes = escapes === 'enclosed';
  }

  scan(bytes: Uint8Array, start: number, length: number, final: boolean): RowEnd {
    let [i, cellStart] = [start, start];
    let isVisible = false;
    this.cells = 1;
    this.innerLines = 0;
    this.longest = 0;
    while (i < length) {
      const b = bytes[i] as number;
      if (b === LF || (b === CR && this.#isLineEnd(bytes, i, length, final))) break;
      if (b > SPACE || b === this.#delimiter) isVisible = true;
      if (b === QUOTE && this.#hasQuotes && i === cellStart) {
        i = this.#skipQuoted(bytes, i + 1, length);
        if (i > length || (i === length && !final)) return 'cut';
        if (i < length && !this.#endsCell(bytes[i] as number)) return 'quote';
        continue;
      }
      if (b === this.#delimiter) {
        this.#measure(i - cellStart);
        this.cells++;
        cellStart = i + 1;
      }
      i = b === BACKSLASH ? this.#skipEscape(bytes, i, length) : i + 1;
    }
    return this.#endRow(bytes, { start, cellStart, at: Math.min(i, length), isVisible }, length, final);
  }

  #endRow(
    bytes: Uint8Array,
    { start, cellStart, at, isVisible }: { start: number; cellStart: number; at: number; isVisible: boolean },
    length: number,
    final: boolean,
  ): RowEnd {
    const isCarriage = bytes[at] === CR;
    if (!final && (at >= length || (isCarriage && at + 1 >= length))) return 'cut';
    this.#measure(at - cellStart);
    this.end = at;
    this.next = Math.min(length, at + (isCarriage && bytes[at + 1] === LF ? 2 : 1));
    const isMark = !this.#hasQuotes && at - start === 2 && bytes[start] === BACKSLASH && bytes[start + 1] === DOT;
    return isVisible && !isMark ? 'row' : 'blank';
  }

  /** Whether a `\r` ends the line, as far as the bytes tell. */
  #isLineEnd(bytes: Uint8Array, at: number, length: number, final: boolean): boolean {
    return at + 1 >= length || bytes[at + 1] === LF || (final && at + 1 === length);
  }

  #endsCell(b: number): boolean {
    return b === this.#delimiter || b === LF || b === CR;
  }

  #measure(bytes: number): void {
    if (bytes > this.longest) this.longest = bytes;
  }

  /** Index behind a backslash and what it stands before, a line end of two bytes as a whole. */
  #skipEscape(bytes: Uint8Array, at: number, length: number): number {
    const isPair = bytes[at + 1] === CR && bytes[at + 2] === LF && at + 2 < length;
    if (at + 1 < length && (isPair || bytes[at + 1] === LF)) this.innerLines++;
    return at + (isPair ? 3 : 2);
  }

  /** Index behind the closing quote; beyond the length where none is. */
  #skipQuoted(bytes: Uint8Array, from: number, length: number): number {
    let i = from;
    while (i < length) {
      const b = bytes[i];
      if (b === BACKSLASH) {
        i = this.#skipEscape(bytes, i, length);
        continue;
      }
      if (b === QUOTE && (i + 1 >= length || bytes[i + 1] !== QUOTE)) return i + 1;
      if (b === LF) this.innerLines++;
      i += b === QUOTE ? 2 : 1;
    }
    return length + 1;
  }
}
