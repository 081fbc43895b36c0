import { isUtf8 } from 'node:buffer';
import { MAX_VALUE_BYTES } from '@datasarana/schema';
import type { Decoder } from '../csv/code-pages.ts';
import { type Delimiter, sepLine } from '../csv/dialect.ts';
import { decoderOf } from '../csv/encoding.ts';
import type { Encoding } from '../csv/encoding-names.ts';
import { lengthToEndMark } from '../csv/end-mark.ts';
import type { Escape, EscapeChoice } from '../csv/escape.ts';
import { escapedCells } from '../csv/escaped-cells.ts';
import { EscapedScanner } from '../csv/escaped-scanner.ts';
import { brokenHeader, columnNames, headerAt, NO_HEADER, placeNames, refuseEndlessHeader } from '../csv/header.ts';
import { leftOutIn, withLeftOut } from '../csv/left-out.ts';
import { asUtf8Text, mayBeMisread, withUtf8 } from '../csv/misread-utf8.ts';
import { chosenEncoding } from '../csv/preview.ts';
import { lineAt, type RowFinder } from '../csv/row-finder.ts';
import { type Cutting, cellsInQuotes, cuttingOf, onlyRow } from '../csv/row-in-quotes.ts';
import { faultAfterQuote, QUOTE_FAULTS, splitRows } from '../csv/split.ts';
import { splitText } from '../csv/split-text.ts';
import { FileRefused, refuseBinary } from '../refusal.ts';
import { RowLines } from '../rows/line-map.ts';
import { ByteRoom } from './byte-room.ts';
import { PlainRows, type PlainRun } from './plain-rows.ts';
import type { ScanSink } from './row-blocks.ts';
import { LONG_LINE, ROW_LIMIT, RowScanner } from './row-scanner.ts';
import { RowWriter } from './row-writer.ts';
import type { ScanHeader, ScanResult, StructuralReject } from './scan-result.ts';
import { SetAsideRows } from './set-aside-rows.ts';
import { toldRow } from './told-rows.ts';

/** How a delimited file is scanned; delimiter and encoding are looked for when they are not given. */
export interface ScanOptions {
  readonly delimiter?: Delimiter;
  readonly escapes?: EscapeChoice;
  readonly encoding?: Encoding;
  /** 1-based line that names the columns; those above it are left out. The first that is not blank when missing, none when 0. */
  readonly headerRow?: number;
  /** Rows that the sender could not read stand among the others, as `toldCells` writes them. */
  readonly toldAside?: boolean;
  /** Rows that the platform has written itself, which may hold any sign: whether they are text need not be found out. */
  readonly isOurs?: boolean;
  /**
   * Called once, before the first row is written: the place to refuse a header that fits no template. `lines` grows while
   * rows are written.
   */
  readonly onHeader?: (header: ScanHeader, lines: RowLines) => void | Promise<void>;
  readonly onProgress?: (bytes: number, rows: number) => void;
  readonly signal?: AbortSignal;
}

const SAMPLE_BYTES = 256 * 1024;
/** From here on the bytes of a row are gathered before they are looked at again. */
const LONG_ROW = 512 * 1024;
/** Of a line that is no row, and longer than one may be, no more is held. */
const LONG_KEPT = 1024;
const CR = 0x0d;
const QUOTE = 0x22;
const SHORT_LINES = 100;
/** U+FFFD, which a decoder makes of bytes that it does not know. */
const UNKNOWN_BYTES = Buffer.from('\ufffd');

/**
 * Reads delimited text of any size with flat memory and writes it to the sink in one normal form: UTF-8, no header, no
 * blank lines, `\n` line ends, every row exactly as many cells as the header, missing trailing cells empty (SRC-26), and
 * tells which rows missed some.
 * Rows that cannot be read are set aside with line and reason; they never stop the others.
 * @throws FileRefused for what is no delimited text at all
 */
export async function scanCsv(
  input: AsyncIterable<Uint8Array>,
  sink: ScanSink,
  options: ScanOptions = {},
): Promise<ScanResult> {
  const scan = new CsvScan(sink, options);
  for await (const chunk of input) {
    options.signal?.throwIfAborted();
    await scan.push(chunk);
  }
  return scan.finish();
}

