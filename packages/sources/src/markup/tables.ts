import type { SheetRow } from '../xlsx/sheet-rows.ts';

/** Columns and rows a sheet has at most; what stands beyond is no table of rows. */
export const MOST_COLUMNS = 16_384;
export const MOST_ROWS = 1_048_576;

/** A table as it was met: how it is called, and how much is in it. */
export interface MetTable {
  name: string | null;
  cells: number;
  hidden: boolean;
}

/** A row and the place of its table among all. */
export interface TableRow extends SheetRow {
  readonly table: number;
}

/** Reads tables out of text that comes in pieces. */
export interface TableScanner {
  push(text: string): void;
  end(): void;
  /** In the order in which they begin. */
  readonly met: readonly MetTable[];
  /** Rows that ended since it was asked last. */
  take(): readonly TableRow[];
}
