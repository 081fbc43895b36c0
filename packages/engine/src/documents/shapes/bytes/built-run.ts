import type { DuckDBAppender } from '@duckdb/node-api';
import type { IndexLayout } from '../../../index/layout.ts';
import type { MadeIds } from '../../document-id.ts';
import { knownColumns, rowsAtOnce } from '../../table-columns.ts';
import { RowColumns, type StartedRows } from './append-rows.ts';
import { RunRows } from './block-rows.ts';
import type { ByteBlock } from './byte-block.ts';

/** Rows of a run with the first of their places. */
interface Slice {
  readonly from: number;
  readonly rows: StartedRows;
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
      slices.push({ from, rows: columns.start(new RunRows(block, ids, from, count)) });
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

  /** Adds rows of a run, of which the first has these numbers. */
  static append(appender: DuckDBAppender, { from, rows }: Slice, doc: number, seqNo: number): void {
    rows.append(appender, { doc: (place) => doc + from + place, seqNo: (place) => seqNo + from + place });
  }

  /** Lets go of the texts, once all rows are added. */
  release(): void {
    this.#columns.release();
  }
}
