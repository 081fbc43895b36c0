import { decoderOf, detectEncoding } from '../csv/encoding.ts';
import { HEAD_BYTES } from '../files/byte-source.ts';
import { peek } from '../files/peek.ts';
import type { DocumentBlock } from '../json/documents.ts';
import type { Fields } from '../json/fields.ts';
import { LINE_LIMIT, tooLong } from '../json/lines.ts';
import { FileRefused } from '../refusal.ts';
import type { SetAside } from '../rows/row-reader.ts';
import { cutLine, type FixedColumns, fixedColumnsOf, isRule } from './fixed-columns.ts';

/** What a program prints below a table. */
const COUNT = /^\(\d+ [^)]*\)$/;
/** Longer than what stands for a missing value. */
const LONG_RUN = /-{4}|={4}/;
const RAW_KEPT = 64 * 1024;

/**
 * Rows of a table whose cells are set below each other with spaces between them, or parted by lines that are drawn. Rules, and names that
 * are printed again on another page, are no rows; a line that does not fit the columns is set aside.
 */
export async function* readAligned(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  const { head, rest } = await peek(bytes);
  const { encoding, bom } = detectEncoding(head);
  const decoder = decoderOf(encoding, false);
  const first = decoderOf(encoding, false).decode(head.subarray(bom), { stream: true });
  const columns = fixedColumnsOf(first, head.length >= HEAD_BYTES);
  if (columns === null) throw new FileRefused('header', 'The columns of the table are not set below each other.');
  const table = new AlignedLines(columns);
  let skipped = bom;
  for await (const chunk of rest) {
    yield table.take(decoder.decode(chunk.subarray(skipped), { stream: true }));
    skipped = 0;
  }
  yield table.end(decoder.decode(new Uint8Array()));
}

class AlignedLines {
  readonly #columns: FixedColumns;
  #tail = '';
  #line = 0;
  #names = '';
  /** The rule below the names, where there is one. */
  #rule = '';
  #documents: Fields[] = [];
  #lines: number[] = [];
  #setAside: SetAside[] = [];

  constructor(columns: FixedColumns) {
    this.#columns = columns;
  }

  take(text: string): DocumentBlock {
    // a line end of two signs may be cut between them
    const all = this.#tail + text;
    const end = all.endsWith('\r') ? all.length - 1 : all.length;
    const lines = all.slice(0, end).split(/\r\n|\r|\n/);
    this.#tail = (lines.pop() ?? '') + all.slice(end);
    if (this.#tail.length > LINE_LIMIT) throw tooLong(this.#line + lines.length + 1);
    for (const line of lines) this.#takeLine(line.trimEnd());
    return this.#block();
  }

  end(text: string): DocumentBlock {
    const block = this.take(text);
    this.#takeLine(this.#tail.trimEnd());
    const last = this.#block();
    return {
      documents: [...block.documents, ...last.documents],
      lines: [...block.lines, ...last.lines],
      setAside: [...block.setAside, ...last.setAside],
    };
  }

  #block(): DocumentBlock {
    const block = { documents: this.#documents, lines: this.#lines, setAside: this.#setAside };
    [this.#documents, this.#lines, this.#setAside] = [[], [], []];
    return block;
  }

  /** Dashes in the cells of a row may stand for values that are missing. */
  #isDrawn(text: string): boolean {
    if (!isRule(text)) return false;
    return text === this.#rule || LONG_RUN.test(text) || cutLine(text, this.#columns) === null;
  }

  #takeLine(text: string): void {
    const line = ++this.#line;
    const { names, header, sign } = this.#columns;
    if (line === header) this.#names = text;
    if (line === header + 1 && isRule(text)) this.#rule = text;
    if (line <= header || text === '' || text === this.#names || this.#isDrawn(text)) return;
    const isInside = sign === ' ' || (text.startsWith('|') && text.endsWith('|'));
    const cells = isInside && !COUNT.test(text) ? cutLine(text, this.#columns) : null;
    if (cells === null) {
      const reason = `The line does not fit the columns, which stand below each other as ${names.slice(0, 3).join(', ')} do`;
      this.#setAside.push({ line, raw: text.slice(0, RAW_KEPT), rule: 'columns', reason });
      return;
    }
    this.#documents.push(Object.fromEntries(names.map((name, i) => [name, cells[i] || null])));
    this.#lines.push(line);
  }
}
