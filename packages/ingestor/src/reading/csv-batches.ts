import type { FileHandle } from 'node:fs/promises';
import {
  type Cutting,
  columnNames,
  cuttingOf,
  type Delimiter,
  decoderOf,
  type Encoding,
  type Escape,
  type EscapeChoice,
  EscapedScanner,
  headerAt,
  type LeftOut,
  leftOutIn,
  lineAt,
  mayEndLetters,
  NO_HEADER,
  placeNames,
  type RowFinder,
  type SourceColumn,
  type SplitRows,
  splitText,
  unquotedRow,
} from '@datasarana/sources';
import {
  chosenEncoding,
  FileRefused,
  LONG_LINE,
  ROW_LIMIT,
  RowScanner,
  refuseBinary,
  sepLine,
} from '@datasarana/sources/node';
import type { Mark } from '../state/rows.ts';
import type { Batch, BatchReader, BatchSize } from './batch-reader.ts';
import { AS_ENCODED, encodeAll, encodeHead, hasTransforms, transformed } from './encode.ts';
import { readAt, type TextWindow } from './file-window.ts';
import { headOf, openToRead } from './files.ts';
import { bytesInUtf16, isUtf16, utf8Of, windowOf } from './utf16-window.ts';

/** Of a line that is too long so many bytes are told. */
const LONG_KEPT = 1024;

/** Where reading of a delimited file stands: bytes before `offset` were read. */
interface CsvMark {
  readonly offset: number;
  /** 1-based line at `offset`. */
  readonly line: number;
  readonly delimiter: Delimiter;
  readonly encoding: Encoding;
  /** The header row as it stands in the file, of UTF-16 in UTF-8, in base64. */
  readonly header: string;
  /** What is at `offset` is the rest of a line that was too long. */
  readonly isInLongLine?: boolean;
  /** Each row stands in quotes as a whole. */
  readonly isInQuotes?: boolean;
  /** Backslashes are escapes. */
  readonly escapes?: Escape;
}

export interface CsvInput {
  readonly path: string;
  /** Bytes that count: the file as it was when it had settled. */
  readonly size: number;
  /** Its last row may be one of which only the beginning is written, where no line end follows. */
  readonly mayGrow?: boolean;
  readonly columns: readonly SourceColumn[];
  readonly delimiter?: Delimiter;
  readonly escapes?: EscapeChoice;
  readonly encoding?: Encoding;
  /** 1-based line that names the columns; 0 = none does. */
  readonly headerRow?: number;
}

const SAMPLE_BYTES = 256 * 1024;
const CR = 0x0d;

const isCsvMark = (mark: Mark): boolean => typeof mark.offset === 'number';

/** The platform counts the cells of a batch alone: the header it is sent names all columns, one by nothing. */
function withUnnamed(header: Buffer, delimiter: string, unnamed: LeftOut | null): Buffer {
  const sign = Buffer.from(delimiter);
  return unnamed === null ? header : Buffer.concat(unnamed === 'first' ? [sign, header] : [header, sign]);
}

const finderOf = ({
  delimiter,
  escapes,
}: {
  readonly delimiter: string;
  readonly escapes?: Escape | null;
}): RowFinder => (escapes ? new EscapedScanner(delimiter, escapes) : new RowScanner(delimiter));

/** @throws FileRefused where the bytes of a letter may hold what parts the cells */
function refuseLettersThatEndSo({ delimiter, escapes }: Cutting, encoding: Encoding): void {
  if (![delimiter, ...(escapes ? ['\\'] : [])].some((sign) => mayEndLetters(sign, encoding))) return;
  throw new FileRefused(
    'encoding',
    `The file is ${encoding}, where a letter may end in the byte of its delimiter or of a backslash.`,
  );
}

/** The header of a text that has none. @throws FileRefused without a row */
function headerOfPlaces(text: string, cutting: Cutting): string {
  const first = cutting.namesInQuotes ?? splitText(text, cutting, 1).rows[0];
  if (first === undefined) throw new FileRefused('empty', 'The file holds only blank lines.');
  return Buffer.from(placeNames(first).join(cutting.delimiter)).toString('base64');
}

