import type { ValueType } from '@datasarana/schema';

/** A cell as every reader gives it: text as the CSV reader would have it, null = absent. Nested values are JSON text. */
export type Cell = string | null;

/** A row that could not be read, set aside with its place; it never stops the others. */
export interface SetAside {
  /** 1-based line, sheet row, feature or array element. */
  readonly line: number;
  readonly raw: string;
  readonly rule: string;
  readonly reason: string;
  /** Index of the column whose cell was the reason; missing when it was the row as a whole. */
  readonly column?: number;
}

/** The cells of a column in some rows. */
export interface CellColumn {
  /** In the order of the rows; where there are places, in none, and the same list for many blocks. */
  readonly cells: readonly Cell[];
  /** Of each row the place of its cell, -1 for none; null where each has its own. */
  readonly places: Int32Array | null;
}

/** Rows that came in together; `lines[i]` is where `rows[i]` stood in the source. */
export interface RowBlock {
  readonly rows: readonly (readonly Cell[])[];
  readonly lines: readonly number[];
  readonly setAside: readonly SetAside[];
  /** The same rows by their columns, where the source has them so: their lines follow one another, and none was set aside. */
  readonly columns?: readonly CellColumn[];
}

/**
 * What every reader answers: columns first, then blocks of rows with flat memory. Closing the iterator early closes the
 * file or connection beneath.
 */
export interface RowReader {
  readonly columns: readonly string[];
  /** Value types that hold whatever each column may hold, by what its source says of it; null where it says nothing. */
  readonly types?: readonly (ValueType | null)[];
  /** Of a workbook the sheet that is read, of a page the table. */
  readonly sheet?: string;
  /** Of JSON that is one object: it was taken for a table. */
  readonly isTable?: true;
  /** Of JSON that is one object, taken for one row: the path by which each of its members is a row, where they are alike. */
  readonly members?: string;
  readonly blocks: AsyncIterable<RowBlock>;
}
