import { isUtf8 } from 'node:buffer';
import type { StructuralReject } from '@datasarana/engine';
import { type LineMap, RowLines } from '@datasarana/sources';
import { ByteRoom, RowBlocks, type ScanSink, SetAsideRows } from '@datasarana/sources/node';
import type { ReadLine } from './feature-line.ts';
import type { LineRun } from './line-runs.ts';
import type { PlainLines } from './plain-lines.ts';

export interface ScannedLines {
  readonly rows: number;
  readonly bytes: number;
  readonly lines: LineMap;
  readonly structural: readonly StructuralReject[];
}

const LF = 0x0a;
/** A line longer than this is set aside unread; TPL-06 lets a single value hold 4 MB. */
const LINE_LIMIT = 32 * 1024 * 1024;
const RAW_KEPT = 64 * 1024;

/** How lines are read. */
interface LineReading {
  readonly read: (line: string) => ReadLine;
  /** Writes usual lines faster; what it leaves out is read by `read`. */
  readonly plain?: Pick<PlainLines, 'room' | 'write' | 'take' | 'release'>;
}

/** Reads newline-delimited JSON with flat memory: good rows go to the sink, lines that are none are set aside. */
export async function scanLines(
  input: AsyncIterable<Uint8Array>,
  sink: ScanSink,
  reading: LineReading,
  onProgress: (bytes: number, rows: number) => void,
): Promise<ScannedLines> {
  const scan = new LineScan(sink, reading);
  for await (const chunk of input) {
    await scan.push(chunk);
    onProgress(scan.bytes, scan.rows);
  }
  return scan.finish();
}

class LineScan {
  readonly #blocks: RowBlocks;
  readonly #reading: LineReading;
  readonly #joined = new ByteRoom();
  #tail: Buffer = Buffer.alloc(0);
  #skipping = false;
  #line = 0;
  rows = 0;
  bytes = 0;
  readonly #lines = new RowLines();
  readonly #structural = new SetAsideRows();

  constructor(sink: ScanSink, reading: LineReading) {
    this.#blocks = new RowBlocks(sink);
    this.#reading = reading;
  }

  async push(chunk: Uint8Array): Promise<void> {
    this.bytes += chunk.length;
    const known = this.#tail.length;
    const bytes =
      known === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : this.#joined.join(this.#tail, [chunk]);
    const last = bytes.lastIndexOf(LF);
    const isText = last >= 0 && isUtf8(bytes.subarray(0, last));
    let start = 0;
    while (start <= last) {
      const run = this.#run(bytes, start, isText);
      if (run) start = run.next;
      else {
        const end = bytes.indexOf(LF, Math.max(start, known));
        if (this.#skipping) this.#skipping = false;
        else this.#next(bytes, start, end, isText);
        start = end + 1;
      }
      if (this.#blocks.isFull) await this.#blocks.drain();
    }
    this.#reading.plain?.release();
    this.#tail = bytes.subarray(start);
    if (this.#tail.length > LINE_LIMIT) this.#giveUp();
  }

  /** Takes the rows of the usual lines that begin at `start`, when there are any. */
  #run(bytes: Buffer, start: number, isText: boolean): LineRun | null {
    const blocks = this.#blocks;
    const run = isText && !this.#skipping ? this.#reading.plain?.take(bytes, start, blocks.left) : null;
    if (!run) return null;
    this.#lines.add(this.#line + 1, run.rows);
    this.#line += run.rows;
    blocks.makeRoom(run.end - run.start);
    blocks.add(blocks.used + run.bytes.copy(blocks.bytes, blocks.used, run.start, run.end), run.rows);
    this.rows += run.rows;
    return run;
  }

  #next(bytes: Buffer, start: number, end: number, isText: boolean): void {
    this.#line++;
    const { plain } = this.#reading;
    const blocks = this.#blocks;
    if (plain && isText) {
      blocks.makeRoom(plain.room(end - start));
      const after = plain.write(bytes, start, end, blocks.bytes, blocks.used);
      if (after >= 0) {
        this.#add(after);
        return;
      }
    }
    const row = this.#take(bytes.subarray(start, end));
    if (row === null) return;
    blocks.makeRoom(Buffer.byteLength(row) + 1);
    const after = blocks.used + blocks.bytes.write(row, blocks.used);
    blocks.bytes[after] = LF;
    this.#add(after + 1);
  }

  /** The row that ends at `after` in the block is taken. */
  #add(after: number): void {
    this.#lines.add(this.#line);
    this.#blocks.add(after);
    this.rows++;
  }

  #giveUp(): void {
    if (!this.#skipping) {
      this.#line++;
      this.#setAside(
        this.#tail.subarray(0, 1024),
        'size',
        'The line is longer than 32 MB; put one record on each line',
      );
    }
    this.#skipping = true;
    this.#tail = Buffer.alloc(0);
  }

  /** The row of a line read the exact way; null when it is blank or was set aside. */
  #take(bytes: Buffer): string | null {
    // each text of a sequence begins with a record separator (RFC 8142)
    const text = (bytes[0] === 0x1e ? bytes.subarray(1) : bytes).toString('utf8').trim();
    const object = text.endsWith('},') ? text.slice(0, -1) : text;
    const line = this.#line === 1 ? object.replace(/^\uFEFF/, '') : object;
    if (line === '') return null;
    if (line.includes('\uFFFD') && !isUtf8(bytes)) {
      this.#setAside(bytes, 'encoding', 'The line is not UTF-8. Save the file as UTF-8 and send it again.');
      return null;
    }
    if (line.includes('\0')) {
      this.#setAside(bytes, 'nul', 'The line holds a NUL byte, which no text value may hold');
      return null;
    }
    const read = this.#reading.read(line);
    if ('row' in read) return read.row;
    this.#setAside(bytes, 'json', read.fault);
    return null;
  }

  #setAside(bytes: Buffer, rule: string, reason: string): void {
    const raw = bytes.subarray(0, RAW_KEPT).toString('utf8').replaceAll('\0', '\u2400');
    this.#structural.add({ line: this.#line, raw, rule, reason });
  }

  async finish(): Promise<ScannedLines> {
    if (this.#tail.length > 0 && !this.#skipping) {
      this.#next(this.#tail, 0, this.#tail.length, isUtf8(this.#tail));
    }
    await this.#blocks.flush();
    return { rows: this.rows, bytes: this.bytes, lines: this.#lines.map, structural: this.#structural.rows };
  }
}
