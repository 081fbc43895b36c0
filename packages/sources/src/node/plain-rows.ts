import { readFileSync } from 'node:fs';

/** What plain-rows.wat exports. */
interface Counter {
  readonly memory: WebAssembly.Memory;
  /** Index behind the last row that was counted. */
  readonly end: WebAssembly.Global<'i32'>;
  /** Index behind the rows that were written anew. */
  readonly written: WebAssembly.Global<'i32'>;
  readonly count: (at: number, length: number, delimiter: number, cells: number, most: number, out: number) => number;
}

/** Plain rows that stand one behind the other. */
export interface PlainRun {
  readonly rows: number;
  /** Where they stand as they are to be: in the bytes that were looked at, or, where they ended with two signs, in others. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Bytes the memory of the module holds at once, beside the sixteen that it reads together. */
const WINDOW_BYTES = 256 * 1024;
/** Where rows are written anew, behind the window. */
const OUT = WINDOW_BYTES + 1024;
/** Most rows that are counted at once. */
const MOST_ROWS = 2 ** 31 - 1;
/** Most rows that are passed over, where again and again none is plain, before it is looked for one. */
const LONGEST_PAUSE = 256;

/** One module serves all files that are read at the same time; its memory holds bytes of the last that counted. */
class Window {
  readonly #counter: Counter;
  readonly memory: Buffer;
  #bytes: Uint8Array | null = null;
  #from = 0;
  #to = 0;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL('plain-rows.wasm', import.meta.url)));
    this.#counter = new WebAssembly.Instance(module).exports as unknown as Counter;
    this.memory = Buffer.from(this.#counter.memory.buffer);
  }

  /** Index behind the last row that was counted. */
  get end(): number {
    return this.#from + this.#counter.end.value;
  }

  /** Index in the memory behind the rows that were written anew. */
  get written(): number {
    return this.#counter.written.value;
  }

  /** Whether bytes behind the window might end a row that begins at `at`. */
  isCut(at: number): boolean {
    return at > this.#from && this.#to < (this.#bytes?.length ?? 0);
  }

  holds(bytes: Uint8Array, at: number): boolean {
    return bytes === this.#bytes && at >= this.#from && at < this.#to;
  }

  release(): void {
    this.#bytes = null;
  }

  hold(bytes: Uint8Array, from: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = Math.min(bytes.length, from + WINDOW_BYTES);
    this.memory.set(bytes.subarray(from, this.#to));
  }

  count(at: number, delimiter: number, cells: number, most: number, out: number): number {
    return this.#counter.count(at - this.#from, this.#to - this.#from, delimiter, cells, most, out);
  }
}

let window: Window | undefined;

/**
 * Finds rows that need no more than to be found, many at once: with as many cells as wanted, a line feed at the end, with a carriage return before
 * it or not, and quotes, if any, around a whole cell with neither quote nor line feed inside. It looks at sixteen bytes in one step; a
 * `RowScanner`, which looks at each, knows all other rows. `cells` is 2 or more: a row of one may be blank.
 */
export class PlainRows {
  readonly #window: Window;
  readonly #delimiter: number;
  readonly #cells: number;
  /** Rows to pass over, and how many they are when the next is not plain either. */
  #pause = 0;
  #nextPause = 1;
  /** 0 where rows end with a line feed alone. */
  #out = 0;
  /** Index behind the last row that was found. */
  next = 0;

  constructor(delimiter: string, cells: number) {
    window ??= new Window();
    this.#window = window;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#cells = cells;
  }

  /**
   * The plain rows that stand one behind the other from `at` on, at most `most` of them. None, too, while it does not look, since those
   * before were not plain. The bytes may change once it has let go of them, and those of the run at the next call.
   */
  take(bytes: Buffer, at: number, most: number): PlainRun | null {
    if (this.#pause-- > 0) return null;
    const rows = this.#count(bytes, at, Math.min(most, MOST_ROWS));
    this.#pause = rows > 0 ? 0 : this.#nextPause;
    this.#nextPause = rows > 0 ? 1 : Math.min(2 * this.#nextPause, LONGEST_PAUSE);
    if (rows === 0) return null;
    this.next = this.#window.end;
    if (this.#out === 0) return { rows, bytes, start: at, end: this.next };
    return { rows, bytes: this.#window.memory, start: OUT, end: this.#window.written };
  }

  /** Lets go of the bytes. */
  release(): void {
    this.#window.release();
  }

  #count(bytes: Buffer, at: number, most: number): number {
    const rows = this.#countWhole(bytes, at, most, this.#out);
    if (rows > 0) return rows;
    const other = this.#out === 0 ? OUT : 0;
    const others = this.#countWhole(bytes, at, most, other);
    if (others > 0) this.#out = other;
    return others;
  }

  #countWhole(bytes: Buffer, at: number, most: number, out: number): number {
    const window = this.#window;
    if (!window.holds(bytes, at)) window.hold(bytes, at);
    const rows = window.count(at, this.#delimiter, this.#cells, most, out);
    if (rows > 0 || !window.isCut(at)) return rows;
    window.hold(bytes, at);
    return window.count(at, this.#delimiter, this.#cells, most, out);
  }
}
