import type { Cell, SetAside } from '../rows/row-reader.ts';
import { putCells, roomOf } from './cell-bytes.ts';
import type { ScanSink } from './row-writer.ts';
import type { LineMap } from './scan-result.ts';

/** Why a value cannot be stored. */
function unstorable(value: string): readonly [rule: string, what: string] {
  if (value.includes('\0')) return ['nul', 'holds a NUL byte, which no text value may hold'];
  return value.isWellFormed()
    ? ['size', 'has more bytes than the 4 MB a field holds']
    : ['encoding', 'holds half of a character (one surrogate of a pair)'];
}

const BLOCK_BYTES = 1024 * 1024;
/** Room behind a full block for the rows that come before it is handed over. */
const SPARE_BYTES = 512 * 1024;
const COMMA = 0x2c;
const QUOTE = 0x22;
const LF = 0x0a;

/** Writes rows of cells in the normal form the index takes: UTF-8, a comma between cells, `\n` behind each row. */
export class NormalRows {
  readonly #sink: ScanSink;
  readonly #behind: number;
  #block = Buffer.allocUnsafe(BLOCK_BYTES + SPARE_BYTES);
  #used = 0;
  #inBlock = 0;
  readonly #ready: { block: Buffer; rows: number }[] = [];
  #expected = -1;
  rows = 0;
  readonly #breaks: { ordinal: number; line: number }[] = [];
  readonly setAside: SetAside[] = [];

  /** `behind` = so many empty cells stand behind those of each row. */
  constructor(sink: ScanSink, behind = 0) {
    this.#sink = sink;
    this.#behind = behind;
  }

  get lines(): LineMap {
    return { breaks: this.#breaks };
  }

  /** Adds a row, or sets it aside when one of its cells cannot be stored. */
  add(cells: readonly Cell[], line: number, columns: readonly string[]): void {
    this.#makeRoom(roomOf(cells) + this.#behind + 3);
    let at = putCells(this.#block, this.#used, cells);
    if (at < 0) {
      this.#setAside(cells, -1 - at, line, columns);
      return;
    }
    // a line without anything would be no row
    if (at === this.#used && cells.length === 1 && this.#behind === 0) {
      this.#block[at++] = QUOTE;
      this.#block[at++] = QUOTE;
    }
    for (let i = 0; i < this.#behind; i++) this.#block[at++] = COMMA;
    this.#end(at, line);
  }

  /** Adds a row that is written already. */
  addText(text: string, line: number): void {
    this.#makeRoom(Buffer.byteLength(text) + 1);
    this.#end(this.#used + this.#block.write(text, this.#used), line);
  }

  #end(at: number, line: number): void {
    if (line !== this.#expected) this.#breaks.push({ ordinal: this.rows, line });
    this.#expected = line + 1;
    this.#block[at] = LF;
    this.#used = at + 1;
    this.#inBlock++;
    this.rows++;
  }

  #setAside(cells: readonly Cell[], at: number, line: number, columns: readonly string[]): void {
    const name = columns[at] ?? '';
    const [rule, what] = unstorable(cells[at] ?? '');
    const raw = JSON.stringify(
      Object.fromEntries(columns.map((column, i) => [column, (cells[i] ?? '').slice(0, 1024)])),
    );
    this.setAside.push({ line, raw: raw.replaceAll('\\u0000', '\u2400'), rule, reason: `${name}: the value ${what}.` });
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes > this.#block.length) this.#roll(bytes);
  }

  #roll(bytes: number): void {
    if (this.#inBlock > 0) this.#ready.push({ block: this.#block.subarray(0, this.#used), rows: this.#inBlock });
    this.#block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES + SPARE_BYTES, bytes));
    this.#used = 0;
    this.#inBlock = 0;
  }

  get full(): boolean {
    return this.#used >= BLOCK_BYTES || this.#ready.length > 0;
  }

  async flush(): Promise<void> {
    if (this.#inBlock > 0) this.#roll(0);
    for (const { block, rows } of this.#ready.splice(0)) await this.#sink.write(block, rows);
  }
}
