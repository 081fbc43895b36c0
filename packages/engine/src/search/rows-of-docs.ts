import { joined, type Sql, sql, whole } from './sql.ts';

/** Row ids DuckDB 1.5.6 jumps to in one statement; for more of them it reads whole columns. */
export const JUMPS = 50;

/** The rows of some documents of a table: few are jumped to, where a condition on `_doc` would read the columns around them. */
export function rowsOfDocs(table: Sql, docs: readonly number[]): Sql {
  const numbers = joined(docs.map(whole), ', ');
  const are = sql`_doc IN (${numbers})`;
  return docs.length > JUMPS
    ? sql`${table} WHERE ${are}`
    : sql`${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${are})`;
}
