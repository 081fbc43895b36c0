import type { Cell } from '../../rows/row-reader.ts';
import type { Position, ReadTable, TableBlock } from './database.ts';
import { isLost, type MysqlLink, mysqlName, mysqlText, refusalOf } from './mysql-link.ts';
import { type KeyColumn, numberLiteral, rangeOf, type Writing, whereOf } from './order.ts';
import { singleText } from './single-text.ts';
import { streamRows, TableScanner } from './table-scan.ts';

const WRITING: Writing = {
  name: mysqlName,
  literal: (value, kind) => {
    if (kind === 'number') return numberLiteral(value);
    return kind === 'binary' ? `x'${Buffer.from(value, 'base64').toString('hex')}'` : mysqlText(value);
  },
};

/** What is read, once the table is known. */
export interface MysqlScan {
  readonly database: string;
  readonly columns: readonly string[];
  readonly order: readonly KeyColumn[];
  /** Places of date columns, whose zero date means "none". */
  readonly dates: readonly number[];
  /** Places of single-precision columns, of which the server writes six digits unless they are doubles. */
  readonly singles: readonly number[];
}

function scanSql({ database, columns, order, singles }: MysqlScan, request: ReadTable, after: Position | null): string {
  const wide = new Set(singles);
  const list = columns
    .map((name, place) => (wide.has(place) ? `${mysqlName(name)} + 0e0` : mysqlName(name)))
    .join(', ');
  const from = `SELECT ${list} FROM ${mysqlName(database)}.${mysqlName(request.table)}`;
  const where = whereOf(order, { ...rangeOf(request), after }, WRITING);
  const by = order.length === 0 ? '' : ` ORDER BY ${order.map(({ name }) => mysqlName(name)).join(', ')}`;
  return from + where + by;
}

/**
 * Texts of dates are compared as the server writes them, long ones to their end, and a slow reader is waited for. A server may
 * end every statement after some seconds, however large the table; the setting has another name in each of the two families,
 * and a comment is run by the one that it names.
 */
const SESSION =
  "SET SESSION time_zone = '+00:00', sql_mode = '', net_write_timeout = 3600, net_read_timeout = 3600, max_sort_length = 8388608 /*M!100101 , max_statement_time = 0*/ /*!50708 , max_execution_time = 0*/";

const ZERO_DATE = '0000-00-00';

/** Reads a table in the order of the scan, and goes on behind the last row when the connection breaks off. */
export function mysqlBlocks(
  open: (signal?: AbortSignal) => Promise<MysqlLink>,
  scan: MysqlScan,
  request: ReadTable,
): AsyncGenerator<TableBlock> {
  async function* read(link: MysqlLink, after: Position | null): AsyncGenerator<Cell[][]> {
    await link.rows(SESSION);
    yield* streamRows(link, scanSql(scan, request, after), request);
  }
  const mend = (rows: Cell[][]): void => {
    for (const place of scan.dates) {
      for (const row of rows) if (row[place]?.startsWith(ZERO_DATE)) row[place] = null;
    }
    for (const place of scan.singles) for (const row of rows) row[place] = singleText(row[place] ?? null);
  };
  const order = scan.order.map(({ name }) => name);
  const refusal = (cause: unknown): Error => refusalOf(cause, 'table');
  const scanner = new TableScanner({
    request,
    columns: scan.columns,
    order,
    open,
    read,
    mend,
    isLost,
    refusalOf: refusal,
  });
  return scanner.blocks();
}
