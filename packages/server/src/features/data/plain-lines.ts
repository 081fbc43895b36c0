import type { FieldDefinition } from '@datasarana/engine';
import { parseExact } from '@datasarana/sources';
import { cellOf, type DocumentCells, isOwnKey, takesWords } from './document-cells.ts';
import type { Fields } from './feature-line.ts';
import { type LineKey, type LineRun, LineRuns, type LineShape } from './line-runs.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const LF = 0x0a;
const FIRST_VISIBLE = 0x20;
const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

/** Objects with these may be more than a row of fields. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['geometry', 'features', 'data']);
/** Keys that are looked for in each line; files whose lines differ in more are read the exact way. */
const MOST_KEYS = 1000;
/** Digits a number surely keeps when it is read and written again. */
const SURE_DIGITS = 15;
/** A cell may be this much longer than its JSON: a date of few digits. */
const GROWTH = 40;
/** From here on copying in one call is faster than byte by byte. */
const LONG_CELL = 48;

interface KnownKey extends LineKey {
  readonly field: FieldDefinition | null;
}

const isDigit = (b: number | undefined): boolean => b !== undefined && b >= 0x30 && b <= 0x39;
const isBlank = (b: number | undefined): boolean => b === 0x20 || b === 0x09 || b === 0x0d;

const isExponent = (b: number | undefined): boolean => b === 0x65 || b === 0x45;

function afterDigits(bytes: Uint8Array, at: number): number {
  let i = at;
  while (isDigit(bytes[i])) i++;
  return i;
}

function afterBlanks(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && isBlank(bytes[i])) i++;
  return i;
}

