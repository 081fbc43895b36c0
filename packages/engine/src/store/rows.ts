import type { DuckDBConnection, DuckDBValue, JS } from '@duckdb/node-api';
import { runAtOnce } from './at-once.ts';

export type SqlValues = Record<string, DuckDBValue>;

/** Rows of a small result as plain objects (BIGINT as bigint). */
export async function allRows(
  connection: DuckDBConnection,
  sql: string,
  values?: SqlValues,
): Promise<readonly Readonly<Record<string, JS>>[]> {
  const result = await runAtOnce(connection, sql, values);
  return result.getRowObjectsJS();
}

/** The only row, as numbers; a missing row or NULL is 0. */
export async function oneNumber(connection: DuckDBConnection, sql: string, values?: SqlValues): Promise<number> {
  const [row] = await allRows(connection, sql, values);
  const [value] = Object.values(row ?? {});
  return Number(value ?? 0);
}
