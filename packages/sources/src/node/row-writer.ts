import { splitRows } from '../csv/split.ts';
import { quotedText } from './cell-bytes.ts';
import { RowBlocks, type ScanSink } from './row-blocks.ts';

const LF = 0x0a;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Collects normalised rows into blocks of up to 1 MiB and hands them to the sink. Rows that stand as they are one behind the other in the
 * body are a run, which is copied at once.
 */
export class RowWriter {
  readonly #blocks: RowBlocks;
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  readonly #width: number;
  #run: Buffer = NOTHING;
  #from = 0;
  #to = 0;
  #runRows = 0;
  rows = 0;

  constructor(sink: ScanSink, delimiter: string, width: number) {
    this.#blocks = new RowBlocks(sink);
    this.#delimiter = delimiter;
    this.#delimiterByte = delimiter.charCodeAt(0);
    this.#width = width;
  }

  get full(): boolean {
    return this.#blocks.isFull;
  }

  /** Rows until a block has to end. */
  get left(): number {
    return this.#blocks.left - this.#runRows;
  }

  /** Adds so many rows, no more than are `left`, that stand in `bytes[start, end)` as they are to be. */
  writePlain(bytes: Buffer, start: number, end: number, rows: number): void {
    this.rows += rows;
    this.endRun();
    const blocks = this.#blocks;
    blocks.makeRoom(end - start);
    blocks.add(blocks.used + bytes.copy(blocks.bytes, blocks.used, start, end), rows);
  }

  /**
   * Adds the row `bytes[start, end)` of `cells` cells. `irregular` = quotes inside are to be written anew. The bytes are needed until the
   * run is ended.
   */
  write(bytes: Buffer, start: number, end: number, cells: number, irregular: boolean): void {
    this.rows++;
    if (!irregular && cells === this.#width && bytes[end] === LF) {
      this.#extend(bytes, start, end + 1);
      return;
    }
    this.endRun();
    if (irregular) {
      const text = this.#quoted(bytes.subarray(start, end).toString('utf8'));
      this.#put(text, 0, text.length, cells);
    } else this.#put(bytes, start, end, cells);
  }

  #extend(bytes: Buffer, start: number, next: number): void {
    const blocks = this.#blocks;
    if (this.#run !== bytes || this.#to !== start || !blocks.hasRoom(next - this.#from)) this.endRun();
    if (this.#runRows === 0) {
      blocks.makeRoom(next - start);
      this.#run = bytes;
      this.#from = start;
    }
    this.#to = next;
    this.#runRows++;
    if (this.#runRows === blocks.left) this.endRun();
  }

  /** Copies the rows that are still only in the body. */
  endRun(): void {
    if (this.#runRows === 0) return;
    const blocks = this.#blocks;
    const end = blocks.used + this.#run.copy(blocks.bytes, blocks.used, this.#from, this.#to);
    const rows = this.#runRows;
    this.#runRows = 0;
    this.#run = NOTHING;
    blocks.add(end, rows);
  }

  #put(row: Buffer, start: number, end: number, cells: number): void {
    const blocks = this.#blocks;
    const missing = this.#width - cells;
    blocks.makeRoom(end - start + missing + 1);
    const { bytes } = blocks;
    let at = blocks.used + row.copy(bytes, blocks.used, start, end);
    for (let i = 0; i < missing; i++) bytes[at++] = this.#delimiterByte;
    bytes[at++] = LF;
    blocks.add(at);
  }

  #quoted(row: string): Buffer {
    const cells = splitRows(row, this.#delimiter, 1).rows[0] ?? [];
    return Buffer.from(cells.map(quotedText).join(this.#delimiter), 'utf8');
  }

  /** Hands over the blocks that are full. */
  drain(): Promise<void> {
    return this.#blocks.drain();
  }

  flush(): Promise<void> {
    this.endRun();
    return this.#blocks.flush();
  }
}