async function begin(handle: FileHandle, input: CsvInput): Promise<CsvMark> {
  const sample = await readAt(handle, 0, Buffer.allocUnsafe(Math.min(SAMPLE_BYTES, input.size)));
  if (sample.length === 0) throw new FileRefused('empty', 'The file is empty.');
  const found = chosenEncoding(sample, input.encoding);
  const wide = isUtf16(found.encoding);
  const own = sample.subarray(found.bom);
  const text = wide ? utf8Of(own, found.encoding).text : own;
  refuseBinary(wide ? text : sample);
  const sep = sepLine(text.subarray(0, 16).toString('latin1'));
  const [first, firstLine] = sep ? [sep.length, 2] : [0, 1];
  const above = input.headerRow
    ? headerAt(text.subarray(first).toString('latin1'), input.headerRow, firstLine)
    : { at: 0, lines: 0 };
  let [at, line] = [first + above.at, firstLine + above.lines];
  const below = decoderOf(wide ? 'utf-8' : found.encoding).decode(text.subarray(at));
  const isPart = input.mayGrow === true || sample.length < input.size;
  const chosen = input.delimiter ?? sep?.delimiter;
  const cutting = cuttingOf(below, { chosen, isPart, escapes: input.escapes });
  const { delimiter, namesInQuotes, escapes } = cutting;
  refuseLettersThatEndSo(cutting, found.encoding);
  const opened = {
    ...{ line, delimiter, encoding: found.encoding },
    ...(namesInQuotes !== null && { isInQuotes: true }),
    ...(escapes && { escapes }),
  };
  const offsetOf = (place: number): number => found.bom + (wide ? bytesInUtf16(text.subarray(0, place)) : place);
  if (input.headerRow === NO_HEADER) {
    return { ...opened, offset: offsetOf(at), header: headerOfPlaces(below, cutting) };
  }
  const scanner = finderOf(cutting);
  for (;;) {
    const start = at;
    const end = scanner.scan(text, at, text.length, sample.length === input.size);
    if (end === 'cut' || end === 'quote') throw new FileRefused('header', 'The header row does not end or is broken.');
    at = scanner.next;
    line += 1 + scanner.innerLines;
    if (end === 'blank' && at < text.length) continue;
    if (end === 'blank') throw new FileRefused('empty', 'The file holds only blank lines.');
    const names = text.subarray(start, scanner.end);
    const unnamed = leftOutIn(below, cutting, isPart);
    const header = withUnnamed(names, delimiter, unnamed).toString('base64');
    return { ...opened, offset: offsetOf(at), line, header };
  }
}

interface Cut {
  readonly pieces: readonly Buffer[];
  readonly rows: number;
  readonly lines: number;
  /** No row of it is broken. */
  readonly isWhole: boolean;
  /** Behind it stands a line that is longer than a row may be. */
  readonly isBeforeLong: boolean;
}

interface FoundRow {
  readonly next: number;
  readonly lines: number;
  readonly isBlank: boolean;
  readonly isBroken: boolean;
}

/** The row that begins at `at`, of a broken one its line; `open` as long as its end may come. */
function rowAt(scanner: RowFinder, bytes: Buffer, at: number, isEnd: boolean): FoundRow | 'open' | 'long' {
  const end = scanner.scan(bytes, at, bytes.length, isEnd);
  if (end === 'row' || end === 'blank')
    return { next: scanner.next, lines: 1 + scanner.innerLines, isBlank: end === 'blank', isBroken: false };
  const line = lineAt(bytes, at, isEnd);
  const mayEnd = !isEnd && bytes.length - at <= ROW_LIMIT;
  if (mayEnd && (end === 'cut' || line === null)) return 'open';
  return line ? { next: line.next, lines: 1, isBlank: false, isBroken: true } : 'long';
}

/** Cuts a delimited file into batches of whole rows by their bytes, so that it is never read twice. */
export class CsvBatches implements BatchReader {
  readonly file: FileHandle;
  readonly head: string;
  readonly #input: CsvInput;
  readonly #window: TextWindow;
  #mark: CsvMark;

  static async open(input: CsvInput, mark: Mark): Promise<CsvBatches> {
    const handle = await openToRead(input.path);
    try {
      const head = await headOf(handle, input.size);
      const at = isCsvMark(mark) ? (mark as unknown as CsvMark) : await begin(handle, input);
      return new CsvBatches({ handle, head }, input, at);
    } catch (cause) {
      await handle.close();
      throw cause;
    }
  }

  private constructor(
    { handle, head }: { readonly handle: FileHandle; readonly head: string },
    input: CsvInput,
    mark: CsvMark,
  ) {
    this.file = handle;
    this.head = head;
    this.#input = input;
    this.#mark = mark;
    this.#window = windowOf(handle, mark.offset, input, mark.encoding);
  }

