import { readFileSync } from 'node:fs';
import { ByteWindow, WINDOW_BYTES } from './byte-window.ts';
import { Pauses } from './pauses.ts';

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

/** Where rows are written anew, behind the window. */
const OUT = WINDOW_BYTES + 1024;
/** Most rows that are counted at once. */
const MOST_ROWS = 2 ** 31 - 1;

/** One module serves all files that are read at the same time; its memory holds bytes of the last that counted. */
interface Shared {
  readonly counter: Counter;
  readonly window: ByteWindow;
}

function start(): Shared {
  const module = new WebAssembly.Module(readFileSync(new URL('plain-rows.wasm', import.meta.url)));
  const counter = new WebAssembly.Instance(module).exports as unknown as Counter;
  return { counter, window: new ByteWindow(counter.memory) };
}

let shared: Shared | undefined;

/**
 * Finds rows that need no more than to be found, many at once: with as many cells as wanted, a line feed at the end, with a carriage return before
 * it or not, and quotes, if any, around a whole cell with neither quote nor line feed inside. It looks at sixteen bytes in one step; a
 * `RowScanner`, which looks at each, knows all other rows. `cells` is 2 or more: a row of one may be blank.
 */
export class PlainRows {
  readonly #shared: Shared;
  readonly #delimiter: number;
  readonly #cells: number;
  readonly #pauses = new Pauses();
  /** 0 where rows end with a line feed alone. */
  #out = 0;
  /** Index behind the last row that was found. */
  next = 0;

  constructor(delimiter: string, cells: number) {
    shared ??= start();
    this.#shared = shared;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#cells = cells;
  }

  /**
   * The plain rows that stand one behind the other from `at` on, at most `most` of them. None, too, while it does not look, since those
   * before were not plain. The bytes may change once it has let go of them, and those of the run at the next call.
   */
  take(bytes: Buffer, at: number, most: number): PlainRun | null {
    if (this.#pauses.passes()) return null;
    const rows = this.#count(bytes, at, Math.min(most, MOST_ROWS));
    this.#pauses.looked(rows > 0);
    if (rows === 0) return null;
    const { counter, window } = this.#shared;
    this.next = window.placeOf(counter.end.value);
    if (this.#out === 0) return { rows, bytes, start: at, end: this.next };
    return { rows, bytes: window.memory, start: OUT, end: counter.written.value };
  }

  /** Lets go of the bytes. */
  release(): void {
    this.#shared.window.release();
  }

  #count(bytes: Buffer, at: number, most: number): number {
    const rows = this.#countBy(bytes, at, most, this.#out);
    if (rows > 0) return rows;
    const other = this.#out === 0 ? OUT : 0;
    const others = this.#countBy(bytes, at, most, other);
    if (others > 0) this.#out = other;
    return others;
  }

  #countBy(bytes: Buffer, at: number, most: number, out: number): number {
    const { counter, window } = this.#shared;
    return window.run(bytes, at, (start, length) =>
      counter.count(start, length, this.#delimiter, this.#cells, most, out),
    );
  }
}