/** A cell as the normal form has it, whatever the delimiter. */
const quotedCell = (cell: string, isAlone: boolean): string =>
  isAlone || /[^\w.-]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

const isMisread = (cell: Buffer): boolean => asUtf8Text(cell.toString('utf8')) !== null;

class CsvScan {
  readonly #options: ScanOptions;
  readonly #sink: ScanSink;
  #pending: Buffer = Buffer.alloc(0);
  readonly #room = new ByteRoom();
  /** What came while a row that is longer than a chunk waits for its end. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #decoder: Decoder | null = null;
  #bytes = 0;
  #header: ScanHeader | null = null;
  #scanner: RowFinder = new RowScanner(',');
  /** What backslashes are; null where they are letters. */
  #escapes: Escape | null = null;
  #plain: PlainRows | null = null;
  #writer: RowWriter | null = null;
  #line = 1;
  /** Each row stands in quotes as a whole. */
  #isInQuotes = false;
  /** What comes next is the rest of a line that was too long. */
  #isInLongLine = false;
  readonly #lines = new RowLines();
  readonly #structural = new SetAsideRows<StructuralReject>();
  #shortRows = 0;
  readonly #shortLines: number[] = [];

  constructor(sink: ScanSink, options: ScanOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  async push(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.length;
    const text = this.#header ? this.#decode(chunk, true) : chunk;
    this.#waiting.push(text);
    this.#waitingBytes += text.length;
    // a row begun is looked at again only when twice as much of it is there: else its time would grow with its square
    if (this.#pending.length > LONG_ROW && this.#waitingBytes < this.#pending.length) return;
    this.#gather();
    if (!this.#header && this.#pending.length < SAMPLE_BYTES) return;
    await this.#open(false);
    await this.#rows(false);
  }

  #gather(): void {
    const [only] = this.#waiting;
    if (this.#pending.length === 0 && this.#waiting.length === 1 && only) {
      this.#pending = Buffer.from(only.buffer, only.byteOffset, only.length);
    } else if (this.#waiting.length > 0) this.#pending = this.#room.join(this.#pending, this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  async finish(): Promise<ScanResult> {
    this.#gather();
    this.#pending = this.#pending.subarray(0, lengthToEndMark(this.#pending));
    if (!this.#header) await this.#open(true);
    else if (this.#decoder) this.#pending = Buffer.concat([this.#pending, this.#decode(new Uint8Array(0), false)]);
    await this.#rows(true);
    const writer = this.#writer;
    const header = this.#header;
    if (!header || !writer) throw new FileRefused('empty', 'The file is empty.');
    await writer.flush();
    return {
      ...(header as ScanHeader),
      rows: writer.rows,
      bytes: this.#bytes,
      structural: this.#structural.rows,
      short: { rows: this.#shortRows, lines: this.#shortLines },
      lines: this.#lines.map,
    };
  }

  #decode(chunk: Uint8Array, stream: boolean): Uint8Array {
    if (!this.#decoder) return chunk;
    try {
      return Buffer.from(this.#decoder.decode(chunk, { stream }), 'utf8');
    } catch (cause) {
      throw new FileRefused('encoding', 'The file breaks off or is damaged: its UTF-16 text cannot be read.', {
        cause,
      });
    }
  }

  /** Who says all of how a text is read has read its beginning: NULs within are a power cut's, and their rows are set aside. */
  get #isTold(): boolean {
    const { delimiter, encoding, escapes } = this.#options;
    return delimiter !== undefined && encoding !== undefined && escapes !== undefined;
  }

  /** Looks at the first bytes: encoding, delimiter, header. */
  async #open(final: boolean): Promise<void> {
    if (this.#header) return;
    const sample = this.#pending;
    if (sample.length === 0) throw new FileRefused('empty', 'The file is empty.');
    const found = chosenEncoding(sample, this.#options.encoding);
    if (!found.encoding.startsWith('utf-16') && !this.#options.isOurs)
      refuseBinary(this.#isTold ? sample.filter((byte) => byte !== 0) : sample);
    if (found.encoding !== 'utf-8') this.#decoder = decoderOf(found.encoding);
    this.#pending = Buffer.from(this.#decode(sample.subarray(found.bom), !final));
    const sep = sepLine(this.#pending.subarray(0, 16).toString('latin1'));
    if (sep) {
      this.#pending = this.#pending.subarray(sep.length);
      this.#line++;
    }
    this.#skipAbove();
    const text = this.#pending.subarray(0, SAMPLE_BYTES).toString('utf8');
    const isNamed = this.#options.headerRow !== NO_HEADER;
    const chosen = this.#options.delimiter ?? sep?.delimiter;
    const isPart = !final || this.#pending.length > SAMPLE_BYTES;
    const cutting = cuttingOf(text, { chosen, isPart, escapes: this.#options.escapes });
    const { delimiter, namesInQuotes, escapes } = cutting;
    const first = namesInQuotes ?? splitText(text, cutting, 1).rows[0];
    if (first === undefined) throw new FileRefused('empty', 'The file holds only blank lines.');
    this.#escapes = escapes;
    this.#scanner = escapes ? new EscapedScanner(delimiter, escapes) : new RowScanner(delimiter);
    this.#isInQuotes = namesInQuotes !== null;
    const columns = isNamed ? this.#namesOf(text, cutting, { final, isPart }) : placeNames(first);
    this.#header = { delimiter, encoding: found.encoding, columns };
    this.#writer = new RowWriter(this.#sink, delimiter, columns.length);
    if (columns.length > 1 && !escapes) this.#plain = new PlainRows(delimiter, columns.length);
    await this.#options.onHeader?.(this.#header, this.#lines);
  }

  /** Leaves out the lines above the one that is said to name the columns. */
  #skipAbove(): void {
    const { headerRow } = this.#options;
    if (headerRow === undefined || headerRow === NO_HEADER) return;
    const { at, lines } = headerAt(this.#pending.toString('latin1'), headerRow, this.#line);
    this.#pending = this.#pending.subarray(at);
    this.#line += lines;
  }

  /** Names of the columns by the header, with which `text` begins, and the rows below it. */
  #namesOf(
    text: string,
    cutting: Cutting,
    { final, isPart }: { readonly final: boolean; readonly isPart: boolean },
  ): readonly string[] {
    const unnamed = leftOutIn(text, cutting, isPart);
    const header = this.#skipHeader(final, cutting);
    return columnNames(withLeftOut(cutting.namesInQuotes ?? header, unnamed));
  }

  #skipHeader(final: boolean, cutting: Cutting): readonly string[] {
    const scanner = this.#scanner;
    let at = 0;
    for (;;) {
      const end = scanner.scan(this.#pending, at, this.#pending.length, final);
      if (end === 'cut') {
        if (!final) refuseEndlessHeader(this.#pending.subarray(at).toString('latin1'));
        throw brokenHeader(this.#line, true);
      }
      if (end === 'quote') throw brokenHeader(this.#line, false);
      const start = at;
      at = scanner.next;
      this.#line += 1 + scanner.innerLines;
      if (end === 'blank') continue;
      const text = this.#pending.subarray(start, scanner.end).toString('utf8');
      this.#pending = this.#pending.subarray(at);
      return splitText(text, cutting, 1).rows[0] ?? [];
    }
  }

  async #rows(final: boolean): Promise<void> {
    const writer = this.#writer;
    if (!writer) return;
    const bytes = this.#pending;
    const hasNul = bytes.includes(0);
    const whole = final ? bytes : bytes.subarray(0, Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1);
    const isLatin1 = this.#header?.encoding === 'latin1';
    const valid = !this.#isDamaged(whole) && !(isLatin1 && mayBeMisread(whole.toString('utf8')));
    const plain = hasNul || !valid ? null : this.#plain;
    let at = this.#isInLongLine ? this.#skipLongLine(bytes, 0, final) : 0;
    while (at < bytes.length && !this.#isInLongLine) {
      const run = plain?.take(bytes, at, writer.left);
      const next = plain && run ? this.#takePlain(run, plain.next) : this.#takeNext(bytes, at, final, hasNul, valid);
      if (next === at) break;
      at = next;
      if (writer.full) await writer.drain();
    }
    plain?.release();
    writer.endRun();
    this.#pending = bytes.subarray(at);
    this.#options.onProgress?.(this.#bytes, writer.rows);
  }

  /** Takes rows as they are to be. Answers where the next begins. */
  #takePlain({ rows, bytes, start, end }: PlainRun, next: number): number {
    this.#lines.add(this.#line, rows);
    this.#writer?.writePlain(bytes, start, end, rows);
    this.#line += rows;
    return next;
  }

  /** Takes the row at `at`, or sets it aside. Answers where the next begins; `at` itself when more bytes are needed to know. */
  #takeNext(bytes: Buffer, at: number, final: boolean, hasNul: boolean, valid: boolean): number {
    const end = this.#scanner.scan(bytes, at, bytes.length, final);
    if (end === 'cut' || end === 'quote') {
      const line = lineAt(bytes, at, final);
      const mayEnd = !final && bytes.length - at <= ROW_LIMIT;
      if (mayEnd && (end === 'cut' || line === null)) return at;
      return line ? this.#giveUpLine(bytes.subarray(at, line.end), end, line.next) : this.#giveUpLongLine(bytes, at);
    }
    if (end === 'row' && this.#escapes) this.#takeEscaped(bytes.subarray(at, this.#scanner.end), this.#escapes, valid);
    else if (end === 'row') this.#take(bytes, at, this.#scanner, hasNul, valid);
    this.#line += 1 + this.#scanner.innerLines;
    return this.#scanner.next;
  }

  /** Takes a row whose backslashes are escapes as one without, so that it can be mended as such, too. */
  #takeEscaped(row: Buffer, escapes: Escape, valid: boolean): void {
    const delimiter = this.#header?.delimiter ?? ',';
    const isDamaged = !valid && this.#isDamaged(row);
    const cells = escapedCells(row.toString('utf8'), delimiter, escapes);
    const written = isDamaged
      ? row
      : Buffer.from(cells.map((cell) => quotedCell(cell, cells.length === 1)).join(delimiter));
    const found = { cells: cells.length, end: written.length, longest: written.length, irregular: isDamaged };
    this.#take(written, 0, found, true, valid);
  }

  #take(
    bytes: Buffer,
    start: number,
    { cells, end, longest, irregular }: Pick<RowFinder, 'cells' | 'end' | 'longest' | 'irregular'>,
    hasNul: boolean,
    valid: boolean,
  ): void {
    const columns = this.#header?.columns ?? [];
    const row = bytes.subarray(start, end);
    const large = longest > MAX_VALUE_BYTES ? this.#largeCell(row) : null;
    const misread = valid || this.#header?.encoding !== 'latin1' ? undefined : this.#columnOf(row, isMisread);
    if (cells > columns.length) {
      if (!this.#takeTold(row))
        this.#setAside(row, 'columns', `The row has ${cells} cells, the header names ${columns.length}.`);
    } else if (hasNul && row.includes(0)) {
      const column = this.#columnOf(row, (cell) => cell.includes(0));
      this.#setAside(row, 'nul', 'The row holds a NUL byte, which no text value may hold.', column);
    } else if (!valid && this.#isDamaged(row)) {
      this.#setAside(
        row,
        'encoding',
        `The row is not ${this.#header?.encoding.toUpperCase()}. Choose the encoding of the file and send it again.`,
        this.#columnOf(row, (cell) => this.#isDamaged(cell)),
      );
    } else if (misread !== undefined) {
      this.#setAside(
        Buffer.from(withUtf8(row.toString('utf8'))),
        'encoding',
        `${columns[misread] ?? ''}: the text is UTF-8, while the file is read as Latin-1 (Windows-1252). Take the row in as it stands here, or choose UTF-8.`,
        misread,
      );
    } else if (large) {
      const name = columns[large.column] ?? '';
      this.#setAside(
        row,
        'size',
        `${name}: the value has ${large.bytes.toLocaleString('en')} bytes, more than the 4 MB a field holds.`,
        large.column,
      );
    } else if (this.#escapes || cells > 1 || row[0] !== QUOTE || !this.#takeUnquoted(row, columns.length)) {
      if (cells < columns.length) this.#noteShort();
      this.#lines.add(this.#line);
      this.#writer?.write(bytes, start, end, cells, irregular);
    }
  }

  /** Sets aside a row that the sender could not read, in its words. Answers whether it is one. */
  #takeTold(row: Buffer): boolean {
    if (this.#options.toldAside !== true) return false;
    const [cells = []] = splitRows(row.toString('utf8'), this.#header?.delimiter ?? ',', 1).rows;
    const told = toldRow(cells);
    if (told) this.#structural.add({ ...told, line: this.#line });
    return told !== null;
  }

  /** Takes a row that stands in quotes as a whole. Answers whether it is one. */
  #takeUnquoted(row: Buffer, columns: number): boolean {
    const delimiter = this.#header?.delimiter ?? ',';
    const [text = ''] = splitRows(row.toString('utf8'), delimiter, 1).rows[0] ?? [];
    const cells = this.#isInQuotes ? onlyRow(text, delimiter) : cellsInQuotes(text, delimiter, columns);
    if (cells === null) return false;
    if (cells.length > columns) {
      this.#setAside(row, 'columns', `The row has ${cells.length} cells, the header names ${columns}.`);
      return true;
    }
    const bytes = Buffer.from(text, 'utf8');
    if (cells.length < columns) this.#noteShort();
    this.#lines.add(this.#line);
    this.#writer?.write(bytes, 0, bytes.length, cells.length, true);
    return true;
  }

  #noteShort(): void {
    if (this.#shortRows++ < SHORT_LINES) this.#shortLines.push(this.#line);
  }

  /** One physical line is set aside, reading goes on with the next: the least is lost when quotes are broken. */
  #giveUpLine(line: Buffer, end: 'cut' | 'quote', next: number): number {
    const after = (): string => (this.#escapes ? QUOTE_FAULTS.after : faultAfterQuote(line.toString('latin1')));
    this.#setAside(line, 'quote', end === 'cut' ? QUOTE_FAULTS.open : after());
    this.#line++;
    return next;
  }

  /** Sets aside the line that begins at `start` and has no end yet. Answers where what is left of it begins. */
  #giveUpLongLine(bytes: Buffer, start: number): number {
    this.#setAside(bytes.subarray(start, start + LONG_KEPT), 'size', LONG_LINE);
    this.#isInLongLine = true;
    return this.#skipLongLine(bytes, start, false);
  }

  #skipLongLine(bytes: Buffer, from: number, final: boolean): number {
    const line = lineAt(bytes, from, final);
    // what may be the first half of a line end is asked again
    if (line === null) return bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    this.#isInLongLine = false;
    this.#line++;
    return line.next;
  }

  /** Holds bytes that are no text in the encoding of the file. */
  #isDamaged(bytes: Buffer): boolean {
    if (!this.#decoder) return !isUtf8(bytes);
    return !this.#decoder.fatal && bytes.includes(UNKNOWN_BYTES);
  }

  /** Each byte of a cell as a letter, its quotes left out. */
  #cellsOf(row: Buffer): readonly string[] {
    return splitRows(row.toString('latin1'), this.#header?.delimiter ?? ',', 1).rows[0] ?? [];
  }

  /** The first cell whose value, without its quotes, is larger than a field holds (TPL-06). */
  #largeCell(row: Buffer): { readonly column: number; readonly bytes: number } | null {
    const cells = this.#cellsOf(row);
    const column = cells.findIndex(({ length }) => length > MAX_VALUE_BYTES);
    return column < 0 ? null : { column, bytes: cells[column]?.length ?? 0 };
  }

  /** Index of the first cell with a fault. */
  #columnOf(row: Buffer, isFaulty: (cell: Buffer) => boolean): number | undefined {
    const cells = this.#cellsOf(row);
    const at = cells.findIndex((cell) => isFaulty(Buffer.from(cell, 'latin1')));
    return at < 0 ? undefined : at;
  }

  #setAside(row: Buffer, rule: StructuralReject['rule'], reason: string, column?: number): void {
    const at = column === undefined ? {} : { column };
    this.#structural.add({ line: this.#line, raw: row.toString('utf8'), rule, reason, ...at });
  }
}
