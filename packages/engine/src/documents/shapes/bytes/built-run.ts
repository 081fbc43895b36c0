import type { DuckDBAppender } from '@duckdb/node-api';
import type { IndexLayout } from '../../../index/layout.ts';
import type { MadeIds } from '../../document-id.ts';
import { knownColumns, rowsAtOnce } from '../../table-columns.ts';
import { RowColumns, type StartedRows } from './append-rows.ts';
import { RunRows } from './block-rows.ts';
import type { ByteBlock } from './byte-block.ts';

/** Rows of a run that are handed over at once. */
class Slice {
  readonly #from: number;
  readonly #rows: StartedRows;

  /** `from` is the place of the first. */
  constructor(from: number, rows: StartedRows) {
    this.#from = from;
    this.#rows = rows;
  }

  /** `doc` and `seqNo` are those of the first of the run. */
  append(appender: DuckDBAppender, doc: number, seqNo: number): void {
    const from = this.#from;
    this.#rows.append(appender, { doc: (place) => doc + from + place, seqNo: (place) => seqNo + from + place });
  }
}

/** All rows of a block, put together for a table up to the numbers that documents are given in their turn. */
export class BuiltRun {
  readonly #layout: IndexLayout;
  readonly #columns: RowColumns;
  #slices: readonly Slice[];

  private constructor(layout: IndexLayout, columns: RowColumns, slices: readonly Slice[]) {
    this.#layout = layout;
    this.#columns = columns;
    this.#slices = slices;
  }

  /** Null while the columns of the table are not known, or when the rows cannot be handed over whole. */
  static of(layout: IndexLayout, block: ByteBlock, ids: MadeIds): BuiltRun | null {
    const table = knownColumns(layout);
    if (table === undefined) return null;
    const columns = new RowColumns(layout, table);
    if (!columns.fits(block)) return null;
    const most = rowsAtOnce(table);
    const slices: Slice[] = [];
    for (let from = 0; from < block.rows; from += most) {
      const count = Math.min(most, block.rows - from);
      slices.push(new Slice(from, columns.start(new RunRows(block, ids, from, count))));
    }
    return new BuiltRun(layout, columns, slices);
  }

  /** Whether it is for the table as it is laid out, and not taken yet. */
  isFor(layout: IndexLayout): boolean {
    return layout === this.#layout && this.#slices.length > 0;
  }

  /** The rows, once: they hold texts that are let go of behind them. */
  take(): readonly Slice[] {
    const slices = this.#slices;
    this.#slices = [];
    return slices;
  }

  /** Lets go of the texts, once all rows are added. */
  release(): void {
    this.#columns.release();
  }
}
