import { splitRows } from '../csv/split.ts';

/** Takes normalised text in blocks of whole rows; the buffer is the sink's to keep. */
export interface ScanSink {
  write(block: Buffer, rows: number): void | Promise<void>;
}

const BLOCK_BYTES = 1024 * 1024;
const LF = 0x0a;

/** Collects normalised rows into blocks of about 1 MiB and hands them to the sink. */
export class RowWriter {
  readonly #sink: ScanSink;
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  readonly #width: number;
  #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #used = 0;
  #inBlock = 0;
  readonly #ready: { block: Buffer; rows: number }[] = [];
  rows = 0;

  constructor(sink: ScanSink, delimiter: string, width: number) {
    this.#sink = sink;
    this.#delimiter = delimiter;
    this.#delimiterByte = delimiter.charCodeAt(0);
    this.#width = width;
  }

  get full(): boolean {
    return this.#ready.length > 0;
  }

  /** Adds the row `bytes[start, end)` of `cells` cells. `irregular` = quotes inside are to be written anew. */
  write(bytes: Buffer, start: number, end: number, cells: number, irregular: boolean): void {
    if (irregular) {
      const text = this.#quoted(bytes.subarray(start, end).toString('utf8'));
      this.#put(text, 0, text.length, cells);
    } else this.#put(bytes, start, end, cells);
  }

  #put(bytes: Buffer, start: number, end: number, cells: number): void {
    const missing = this.#width - cells;
    const need = end - start + missing + 1;
    if (this.#used + need > this.#block.length) this.#roll(need);
    this.#used += bytes.copy(this.#block, this.#used, start, end);
    for (let i = 0; i < missing; i++) this.#block[this.#used++] = this.#delimiterByte;
    this.#block[this.#used++] = LF;
    this.#inBlock++;
    this.rows++;
  }

  #quoted(row: string): Buffer {
    const cells = splitRows(row, this.#delimiter, 1).rows[0] ?? [];
    return Buffer.from(cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(this.#delimiter), 'utf8');
  }

  #roll(need: number): void {
    if (this.#inBlock > 0) this.#ready.push({ block: this.#block.subarray(0, this.#used), rows: this.#inBlock });
    this.#block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, need));
    this.#used = 0;
    this.#inBlock = 0;
  }

  /** Hands over the blocks that are full. */
  async drain(): Promise<void> {
    for (const { block, rows } of this.#ready.splice(0)) await this.#sink.write(block, rows);
  }

  async flush(): Promise<void> {
    this.#roll(0);
    await this.drain();
  }
}
