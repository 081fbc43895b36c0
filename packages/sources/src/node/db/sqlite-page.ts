import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { LAST_ROWS, type Position, type TableBlock } from './database.ts';
import { behind, type KeyColumn, type ReadFrom, type Writing, whereOf } from './order.ts';
import type { LastRows } from './sqlite-last-rows.ts';
import { NO_OTHER_TEXTS, type OtherTexts, otherTexts, otherTextsNote } from './sqlite-texts.ts';
import { checkedLiteral, sqliteCell, sqliteLiteral, sqliteName, textLiteral } from './sqlite-values.ts';

/** A column of the order as its index compares it. */
function orderedBy({ collations }: Scan, name: string): string {
  const collation = collations.get(name);
  return sqliteName(name) + (collation === undefined ? '' : ` COLLATE ${sqliteName(collation)}`);
}

const writingOf = (scan: Scan): Writing => ({ name: (name) => orderedBy(scan, name), literal: checkedLiteral });
const PAGE_BYTES = 16 * 1024 * 1024;
/** Rows among which the last ones that were read are looked for. */
const LOOKED_AT = 20_000;

/** What is read of a table, and in what order. */
export interface Scan {
  readonly table: string;
  readonly columns: readonly string[];
  readonly order: readonly KeyColumn[];
  /** How texts of the key are compared. */
  readonly collations: ReadonlyMap<string, string>;
  /** An index gives the order: a page costs no more than its rows. */
  readonly indexed: boolean;
  readonly range: Omit<ReadFrom, 'after'>;
}

/** Rows of one statement, and whether more follow them. */
export interface Page {
  readonly rows: readonly SQLOutputValue[][];
  readonly isMore: boolean;
  /** Of texts that are no UTF-8. */
  readonly texts: OtherTexts;
}

export const valuesOf = (row: unknown): SQLOutputValue[] => row as SQLOutputValue[];

const bytesOf = (value: SQLOutputValue): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

export function prepared(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement;
}

function rowsUpTo(db: DatabaseSync, sql: string, most: number): Omit<Page, 'texts'> {
  const rows: SQLOutputValue[][] = [];
  let bytes = 0;
  for (const row of prepared(db, sql).iterate()) {
    const values = valuesOf(row);
    rows.push(values);
    for (const value of values) bytes += bytesOf(value);
    if (bytes >= PAGE_BYTES) return { rows, isMore: true };
  }
  return { rows, isMore: rows.length === most };
}

function* valuesIn(db: DatabaseSync, sql: string): Generator<SQLOutputValue[]> {
  for (const row of prepared(db, sql).iterate()) yield valuesOf(row);
}

/** The rows behind a position that are asked for, fewer where they are large; within one moment of the file. */
export function pageOf(db: DatabaseSync, scan: Scan, after: Position | null, most: number): Page {
  const { rows, isMore } = rowsUpTo(db, scanSql(scan, after, most), most);
  const again = (select: string) => valuesIn(db, scanSql(scan, after, rows.length, select));
  return { rows, isMore, texts: otherTexts(db, scan.columns, rows, again) };
}

/** What of the order is no column: the number SQLite gives each row. */
const hiddenOf = ({ columns, order }: Scan): readonly string[] =>
  order.map(({ name }) => name).filter((name) => !columns.includes(name));

/** The columns, what of the order is none, and the bytes of texts that rows are ordered by. */
function selected(scan: Scan): string {
  const names = [...scan.columns, ...hiddenOf(scan)].map(sqliteName);
  const bytes = scan.order.map(({ name }) => {
    const column = sqliteName(name);
    return scan.columns.includes(name) ? `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) END` : 'NULL';
  });
  return [...names, ...bytes].join(', ');
}

export function scanSql(scan: Scan, after: Position | null, most: number | null, select = selected(scan)): string {
  const { order, range } = scan;
  const where = whereOf(order, { ...range, after: order.length === 0 ? null : after }, writingOf(scan));
  const by = order.length === 0 ? '' : ` ORDER BY ${order.map(({ name }) => orderedBy(scan, name)).join(', ')}`;
  const from = `SELECT ${select} FROM main.${sqliteName(scan.table)}`;
  return `${from}${where}${by}${most === null ? '' : ` LIMIT ${most}`}`;
}

/** Rows that stand where the last ones that were read stood. */
export function* rowsSince(db: DatabaseSync, scan: Scan, { before, position }: LastRows): Generator<SQLOutputValue[]> {
  const { order, range } = scan;
  const where = whereOf(order, { ...range, after: before }, writingOf(scan));
  const upTo = `(${behind(order, position ?? [], writingOf(scan))}) IS NOT TRUE`;
  const from = `SELECT ${selected(scan)} FROM main.${sqliteName(scan.table)}`;
  const sql = `${from}${where}${where === '' ? ' WHERE' : ' AND'} ${upTo} LIMIT ${LOOKED_AT}`;
  yield* valuesIn(db, sql);
}

/** Texts hold any bytes, as those of programs that write Latin-1; as letters they stand elsewhere in the order. */
const UNLIKE_ITS_BYTES = /[\ufffd\0]/;

export function positionOf(scan: Scan, row: readonly SQLOutputValue[]): Position {
  const { columns, order } = scan;
  const hidden = hiddenOf(scan);
  const bytesAt = columns.length + hidden.length;
  return order.map(({ name }, i) => {
    const value = row[columns.includes(name) ? columns.indexOf(name) : columns.length + hidden.indexOf(name)];
    const bytes = row[bytesAt + i];
    const isOther = typeof value === 'string' && UNLIKE_ITS_BYTES.test(value) && bytes instanceof Uint8Array;
    return isOther ? textLiteral(bytes) : sqliteLiteral(value);
  });
}

export function blockOf(
  scan: Scan,
  rows: readonly SQLOutputValue[][],
  from: number,
  texts: OtherTexts = NO_OTHER_TEXTS,
): TableBlock {
  const { columns, order } = scan;
  const positionAt = (at: number): Position | null => (order.length === 0 ? null : positionOf(scan, rows.at(at) ?? []));
  return {
    rows: rows.map((row) => columns.map((_, i) => texts.get(row)?.get(i) ?? sqliteCell(row[i]))),
    lines: rows.map((_, i) => from + i),
    setAside: [],
    position: positionAt(-1),
    note: otherTextsNote(columns, rows, texts),
    beforeLast: rows.length > LAST_ROWS ? positionAt(-1 - LAST_ROWS) : null,
  };
}