  async next(size: BatchSize): Promise<Batch | null> {
    if (this.#mark.isInLongLine) await this.#skipLong();
    if (this.#mark.isInLongLine) return null;
    const { line } = this.#mark;
    const cut = await this.#cut(size);
    this.#mark = { ...this.#mark, offset: this.#window.at, line: line + cut.lines };
    const isLong = cut.rows === 0 && cut.isBeforeLong;
    if (cut.rows === 0 && !isLong) return null;
    // it goes alone, so that the lines of other rows can be counted
    const text = isLong ? this.#longLine() : this.#text(cut, line);
    if (isLong) await this.#skipLong();
    return {
      ...text,
      isLast: this.#window.ended && this.#window.held.length + this.#window.broken === 0,
      isWhole: !isLong && (cut.isWhole || this.#isAnew),
      line,
      mark: { ...this.#mark },
      query: isLong ? AS_ENCODED : this.#query(),
    };
  }

  /** Leaves out what there is of a line that is too long: of it nothing is sent. */
  async #skipLong(): Promise<void> {
    for (;;) {
      const { held, ended } = this.#window;
      const line = lineAt(held, 0, ended && this.#input.mayGrow !== true);
      // what may be the first half of a line end is asked again
      this.#window.take(line?.next ?? held.length - (held.at(-1) === CR ? 1 : 0));
      this.#window.release();
      const { isInLongLine: _, ...mark } = this.#mark;
      const at = { ...mark, offset: this.#window.at };
      this.#mark = line ? { ...at, line: mark.line + 1 } : { ...at, isInLongLine: true };
      if (line || ended) return;
      await this.#window.more();
    }
  }

  /** Whole rows from the mark on, in pieces; what was read beyond them is kept for the next batch. */
  async #cut(size: BatchSize): Promise<Cut> {
    const scanner = finderOf(this.#mark);
    const pieces: Buffer[] = [];
    let [length, rows, lines] = [0, 0, 0];
    let [isWhole, isBeforeLong] = [true, false];
    this.#window.release();
    for (;;) {
      const { held: bytes, ended } = this.#window;
      const isEnd = ended && this.#input.mayGrow !== true;
      let at = 0;
      while (at < bytes.length && rows < size.rows && length + at < size.bytes) {
        const row = rowAt(scanner, bytes, at, isEnd);
        isBeforeLong = row === 'long';
        if (typeof row === 'string') break;
        if (row.isBroken) isWhole = false;
        at = row.next;
        lines += row.lines;
        if (!row.isBlank) rows++;
      }
      pieces.push(this.#window.take(at));
      length += at;
      if (ended || isBeforeLong || rows >= size.rows || length >= size.bytes)
        return { pieces, rows, lines, isWhole, isBeforeLong };
      await this.#window.more();
    }
  }

  /** That of the rows as they are read here. */
  get #encoding(): Encoding {
    return isUtf16(this.#mark.encoding) ? 'utf-8' : this.#mark.encoding;
  }

  /** Whether rows are written anew, since functions change them, each stands in quotes as a whole, or backslashes are escapes. */
  get #isAnew(): boolean {
    const { isInQuotes, escapes } = this.#mark;
    return isInQuotes === true || escapes !== undefined || hasTransforms(this.#input.columns);
  }

  #query(): Readonly<Record<string, string>> {
    if (this.#isAnew) return AS_ENCODED;
    return { delimiter: this.#mark.delimiter, encoding: this.#encoding, escapes: 'none' };
  }

  /** The rows as they stand in the file, or the readable ones written anew. */
  #text({ pieces, rows: count }: Cut, line: number): Pick<Batch, 'head' | 'body' | 'rows' | 'aside'> {
    if (!this.#isAnew) return { head: Buffer.from(this.#mark.header, 'base64'), body: pieces, rows: count, aside: [] };
    const names = this.#names();
    const { rows: found, lines, setAside } = this.#split(Buffer.concat(pieces));
    const rows = found.map((row) => this.#cellsOf(row, names.length));
    return {
      head: encodeHead(names),
      body: [encodeAll({ rows: transformed(rows, names, this.#input.columns), lines, aside: setAside }, names.length)],
      rows: rows.length,
      aside: setAside.map((one) => ({ ...one, line: line + one.line - 1 })),
    };
  }

  #split(rows: Buffer): SplitRows {
    const { delimiter, escapes = null } = this.#mark;
    const text = decoderOf(this.#encoding).decode(rows);
    return splitText(text, { delimiter, escapes }, Number.MAX_SAFE_INTEGER, { strict: true });
  }

  #cellsOf(row: readonly string[], columns: number): readonly string[] {
    const { delimiter, isInQuotes, escapes } = this.#mark;
    return escapes ? row : unquotedRow(row, delimiter, columns, isInQuotes);
  }

  #names(): readonly string[] {
    const [header = []] = this.#split(Buffer.from(this.#mark.header, 'base64')).rows;
    return columnNames(this.#cellsOf(header, 0));
  }

  /** A line that is too long to be a row, of which its beginning is told. */
  #longLine(): Pick<Batch, 'head' | 'body' | 'rows' | 'aside'> {
    const raw = decoderOf(this.#encoding, false).decode(this.#window.held.subarray(0, LONG_KEPT));
    const aside = [{ line: this.#mark.line, raw, rule: 'size', reason: LONG_LINE }];
    const names = this.#names();
    const body = [encodeAll({ rows: [], lines: [], aside }, names.length)];
    return { head: encodeHead(names), body, rows: 0, aside };
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
