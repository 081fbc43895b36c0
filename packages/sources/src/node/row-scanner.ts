import type { RowEnd, RowFinder } from '../csv/row-finder.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const UNKNOWN = -2;

/** Where no line end comes within so many bytes no row is waited for; nor is the end of a quote. */
export const ROW_LIMIT = 16 * 1024 * 1024;
export const LONG_LINE = 'The line is longer than the 16 MB a row may have.';

/**
 * Finds where one row of delimited bytes ends. Holds its findings in fields instead of returning an object: it is called
 * once per row of files with hundreds of millions of bytes.
 */
export class RowScanner implements RowFinder {
  readonly #delimiter: number;
  /** 1 for what is a sign of a cell and nothing else. */
  readonly #plain = new Uint8Array(256).fill(1, 0x21);
  /** Index behind the row's last byte, line end left out. */
  end = 0;
  /** Index of the next row. */
  next = 0;
  cells = 0;
  /** Line ends inside quotes. */
  innerLines = 0;
  /** A quote inside an unquoted cell, spaces around a quoted one, or `\r` inside the row: the row is to be written anew. */
  irregular = false;
  /** Bytes of the longest cell, its quotes counted in. */
  longest = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#plain[this.#delimiter] = 0;
    this.#plain[QUOTE] = 0;
  }

  /** Scans the row that starts at `start`. `final` = no bytes follow the buffer's end. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over bytes; calls per byte would cost half the speed
  scan(bytes: Uint8Array, start: number, length: number, final: boolean): RowEnd {
    const [delimiter, plain] = [this.#delimiter, this.#plain];
    let cells = 1;
    let cellStart = start;
    let visible = false;
    /** Where the cell begins of which a quote was looked at that stands behind something. */
    let lookedAt = -1;
    let i = start;
    this.innerLines = 0;
    this.irregular = false;
    this.longest = 0;
    while (i < length) {
      const b = bytes[i] as number;
      if (plain[b] === 1) {
        visible = true;
        do i++;
        while (i < length && plain[bytes[i] as number] === 1);
      } else if (b === delimiter) {
        this.#measure(i - cellStart);
        cells++;
        cellStart = ++i;
        visible = true;
      } else if (b === LF || b === CR) {
        return this.#endRow(bytes, i, length, final, cells, cellStart, visible);
      } else if (b === QUOTE && i === cellStart) {
        visible = true;
        const close = this.#skipQuoted(bytes, i + 1, length);
        i = close < 0 ? length : this.#skipSpaces(bytes, close, length);
        if (i >= length && (close < 0 || !final)) return 'cut';
        if (i < length && !this.#endsCell(bytes[i] as number)) return 'quote';
        if (i > close) this.irregular = true;
      } else if (b === QUOTE) {
        this.irregular = true;
        visible = true;
        const isFirst = lookedAt !== cellStart && this.#skipSpaces(bytes, cellStart, i) === i;
        lookedAt = cellStart;
        const next = isFirst ? this.#skipSpaced(bytes, i + 1, length, final) : -1;
        if (next === UNKNOWN) return 'cut';
        i = next < 0 ? i + 1 : next;
      } else i++;
    }
    if (!final) return 'cut';
    this.#measure(i - cellStart);
    this.cells = cells;
    this.end = i;
    this.next = i;
    return visible ? 'row' : 'blank';
  }

  #endRow(
    bytes: Uint8Array,
    at: number,
    length: number,
    final: boolean,
    cells: number,
    cellStart: number,
    visible: boolean,
  ): RowEnd {
    let next = at + 1;
    if (bytes[at] === CR) {
      if (next >= length && !final) return 'cut';
      if (bytes[next] === LF && next < length) next++;
    }
    this.#measure(at - cellStart);
    this.cells = cells;
    this.end = at;
    this.next = next;
    return visible ? 'row' : 'blank';
  }

  #endsCell(b: number): boolean {
    return b === this.#delimiter || b === LF || b === CR;
  }

  #isSpace(b: number): boolean {
    return b !== this.#delimiter && (b === SPACE || b === TAB);
  }

  #skipSpaces(bytes: Uint8Array, from: number, length: number): number {
    let i = from;
    while (i < length && this.#isSpace(bytes[i] as number)) i++;
    return i;
  }

  /**
   * Index of the end of a cell in quotes that stand behind spaces; -1 when it is none, because the quote is not closed in its line, or
   * text stands behind it: such quotes are letters. UNKNOWN when more bytes are needed.
   */
  #skipSpaced(bytes: Uint8Array, from: number, length: number, final: boolean): number {
    let i = from;
    for (; i < length; i++) {
      const b = bytes[i];
      if (b === LF || b === CR) return -1;
      if (b !== QUOTE) continue;
      if (bytes[i + 1] !== QUOTE || i + 1 >= length) break;
      i++;
    }
    if (i >= length) return final ? -1 : UNKNOWN;
    const end = this.#skipSpaces(bytes, i + 1, length);
    if (end >= length) return final ? end : UNKNOWN;
    return this.#endsCell(bytes[end] as number) ? end : -1;
  }

  #measure(bytes: number): void {
    if (bytes > this.longest) this.longest = bytes;
  }

  /** Index behind the closing quote; -1 when the buffer ends before it. */
  #skipQuoted(bytes: Uint8Array, from: number, length: number): number {
    let i = from;
    while (i < length) {
      const b = bytes[i] as number;
      if (b === QUOTE) {
        if (i + 1 < length && bytes[i + 1] === QUOTE) i++;
        else return i + 1;
      } else if (b === LF) this.innerLines++;
      i++;
    }
    return -1;
  }
}
