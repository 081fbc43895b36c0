import { geoJsonOfText } from '../../geo/well-known-text.ts';
import type { Cell } from '../../rows/row-reader.ts';
import type { Position, ReadTable, TableBlock } from './database.ts';
import { type KeyColumn, type ReadFrom, rangeOf, whereOf } from './order.ts';
import { type SqlServerColumn, selectedColumns, sqlServerName, sqlServerWriting } from './sqlserver-columns.ts';
import { isSqlServerLost, type SqlServerLink, sqlServerRefusal } from './sqlserver-link.ts';
import { streamRows, TableScanner } from './table-scan.ts';

/** What is read, once the table is known. */
export interface SqlServerScan {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly SqlServerColumn[];
  readonly order: readonly KeyColumn[];
}

/** Rows asked for at once: a statement that runs for hours would hold locks, or the versions of rows, as long. */
const PAGE_ROWS = 20_000;

const SHAPES: ReadonlySet<string> = new Set(['geography', 'geometry']);

/** The statement for the next page behind a position; the whole table where there is no order. */
export function pageSql(
  { schema, table, columns, order }: SqlServerScan,
  after: Position | null,
  rows: number,
  range: Omit<ReadFrom, 'after'> = {},
): string {
  const top = order.length === 0 ? '' : `TOP (${rows}) `;
  const from = `SELECT ${top}${selectedColumns(columns)} FROM ${sqlServerName(schema)}.${sqlServerName(table)}`;
  const where = whereOf(order, { ...range, after }, sqlServerWriting(columns));
  // The columns by the table's name: an alias of the same name would sort texts of dates instead of dates.
  const by = order.map(({ name }) => `${sqlServerName(schema)}.${sqlServerName(table)}.${sqlServerName(name)}`);
  return from + where + (by.length === 0 ? '' : ` ORDER BY ${by.join(', ')}`);
}

/** Reads a table page by page in the order of its key, and goes on behind the last row when the connection breaks off. */
export function sqlServerBlocks(
  open: (signal?: AbortSignal) => Promise<SqlServerLink>,
  scan: SqlServerScan,
  request: ReadTable,
  pageRows = PAGE_ROWS,
): AsyncGenerator<TableBlock> {
  const names = scan.columns.map(({ name }) => name);
  const places = scan.order.map(({ name }) => names.indexOf(name));
  async function* read(link: SqlServerLink, start: Position | null): AsyncGenerator<Cell[][]> {
    let after = start;
    for (;;) {
      let rows = 0;
      for await (const block of streamRows(link, pageSql(scan, after, pageRows, rangeOf(request)), request)) {
        rows += block.length;
        const last = block.at(-1) ?? [];
        after = places.map((place) => last[place] ?? null);
        yield block;
      }
      if (scan.order.length === 0 || rows < pageRows) return;
    }
  }
  const shapes = scan.columns.flatMap(({ type }, place) => (SHAPES.has(type) ? place : []));
  const mend = (rows: Cell[][]): void => {
    for (const place of shapes) {
      for (const row of rows) {
        const text = row[place] ?? null;
        // A curve stays as it is written, and the ledger says so.
        if (text !== null) row[place] = geoJsonOfText(text) ?? text;
      }
    }
  };
  const refusalOf = (cause: unknown): Error => sqlServerRefusal(cause, 'table');
  const order = scan.order.map(({ name }) => name);
  return new TableScanner({
    request,
    columns: names,
    order,
    open,
    read,
    mend,
    isLost: isSqlServerLost,
    refusalOf,
  }).blocks();
}
