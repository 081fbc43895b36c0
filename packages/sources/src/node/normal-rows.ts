import { MAX_VALUE_BYTES } from '@datasarana/schema';
import type { Cell, SetAside } from '../rows/row-reader.ts';
import type { ScanSink } from './row-writer.ts';
import type { LineMap } from './scan.ts';

const BLOCK_CHARACTERS = 1024 * 1024;
const UNSAFE = /[",\n\r]/;

/** A text as a cell of the normal form. */
export const csvText = (text: string): string => (UNSAFE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Writes rows of cells in the normal form the index takes: UTF-8, a comma between cells, `\n` behind each row. */
export class NormalRows {
  readonly #sink: ScanSink;
  #block: string[] = [];
  #characters = 0;
  #expected = -1;
  rows = 0;
  readonly #breaks: { ordinal: number; line: number }[] = [];
  readonly setAside: SetAside[] = [];

  constructor(sink: ScanSink) {
    this.#sink = sink;
  }

  get lines(): LineMap {
    return { breaks: this.#breaks };
  }

  /** Adds a row, or sets it aside when one of its cells cannot be stored. */
  add(cells: readonly Cell[], line: number, columns: readonly string[]): void {
    const at = cells.findIndex((cell) => cell !== null && !isStorable(cell));
    if (at >= 0) {
      const cell = cells[at] ?? '';
      const name = columns[at] ?? '';
      const nul = cell.includes('\0');
      const reason = nul
        ? `${name}: the value holds a NUL byte, which no text value may hold.`
        : `${name}: the value has more bytes than the 4 MB a field holds.`;
      const raw = JSON.stringify(
        Object.fromEntries(columns.map((column, i) => [column, (cells[i] ?? '').slice(0, 1024)])),
      );
      this.setAside.push({ line, raw: raw.replaceAll('\\u0000', '\u2400'), rule: nul ? 'nul' : 'size', reason });
      return;
    }
    const [only] = cells;
    if (cells.length === 1)
      this.addText(only === '' || only === null || only === undefined ? '""' : csvText(only), line);
    else this.addText(cells.map((cell) => (cell === null ? '' : csvText(cell))).join(','), line);
  }

  /** Adds a row that is written already. */
  addText(text: string, line: number): void {
    if (line !== this.#expected) this.#breaks.push({ ordinal: this.rows, line });
    this.#expected = line + 1;
    this.#block.push(text);
    this.#characters += text.length + 1;
    this.rows++;
  }

  get full(): boolean {
    return this.#characters >= BLOCK_CHARACTERS;
  }

  async flush(): Promise<void> {
    if (this.#block.length === 0) return;
    const rows = this.#block.length;
    const block = Buffer.from(`${this.#block.join('\n')}\n`, 'utf8');
    this.#block = [];
    this.#characters = 0;
    await this.#sink.write(block, rows);
  }
}

const isStorable = (cell: string): boolean =>
  !cell.includes('\0') && (cell.length * 3 <= MAX_VALUE_BYTES || Buffer.byteLength(cell) <= MAX_VALUE_BYTES);
