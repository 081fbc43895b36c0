import { readFileSync } from 'node:fs';
import { ByteWindow, Pauses } from '@datasarana/sources/node';

/** What line-runs.wat exports; tables are told by their places in the memory. */
interface Machine {
  readonly memory: WebAssembly.Memory;
  readonly keys: WebAssembly.Global<'i32'>;
  readonly names: WebAssembly.Global<'i32'>;
  readonly required: WebAssembly.Global<'i32'>;
  readonly cells: WebAssembly.Global<'i32'>;
  readonly out: WebAssembly.Global<'i32'>;
  /** Index behind the last line that was taken. */
  readonly end: WebAssembly.Global<'i32'>;
  /** Index behind the rows that were written. */
  readonly written: WebAssembly.Global<'i32'>;
  readonly take: (at: number, most: number, keys: number, required: number, cells: number) => number;
}

/** A key that lines have had, and what becomes of its values; `cell` -1: nothing. */
export interface LineKey {
  /** In its quotes. */
  readonly bytes: Uint8Array;
  readonly cell: number;
  /** Texts without escapes stand in the cell as they do in JSON. */
  readonly texts: boolean;
  /** So do numbers and booleans. */
  readonly words: boolean;
}

/** What lines are like, and the rows they become. */
export interface LineShape {
  readonly keys: readonly LineKey[];
  /** Cells of a row. */
  readonly width: number;
  /** Cells that may not be empty. */
  readonly neverEmpty: readonly number[];
}

/** Rows of lines that stood one behind the other. */
export interface LineRun {
  readonly rows: number;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Index behind the last of the lines. */
  readonly next: number;
}

const MOST_KEYS = 1024;
const MOST_CELLS = 4000;
const NAME_BYTES = 64 * 1024;
/** Names are compared sixteen bytes at a time. */
const SIGHT_BYTES = 16;
const TEXTS = 1;
const WORDS = 2;

const roomFor = ({ bytes }: LineKey): number => bytes.length + SIGHT_BYTES;

/** Whether the tables have room for it. */
const fits = ({ keys, width, neverEmpty }: LineShape): boolean =>
  keys.length <= MOST_KEYS &&
  Math.max(width, neverEmpty.length) <= MOST_CELLS &&
  keys.reduce((sum, key) => sum + roomFor(key), 0) <= NAME_BYTES;

/** One module serves all bodies that are read at the same time; its tables are those of the last that took. */
class Shared {
  readonly machine: Machine;
  readonly window: ByteWindow;
  readonly #view: DataView;
  #shape: LineShape | null = null;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL('line-runs.wasm', import.meta.url)));
    this.machine = new WebAssembly.Instance(module).exports as unknown as Machine;
    this.window = new ByteWindow(this.machine.memory);
    this.#view = new DataView(this.machine.memory.buffer);
  }

  know(shape: LineShape): void {
    if (this.#shape === shape) return;
    this.#shape = shape;
    this.#write(
      this.machine.required.value,
      shape.neverEmpty.map((cell) => this.#cell(cell)),
    );
    let name = this.machine.names.value;
    const keys = shape.keys.flatMap((key) => {
      this.window.memory.set(key.bytes, name);
      const row = [name, key.bytes.length, this.#cell(key.cell), (key.texts ? TEXTS : 0) + (key.words ? WORDS : 0)];
      name += roomFor(key);
      return row;
    });
    this.#write(this.machine.keys.value, keys);
  }

  /** The first place is for values that nobody wants. */
  #cell(cell: number): number {
    return this.machine.cells.value + 8 * (cell + 1);
  }

  #write(at: number, numbers: readonly number[]): void {
    for (const [i, number] of numbers.entries()) this.#view.setInt32(at + 4 * i, number, true);
  }
}

let shared: Shared | undefined;

/**
 * Writes many usual lines of JSON at once, by line-runs.wasm, which looks at sixteen bytes in one step: those that `PlainLines` would write in the
 * same way without parsing a value.
 */
export class LineRuns {
  readonly #shared: Shared;
  readonly #pauses: Pick<Pauses, 'passes' | 'looked'>;

  constructor(pauses: Pick<Pauses, 'passes' | 'looked'> = new Pauses()) {
    this.#pauses = pauses;
    shared ??= new Shared();
    this.#shared = shared;
  }

  /**
   * The rows of lines from `at` on, which are UTF-8, no more than `most`; null when the first is not usual, or while it does not look, since those before
   * were not. The bytes may change once it has let go of them, and those of the run at the next call.
   */
  take(bytes: Buffer, at: number, most: number, shape: LineShape): LineRun | null {
    if (shape.keys.length === 0 || !fits(shape) || this.#pauses.passes()) return null;
    const { machine, window } = this.#shared;
    this.#shared.know(shape);
    const [keys, required, cells] = [shape.keys.length, shape.neverEmpty.length, shape.width];
    const atOnce = Math.min(most, bytes.length);
    const rows = window.run(bytes, at, (start) => machine.take(start, atOnce, keys, required, cells));
    this.#pauses.looked(rows > 0);
    if (rows === 0) return null;
    const next = window.placeOf(machine.end.value);
    return { rows, bytes: window.memory, start: machine.out.value, end: machine.written.value, next };
  }

  /** Lets go of the bytes. */
  release(): void {
    this.#shared.window.release();
  }
}
