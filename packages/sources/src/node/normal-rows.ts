import { type LineMap, RowLines } from '../rows/line-map.ts';
import type { Cell, CellColumn } from '../rows/row-reader.ts';
import { putCells, roomOf } from './cell-bytes.ts';
import { RowBlocks, type ScanSink } from './row-blocks.ts';
import { SetAsideRows } from './set-aside-rows.ts';
import { WrittenColumns } from './written-columns.ts';

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
  readonly #blocks: RowBlocks;
  readonly #behind: number;
  readonly #columns = new WrittenColumns();
  rows = 0;
  readonly #lines = new RowLines();
  readonly setAside = new SetAsideRows();

  /** `behind` = so many empty cells stand behind those of each row. */
  constructor(sink: ScanSink, behind = 0) {
    this.#blocks = new RowBlocks(sink, BLOCK_BYTES + SPARE_BYTES);
    this.#behind = behind;
  }

  get lines(): LineMap {
    return this.#lines.map;
  }

  /** Adds a row, or sets it aside when one of its cells cannot be stored. */
  add(cells: readonly Cell[], line: number, columns: readonly string[]): void {
    const blocks = this.#blocks;
    blocks.makeRoom(roomOf(cells) + this.#behind + 3);
    const { bytes, used } = blocks;
    let at = putCells(bytes, used, cells);
    if (at < 0) {
      this.#setAside(cells, -1 - at, line, columns);
      return;
    }
    // a line without anything would be no row
    if (at === used && cells.length === 1 && this.#behind === 0) {
      bytes[at++] = QUOTE;
      bytes[at++] = QUOTE;
    }
    for (let i = 0; i < this.#behind; i++) bytes[at++] = COMMA;
    this.#end(at, line);
  }

  /** Adds rows that stand as columns, the first of which came from `line`. False, and none added, where they are to be added one by one. */
  addColumns(columns: readonly CellColumn[], count: number, line: number): boolean {
    // a line without anything would be no row
    const mayBeBlank = columns.length === 1 && this.#behind === 0;
    const written = this.#columns;
    if (mayBeBlank || !written.take(columns, count)) return false;
    const blocks = this.#blocks;
    for (let row = 0; row < count; row++) {
      blocks.makeRoom(written.roomFor(row) + this.#behind + 1);
      let at = written.put(row, blocks.bytes, blocks.used);
      for (let i = 0; i < this.#behind; i++) blocks.bytes[at++] = COMMA;
      this.#end(at, line + row);
    }
    return true;
  }

  /** Adds a row that is written already. */
  addText(text: string, line: number): void {
    const blocks = this.#blocks;
    blocks.makeRoom(Buffer.byteLength(text) + 1);
    this.#end(blocks.used + blocks.bytes.write(text, blocks.used), line);
  }

  #end(at: number, line: number): void {
    this.#lines.add(line);
    this.#blocks.bytes[at] = LF;
    this.#blocks.add(at + 1);
    this.rows++;
  }

  #setAside(cells: readonly Cell[], at: number, line: number, columns: readonly string[]): void {
    const name = columns[at] ?? '';
    const [rule, what] = unstorable(cells[at] ?? '');
    const raw = JSON.stringify(
      Object.fromEntries(columns.map((column, i) => [column, (cells[i] ?? '').slice(0, 1024)])),
    );
    const reason = `${name}: the value ${what}.`;
    this.setAside.add({ line, raw: raw.replaceAll('\\u0000', '\u2400'), rule, reason, column: at });
  }

  get full(): boolean {
    return this.#blocks.used >= BLOCK_BYTES || this.#blocks.isFull;
  }

  flush(): Promise<void> {
    return this.#blocks.flush();
  }
}
