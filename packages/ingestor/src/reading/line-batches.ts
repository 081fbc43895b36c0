import type { FileHandle } from 'node:fs/promises';
import {
  detectEncoding,
  detectFormat,
  type Encoding,
  flatten,
  HEAD_BYTES,
  LINE_LIMIT,
  linesIn,
  type SourceColumn,
  tooLong,
} from '@datasarana/sources';
import { FileRefused } from '@datasarana/sources/node';
import type { Mark } from '../state/rows.ts';
import type { Batch, BatchReader, BatchSize } from './batch-reader.ts';
import { AS_ENCODED, encodeAll, encodeHead, transformed } from './encode.ts';
import { readAt, type TextWindow } from './file-window.ts';
import { headOf, openToRead } from './files.ts';
import { isUtf16, utf8Of, windowOf } from './utf16-window.ts';

/** Where reading of a file of JSON lines stands: bytes before `offset` were read. */
interface LineMark {
  readonly offset: number;
  /** 1-based line at `offset`. */
  readonly line: number;
  /** Left out of UTF-8. */
  readonly encoding?: Encoding;
  /** Paths that occurred so far, in the order of their first occurrence. */
  readonly columns: readonly string[];
}

export interface LineInput {
  readonly path: string;
  /** Bytes that count: the file as it was when it had settled. */
  readonly size: number;
  /** Its last line may be one of which only the beginning is written, where no line end follows. */
  readonly mayGrow?: boolean;
  readonly columns: readonly SourceColumn[];
}

const LF = 0x0a;
/** An object without lists on the only line: one row, whether the next line follows or not. */
const ONLY_LINE = /^\s*\{[^\n[]*\}[^\S\n]*\n$/;

export const isLineMark = (mark: Mark): mark is Mark & LineMark => Array.isArray(mark.columns);

/** Where lines begin; null for a file that holds none. */
async function begin(handle: FileHandle, { path, size }: LineInput): Promise<LineMark | null> {
  const bytes = await readAt(handle, 0, Buffer.allocUnsafe(Math.min(HEAD_BYTES, size)));
  const { encoding, bom } = detectEncoding(bytes);
  const wide = isUtf16(encoding);
  const head = wide ? utf8Of(bytes.subarray(bom), encoding).text : bytes;
  const format = detectFormat(head, path);
  const isOnly = format === 'json' && bytes.length === size && ONLY_LINE.test(head.toString('utf8'));
  if (format !== 'ndjson' && !isOnly) return null;
  const start = { offset: wide ? bom : 0, line: 1, columns: [] };
  return wide ? { ...start, encoding } : start;
}

/** Cuts a file of JSON lines into batches by its bytes, so that what was read is never read again as it grows. */
export class LineBatches implements BatchReader {
  readonly file: FileHandle;
  readonly head: string;
  readonly #input: LineInput;
  readonly #window: TextWindow;
  readonly #encoding: Encoding | undefined;
  readonly #columns: Set<string>;
  #line: number;

  /** Null for a file that holds no JSON lines. @throws FileRefused for one that is no text at all */
  static async open(input: LineInput, mark: Mark): Promise<LineBatches | null> {
    const handle = await openToRead(input.path);
    try {
      const opened = { handle, head: await headOf(handle, input.size) };
      if (isLineMark(mark)) return new LineBatches(opened, input, mark);
      // it may have got its first lines since it was looked at
      if (input.size === 0) throw new FileRefused('empty', 'The file is empty.');
      const start = await begin(handle, input);
      if (start) return new LineBatches(opened, input, start);
    } catch (cause) {
      await handle.close();
      throw cause;
    }
    await handle.close();
    return null;
  }

  private constructor(
    { handle, head }: { readonly handle: FileHandle; readonly head: string },
    input: LineInput,
    { offset, line, columns, encoding }: LineMark,
  ) {
    this.file = handle;
    this.head = head;
    this.#input = input;
    this.#encoding = encoding;
    this.#line = line;
    this.#columns = new Set(columns);
    this.#window = windowOf(handle, offset, input, encoding ?? 'utf-8');
  }

  async next(size: BatchSize): Promise<Batch | null> {
    for (;;) {
      const bytes = await this.#cut(size);
      if (bytes.length === 0) return null;
      const before = this.#line;
      const { documents, lines, setAside, read } = linesIn(bytes, before - 1);
      this.#line += read;
      // nothing but blank lines
      if (documents.length + setAside.length === 0) continue;
      const found = documents.map((document) => flatten(document));
      for (const cells of found) for (const path of cells.keys()) this.#columns.add(path);
      const columns = [...this.#columns];
      const rows = found.map((cells) => columns.map((path) => cells.get(path) ?? null));
      return {
        head: encodeHead(columns),
        body: [
          encodeAll({ rows: transformed(rows, columns, this.#input.columns), lines, aside: setAside }, columns.length),
        ],
        rows: rows.length,
        isLast: this.#window.ended && this.#window.held.length + this.#window.broken === 0,
        isWhole: true,
        aside: setAside,
        line: lines[0] ?? before,
        mark: {
          offset: this.#window.at,
          line: this.#line,
          columns,
          ...(this.#encoding && { encoding: this.#encoding }),
        },
        occurring: columns,
        query: AS_ENCODED,
      };
    }
  }

  /** Whole lines from the mark on; the last one of a file that grows no more needs no line end. */
  async #cut(size: BatchSize): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let [length, lines] = [0, 0];
    this.#window.release();
    for (;;) {
      const { held, ended } = this.#window;
      let at = 0;
      for (let end = held.indexOf(LF); end >= 0 && lines < size.rows && length + at < size.bytes; lines++) {
        at = end + 1;
        end = held.indexOf(LF, at);
      }
      const isFull = lines >= size.rows || length + at >= size.bytes;
      if (!isFull && held.length - at > LINE_LIMIT) throw tooLong(this.#line + lines);
      if (ended && !isFull && this.#input.mayGrow !== true) at = held.length;
      pieces.push(this.#window.take(at));
      length += at;
      if (isFull || ended) return Buffer.concat(pieces);
      await this.#window.more();
    }
  }

  get isOpen(): boolean {
    const { ended, held, broken } = this.#window;
    return this.#input.mayGrow === true && ended && held.length + broken > 0;
  }

  close(): Promise<void> {
    this.#window.close();
    return this.file.close();
  }
}
