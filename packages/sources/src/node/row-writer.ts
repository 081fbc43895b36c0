import { splitRows } from '../csv/split.ts';
import { RowBlocks, type ScanSink } from './row-blocks.ts';

const LF = 0x0a;

/** Collects normalised rows into blocks of up to 1 MiB and hands them to the sink. */
export class RowWriter {
  readonly #blocks: RowBlocks;
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  readonly #width: number;
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

  /** Adds the row `bytes[start, end)` of `cells` cells. `irregular` = quotes inside are to be written anew. */
  write(bytes: Buffer, start: number, end: number, cells: number, irregular: boolean): void {
    if (irregular) {
      const text = this.#quoted(bytes.subarray(start, end).toString('utf8'));
      this.#put(text, 0, text.length, cells);
    } else this.#put(bytes, start, end, cells);
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
    this.rows++;
  }

  #quoted(row: string): Buffer {
    const cells = splitRows(row, this.#delimiter, 1).rows[0] ?? [];
    return Buffer.from(cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(this.#delimiter), 'utf8');
  }

  /** Hands over the blocks that are full. */
  drain(): Promise<void> {
    return this.#blocks.drain();
  }

  flush(): Promise<void> {
    return this.#blocks.flush();
  }
}
