import type { FileHandle } from 'node:fs/promises';
import type { Cell, RowBlock, RowReader, SetAside, SourceColumn } from '@datasarana/sources';
import { MOST_SET_ASIDE, tooManySetAside } from '@datasarana/sources/node';
import type { Mark } from '../state/rows.ts';
import type { Batch, BatchReader, BatchSize } from './batch-reader.ts';
import { AS_ENCODED, encodeAll, encodeHead, transformed } from './encode.ts';

/** Characters of rows set aside that are kept as they are of those that wait; of others the beginnings. */
const TEXT_KEPT = 8 * 1024 * 1024;
const BEGINNING = 64;

/** Batches of any reader of rows. Such a file has no place to go on at but the number of rows that were read. */
export class BlockBatches implements BatchReader {
  readonly isOpen = false;
  readonly file?: FileHandle;
  readonly head?: string;
  readonly #reader: RowReader;
  readonly #blocks: AsyncIterator<RowBlock>;
  readonly #columns: readonly SourceColumn[];
  readonly #ofObjects: boolean;
  readonly #close: () => Promise<void>;
  #rows: (readonly Cell[])[] = [];
  #lines: number[] = [];
  #aside: SetAside[] = [];
  #kept = 0;
  /** Rows of the file set aside, those of an earlier run among them; they are as many as where the platform reads it. */
  #found = 0;
  #first: SetAside | null = null;
  /** Rows given out; those of an earlier run are passed over. */
  #given = 0;
  #skip: number;
  #ended = false;
  /** Line of the last row given out: what was set aside up to it was told already. */
  #line: number;

  constructor(
    {
      reader,
      ofObjects,
      file,
      head,
    }: {
      readonly reader: RowReader;
      readonly ofObjects: boolean;
      readonly file?: FileHandle;
      readonly head?: string | undefined;
    },
    columns: readonly SourceColumn[],
    mark: Mark,
    close: () => Promise<void>,
  ) {
    this.#reader = reader;
    if (file) this.file = file;
    if (head !== undefined) this.head = head;
    this.#ofObjects = ofObjects;
    this.#blocks = reader.blocks[Symbol.asyncIterator]();
    this.#columns = columns;
    this.#close = close;
    this.#skip = Number(mark.rows ?? 0);
    this.#given = this.#skip;
    this.#line = Number(mark.line ?? 0);
  }

  async #fill(wanted: number): Promise<void> {
    while (!this.#ended && this.#rows.length < wanted) {
      const { value: block, done } = await this.#blocks.next();
      if (done) {
        this.#ended = true;
        return;
      }
      const passed = Math.min(this.#skip, block.rows.length);
      this.#skip -= passed;
      // one by one: a block may have more than a call takes arguments
      for (const row of block.rows.slice(passed)) this.#rows.push(row);
      for (const line of block.lines.slice(passed)) this.#lines.push(line);
      for (const row of block.setAside) this.#putAside(row);
    }
  }

  /** @throws FileRefused for one more than a file may have */
  #putAside(row: SetAside): void {
    this.#first ??= row;
    if (++this.#found > MOST_SET_ASIDE) throw tooManySetAside(this.#first);
    if (row.line <= this.#line) return;
    const fits = this.#kept + row.raw.length <= TEXT_KEPT;
    const raw = fits ? row.raw : row.raw.slice(0, BEGINNING);
    const reason = fits ? row.reason : `${row.reason} (its text is cut: many rows could not be read)`;
    this.#kept += raw.length;
    this.#aside.push({ ...row, raw, reason });
  }

  async next({ rows: wanted }: BatchSize): Promise<Batch | null> {
    await this.#fill(wanted);
    const rows = this.#rows.splice(0, wanted);
    const lines = this.#lines.splice(0, wanted);
    const last = this.#ended && this.#rows.length === 0 ? Number.MAX_SAFE_INTEGER : (lines.at(-1) ?? this.#line);
    const aside = this.#aside.filter(({ line }) => line <= last);
    this.#aside = this.#aside.filter(({ line }) => line > last);
    this.#kept = this.#aside.reduce((sum, { raw }) => sum + raw.length, 0);
    const line = lines[0] ?? aside[0]?.line ?? this.#given + 1;
    if (rows.length + aside.length === 0) return null;
    this.#given += rows.length;
    this.#line = aside.reduce((most, one) => Math.max(most, one.line), Math.max(this.#line, lines.at(-1) ?? 0));
    const columns = [...this.#reader.columns];
    const whole = rows.map((row) => columns.map((_, i) => row[i] ?? null));
    return {
      head: encodeHead(columns),
      body: [encodeAll({ rows: transformed(whole, columns, this.#columns), lines, aside }, columns.length)],
      rows: rows.length,
      isLast: this.#ended && this.#rows.length === 0,
      isWhole: true,
      aside,
      line,
      mark: { rows: this.#given, line: this.#line },
      ...(this.#ofObjects && { occurring: columns }),
      query: AS_ENCODED,
    };
  }

  async close(): Promise<void> {
    await this.#blocks.return?.();
    await this.#close();
  }
}
