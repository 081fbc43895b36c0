import { readFileSync } from 'node:fs';
import type { CellForm } from '../cell-form.ts';
import { ByteWindow, WINDOW_BYTES } from './byte-window.ts';

/** What cell-forms.wat exports. */
interface Looker {
  readonly memory: WebAssembly.Memory;
  /** Index behind the last row that was looked at. */
  readonly end: WebAssembly.Global<'i32'>;
  readonly look: (at: number, length: number, delimiter: number, table: number, columns: number) => number;
}

/** Where the columns stand, behind the window; each is its forms and the bytes of its longest cell. */
const TABLE = WINDOW_BYTES + 1024;
const COLUMN_BYTES = 8;
/** Bits of the forms, as cell-forms.wat knows them. */
const FORMS = { whole: 1, decimal: 2, pair: 4, moment: 8, printing: 16 } as const;
const ALL = 31;

/** One module serves all files that are read at the same time. */
interface Shared {
  readonly looker: Looker;
  readonly window: ByteWindow;
  readonly most: number;
}

function start(): Shared {
  const module = new WebAssembly.Module(readFileSync(new URL('cell-forms.wasm', import.meta.url)));
  const looker = new WebAssembly.Instance(module).exports as unknown as Looker;
  const window = new ByteWindow(looker.memory);
  return { looker, window, most: Math.floor((window.memory.length - TABLE) / COLUMN_BYTES) };
}

let shared: Shared | undefined;

/** Tells the forms of the cells of delimited text in its normal form, block by block, sixteen bytes at a time. */
export class CellForms {
  readonly #shared: Shared;
  readonly #delimiter: number;
  readonly #columns: number;
  readonly #table: Buffer;
  #isKnown = false;

  constructor(delimiter: string, columns: number) {
    shared ??= start();
    this.#shared = shared;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#columns = columns;
    this.#table = Buffer.alloc(columns * COLUMN_BYTES);
    this.#begin();
  }

  #begin(): void {
    this.#isKnown = this.#columns <= this.#shared.most;
    for (let at = 0; at < this.#table.length; at += COLUMN_BYTES) {
      this.#table.writeUInt32LE(ALL, at);
      this.#table.writeUInt32LE(0, at + 4);
    }
  }

  /** Looks at the whole rows of a block. */
  look(block: Buffer): void {
    if (!this.#isKnown) return;
    const { looker, window } = this.#shared;
    this.#table.copy(window.memory, TABLE);
    let at = 0;
    while (at < block.length && this.#isKnown) {
      const rows = window.run(block, at, (from, to) => looker.look(from, to, this.#delimiter, TABLE, this.#columns));
      // a row may be longer than the window
      if (rows > 0) at = window.placeOf(looker.end.value);
      else this.#isKnown = false;
    }
    window.release();
    window.memory.copy(this.#table, 0, TABLE, TABLE + this.#table.length);
  }

  /** The forms of all cells since it was asked last, by column; none where they are not known. */
  take(): readonly CellForm[] | undefined {
    const forms = this.#isKnown
      ? Array.from({ length: this.#columns }, (_, column) => this.#formOf(column))
      : undefined;
    this.#begin();
    return forms;
  }

  #formOf(column: number): CellForm {
    const at = column * COLUMN_BYTES;
    const bits = this.#table.readUInt32LE(at);
    const has = (form: keyof typeof FORMS): boolean => (bits & FORMS[form]) !== 0;
    return {
      longest: this.#table.readUInt32LE(at + 4),
      whole: has('whole'),
      decimal: has('decimal'),
      pair: has('pair'),
      moment: has('moment'),
      printing: has('printing'),
    };
  }
}