function matches(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

/**
 * Writes lines of JSON as rows of cells byte by byte, without making objects of them: flat objects of keys that were met
 * before. Whatever is unusual is left to the exact way, which teaches it the keys; the rows of both are the same.
 */
export class PlainLines {
  readonly #cells: DocumentCells;
  readonly #fieldOf: (key: string) => string | null;
  readonly #ignoreUnknown: boolean;
  readonly #known = new Set<string>();
  readonly #keys: KnownKey[] = [];
  readonly #runs: LineRuns;
  #shape: LineShape | null = null;
  readonly #width: number;
  /** Of each cell: where its bytes stand in the line, or its text, and the line that filled it. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #texts: (string | null)[];
  readonly #filled: Float64Array;
  #line = 0;

  constructor(
    cells: DocumentCells,
    fieldOf: (key: string) => string | null,
    ignoreUnknown: boolean,
    runs = new LineRuns(),
  ) {
    this.#runs = runs;
    this.#cells = cells;
    this.#fieldOf = fieldOf;
    this.#ignoreUnknown = ignoreUnknown;
    this.#width = cells.columns.length;
    this.#from = new Int32Array(this.#width);
    this.#to = new Int32Array(this.#width);
    this.#texts = new Array<string | null>(this.#width).fill(null);
    this.#filled = new Float64Array(this.#width);
  }

  /** Bytes a line of that length needs at most. */
  room(length: number): number {
    return length + this.#width * GROWTH;
  }

  /** Takes note of the keys of an object that was read the exact way, its rights looked at. */
  readonly learn = (row: Fields): void => {
    for (const key of Object.keys(row)) {
      if (this.#known.has(key) || this.#known.size >= MOST_KEYS) continue;
      this.#known.add(key);
      const known = this.#keyOf(key);
      if (!known) continue;
      this.#keys.push(known);
      this.#shape = null;
    }
  };

  #keyOf(key: string): KnownKey | null {
    if (AMBIGUOUS.has(key) || JSON.stringify(key) !== `"${key}"`) return null;
    const bytes = Buffer.from(`"${key}"`);
    const name = this.#fieldOf(key);
    const nothing = { bytes, cell: -1, field: null, texts: true, words: true };
    if (name === null) return this.#ignoreUnknown || isOwnKey(key) ? nothing : null;
    const place = this.#cells.placeOf(name);
    if (place === null) return null;
    const { field, cell } = place;
    const isTree = field.type === 'object' || field.type === 'nested';
    return isTree ? null : { bytes, cell, field, texts: field.list !== true, words: takesWords(field) };
  }

  /** The rows of many usual lines at once, as `LineRuns` takes them; null when the first is to be written by itself. */
  take(bytes: Buffer, at: number, most: number): LineRun | null {
    this.#shape ??= { keys: [...this.#keys], width: this.#width, neverEmpty: this.#cells.neverEmpty };
    return this.#runs.take(bytes, at, most, this.#shape);
  }

  /** Lets go of the bytes that rows were taken of. */
  release(): void {
    this.#runs.release();
  }

  /**
   * Writes the row of the line `bytes[start, end)`, which is UTF-8, into `out`, with its line end.
   * @returns the place behind it; -1 when the line is to be read the exact way
   */
  write(bytes: Buffer, start: number, end: number, out: Buffer, at: number): number {
    if (this.#keys.length === 0) return -1;
    this.#line++;
    if (!this.#read(bytes, start, end)) return -1;
    return this.#cells.neverEmpty.every((cell) => this.#holds(cell)) ? this.#put(bytes, out, at) : -1;
  }

  #holds(cell: number): boolean {
    if (this.#filled[cell] !== this.#line) return false;
    return this.#texts[cell] === null ? this.#from[cell] !== this.#to[cell] : this.#texts[cell] !== '';
  }

  #read(bytes: Buffer, start: number, end: number): boolean {
    let i = afterBlanks(bytes, start, end);
    if (bytes[i] !== OPEN) return false;
    for (let guess = 0; ; ) {
      i = afterBlanks(bytes, i + 1, end);
      const at = this.#keyAt(bytes, i, guess);
      const key = this.#keys[at];
      if (key === undefined || !this.#claim(key.cell)) return false;
      guess = at + 1;
      i = afterBlanks(bytes, i + key.bytes.length, end);
      if (bytes[i] !== COLON) return false;
      i = this.#value(bytes, afterBlanks(bytes, i + 1, end), end, key);
      if (i < 0) return false;
      i = afterBlanks(bytes, i, end);
      if (bytes[i] !== COMMA) return i < end && bytes[i] === CLOSE && afterBlanks(bytes, i + 1, end) === end;
    }
  }

  /** Lines mostly have the same keys in the same order. @returns which key stands there, -1 when it was not met before */
  #keyAt(bytes: Uint8Array, at: number, guess: number): number {
    const keys = this.#keys;
    for (let n = 0; n < keys.length; n++) {
      const i = (guess + n) % keys.length;
      const key = keys[i];
      if (key !== undefined && matches(bytes, at, key.bytes)) return i;
    }
    return -1;
  }

  /** False when the line has filled the cell already. */
  #claim(cell: number): boolean {
    if (cell < 0) return true;
    if (this.#filled[cell] === this.#line) return false;
    this.#filled[cell] = this.#line;
    this.#from[cell] = 0;
    this.#to[cell] = 0;
    this.#texts[cell] = null;
    return true;
  }

  /** @returns the place behind the value; -1 when it is unusual */
  #value(bytes: Buffer, at: number, end: number, key: KnownKey): number {
    const b = bytes[at];
    if (b === QUOTE) return this.#text(bytes, at, end, key);
    if (b === MINUS || isDigit(b)) return this.#number(bytes, at, end, key);
    if (matches(bytes, at, NULL)) return at + NULL.length;
    if (matches(bytes, at, TRUE)) return key.words ? this.#span(key, at, at + TRUE.length) : -1;
    if (matches(bytes, at, FALSE)) return key.words ? this.#span(key, at, at + FALSE.length) : -1;
    if (b !== OPEN || key.field?.type !== 'geo_point') return -1;
    const close = bytes.indexOf(CLOSE, at);
    return close < 0 || close >= end ? -1 : this.#parsed(bytes, at, close + 1, key);
  }

  #span({ cell }: KnownKey, from: number, to: number): number {
    if (cell >= 0) {
      this.#from[cell] = from;
      this.#to[cell] = to;
    }
    return to;
  }

  #text(bytes: Buffer, at: number, end: number, key: KnownKey): number {
    let comma = false;
    for (let i = at + 1; i < end; i++) {
      const b = bytes[i] as number;
      if (b === QUOTE) {
        if (!key.texts) return this.#parsed(bytes, at, i + 1, key);
        // a cell with a comma is quoted as JSON is
        if (comma) return this.#span(key, at, i + 1);
        this.#span(key, at + 1, i);
        return i + 1;
      }
      if (b === COMMA) comma = true;
      else if (b === BACKSLASH) return this.#escaped(bytes, at, end, key);
      else if (b < FIRST_VISIBLE) return -1;
    }
    return -1;
  }

  #escaped(bytes: Buffer, at: number, end: number, key: KnownKey): number {
    for (let i = at + 1; i < end; i++) {
      if (bytes[i] === BACKSLASH) i++;
      else if (bytes[i] === QUOTE) return this.#parsed(bytes, at, i + 1, key);
    }
    return -1;
  }

  #number(bytes: Buffer, at: number, end: number, key: KnownKey): number {
    const first = bytes[at] === MINUS ? at + 1 : at;
    const dot = afterDigits(bytes, first);
    let i = bytes[dot] === DOT ? afterDigits(bytes, dot + 1) : dot;
    const isPlain =
      !isExponent(bytes[i]) && isSure(bytes, first, dot, i) && !(i === dot && at < first && bytes[first] === ZERO);
    if (key.words && isPlain) return this.#span(key, at, i);
    while (i < end && bytes[i] !== COMMA && bytes[i] !== CLOSE && !isBlank(bytes[i])) i++;
    return this.#parsed(bytes, at, i, key);
  }

  /** A value read as the exact way reads it. */
  #parsed(bytes: Buffer, from: number, to: number, key: KnownKey): number {
    let value: unknown;
    try {
      value = parseExact(bytes.toString('utf8', from, to));
    } catch {
      return -1;
    }
    if (key.field === null) return to;
    const text = cellOf(value, key.field);
    if (text === null) return -1;
    this.#texts[key.cell] = text;
    return to;
  }

  #put(bytes: Buffer, out: Buffer, start: number): number {
    let at = start;
    for (let cell = 0; cell < this.#width; cell++) {
      if (cell > 0) out[at++] = COMMA;
      if (this.#filled[cell] !== this.#line) continue;
      const text = this.#texts[cell] ?? null;
      const [from, to] = [this.#from[cell] as number, this.#to[cell] as number];
      if (text !== null) at += out.write(text, at);
      else if (to - from >= LONG_CELL) at += bytes.copy(out, at, from, to);
      else for (let i = from; i < to; i++) out[at++] = bytes[i] as number;
    }
    out[at++] = LF;
    return at;
  }
}

/** Whether digits with or without a fraction are what JavaScript writes for the number they are. */
function isSure(bytes: Uint8Array, first: number, dot: number, end: number): boolean {
  if (dot === first || end - first > SURE_DIGITS || (bytes[first] === ZERO && dot > first + 1)) return false;
  if (dot === end) return true;
  if (end === dot + 1 || bytes[end - 1] === ZERO) return false;
  // from 0.000001 downwards numbers are written with an exponent
  return bytes[first] !== ZERO || bytes[dot + 1] !== ZERO || bytes[dot + 2] !== ZERO;
}
