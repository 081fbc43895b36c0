import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { joined, name, type Sql, sql, whole } from './sql.ts';

/** Row ids DuckDB 1.5.6 jumps to in one statement; for more of them it reads whole columns. */
export const JUMPS = 50;

/**
 * The rows of some documents of a table: few are jumped to, where a condition on `_doc` alone would read the columns around them. By row ids alone
 * DuckDB goes through all row groups, by numbers it passes over those they do not lie in.
 */
export function rowsOfDocs(table: Sql, docs: readonly number[]): Sql {
  const are = areDocs(docs);
  return docs.length > JUMPS
    ? sql`${table} WHERE ${are}`
    : sql`${table} WHERE ${are} AND rowid IN (SELECT rowid FROM ${table} WHERE ${are})`;
}

const areDocs = (docs: readonly number[]): Sql => sql`_doc IN (${joined(docs.map(whole), ', ')})`;

/** Runs a statement: how its rows are handed over is for whoever asks. */
type Run<Row> = (connection: DuckDBConnection, statement: Sql) => Promise<readonly Row[]>;

/**
 * Columns of the rows of some documents of an index, in no order; those that are not there are left out. The rows are looked for where they
 * stood last, which is half of the work.
 */
export async function readRows<Row>(
  { docs: table, state }: Pick<IndexLayout, 'docs' | 'state'>,
  docs: readonly number[],
  columns: Sql,
  run: Run<Row>,
  connection: DuckDBConnection,
): Promise<readonly Row[]> {
  const asked = [...new Set(docs)].sort((a, b) => a - b);
  const pieces = piecesOf(asked, JUMPS);
  const read = (selects: readonly Sql[]): Promise<readonly Row[]> => run(connection, joined(selects, ' UNION ALL '));
  const select = (some: readonly number[], rows: Sql): Sql =>
    sql`SELECT ${columns} FROM ${name(table)} WHERE ${areDocs(some)} AND rowid IN (${rows})`;
  const where = (some: readonly number[]): readonly Sql[] => {
    const rows = state.rows.of(some);
    if (rows.length > JUMPS) return piecesOf(some, JUMPS / 2).flatMap(where);
    return [
      select(
        some,
        sql`VALUES ${joined(
          rows.map((row) => sql`(${whole(row)})`),
          ', ',
        )}`,
      ),
    ];
  };
  const known = await read(pieces.flatMap(where));
  if (known.length === asked.length) return known;
  const all = await read(
    pieces.map((some) => select(some, sql`SELECT rowid FROM ${name(table)} WHERE ${areDocs(some)}`)),
  );
  if (all.length > known.length) await state.rows.miss(connection, table);
  return all;
}

const piecesOf = (docs: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(docs.length / size) }, (_, i) => docs.slice(i * size, (i + 1) * size));
