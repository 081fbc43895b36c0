import type { DuckDBAppender, DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';

/** Columns of the table of an index in the order the table has them, which is that of their making. */
export interface TableColumns {
  readonly names: readonly string[];
  readonly types: readonly DuckDBType[];
  /** Fields of the index by their columns. */
  readonly fields: ReadonlyMap<string, FieldColumn>;
}

const known = new WeakMap<IndexLayout, TableColumns>();

/** Columns of the table, once something was appended to it as it is laid out now. */
export const knownColumns = (layout: IndexLayout): TableColumns | undefined => known.get(layout);

/** Columns of the table that an appender adds to. */
export async function columnsOf(
  connection: DuckDBConnection,
  layout: IndexLayout,
  appender: DuckDBAppender,
): Promise<TableColumns> {
  const before = known.get(layout);
  if (before) return before;
  const rows = await allRows(connection, `SELECT name FROM pragma_table_info('${layout.docs}') ORDER BY cid`);
  const columns = {
    names: rows.map((row) => String(row.name)),
    types: rows.map((_, index) => appender.columnType(index)),
    fields: new Map(layout.own.flatMap((field) => field.columns.map((name) => [name, field]))),
  };
  known.set(layout, columns);
  return columns;
}

/** Rows DuckDB takes at once. */
const CHUNK = 2048;
/** Cells put together at once, of documents with many fields. */
const CHUNK_CELLS = 128 * CHUNK;
/** Rows that are worth being handed over by themselves. */
export const LEAST_ROWS = 64;

/** How many rows of a table are handed over at once. */
export const rowsAtOnce = ({ names }: TableColumns): number =>
  Math.min(CHUNK, Math.max(LEAST_ROWS, Math.floor(CHUNK_CELLS / names.length)));
