import type { LineMap, StructuralReject } from '@datasarana/engine';
import type { ScanSink } from '@datasarana/sources/node';
import type { ReadLine } from './feature-line.ts';

export interface ScannedLines {
  readonly rows: number;
  readonly bytes: number;
  readonly lines: LineMap;
  readonly structural: readonly StructuralReject[];
}

const LF = 0x0a;
const BLOCK_BYTES = 1024 * 1024;
/** A line longer than this is set aside unread; TPL-06 lets a single value hold 4 MB. */
const LINE_LIMIT = 32 * 1024 * 1024;
const RAW_KEPT = 64 * 1024;

/** Reads newline-delimited JSON with flat memory: good rows go to the sink, lines that are none are set aside. */
export async function scanLines(
  input: AsyncIterable<Uint8Array>,
  sink: ScanSink,
  read: (line: string) => ReadLine,
  onProgress: (bytes: number, rows: number) => void,
): Promise<ScannedLines> {
  const scan = new LineScan(sink, read);
  for await (const chunk of input) {
    await scan.push(chunk);
    onProgress(scan.bytes, scan.rows);
  }
  return scan.finish();
}

class LineScan {
  readonly #sink: ScanSink;
  readonly #read: (line: string) => ReadLine;
  #tail: Buffer = Buffer.alloc(0);
  #skipping = false;
  #line = 0;
  #expected = -1;
  #block: string[] = [];
  #blockBytes = 0;
  rows = 0;
  bytes = 0;
  readonly #breaks: { ordinal: number; line: number }[] = [];
  readonly #structural: StructuralReject[] = [];

  constructor(sink: ScanSink, read: (line: string) => ReadLine) {
    this.#sink = sink;
    this.#read = read;
  }

  async push(chunk: Uint8Array): Promise<void> {
    this.bytes += chunk.length;
    const bytes = this.#tail.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#tail, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LF, start); end >= 0; end = bytes.indexOf(LF, start)) {
      if (this.#skipping) this.#skipping = false;
      else this.#take(bytes.subarray(start, end));
      start = end + 1;
      if (this.#blockBytes >= BLOCK_BYTES) await this.#flush();
    }
    this.#tail = bytes.subarray(start);
    if (this.#tail.length > LINE_LIMIT) this.#giveUp();
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

  #take(bytes: Buffer): void {
    this.#line++;
    // each text of a sequence begins with a record separator (RFC 8142)
    const text = (bytes[0] === 0x1e ? bytes.subarray(1) : bytes).toString('utf8').trim();
    const line = this.#line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (line === '') return;
    if (line.includes('\0')) {
      this.#setAside(bytes, 'nul', 'The line holds a NUL byte, which no text value may hold');
      return;
    }
    const read = this.#read(line);
    if ('fault' in read) {
      this.#setAside(bytes, 'json', read.fault);
      return;
    }
    if (this.#line !== this.#expected) this.#breaks.push({ ordinal: this.rows, line: this.#line });
    this.#expected = this.#line + 1;
    this.#block.push(read.row);
    this.#blockBytes += read.row.length + 1;
    this.rows++;
  }

  #setAside(bytes: Buffer, rule: string, reason: string): void {
    const raw = bytes.subarray(0, RAW_KEPT).toString('utf8').replaceAll('\0', '\u2400');
    this.#structural.push({ line: this.#line, raw, rule, reason });
  }

  async #flush(): Promise<void> {
    if (this.#block.length === 0) return;
    const rows = this.#block.length;
    const text = Buffer.from(`${this.#block.join('\n')}\n`, 'utf8');
    this.#block = [];
    this.#blockBytes = 0;
    await this.#sink.write(text, rows);
  }

  async finish(): Promise<ScannedLines> {
    if (this.#tail.length > 0 && !this.#skipping) this.#take(this.#tail);
    await this.#flush();
    const lines = { breaks: this.#breaks };
    return { rows: this.rows, bytes: this.bytes, lines, structural: this.#structural };
  }
}
