import { BOOLEAN, DOUBLE, type DuckDBValue, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { rowsOf } from '../run.ts';
import { bind, type Sql, sql, wholeType } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { Expression } from './plan.ts';

/** Values any document has, matching or not. */
export async function distinctKeys(
  values: Expression,
  list: boolean,
  { sources, connection }: PlanContext,
): Promise<readonly unknown[]> {
  const keys = new Set<unknown>();
  for (const [i, source] of sources.entries()) {
    const value = values[i] ?? sql`NULL`;
    const each = list ? sql`unnest(${value})` : value;
    const rows = await rowsOf(connection, sql`SELECT DISTINCT ${each} FROM ${source}`);
    for (const [found] of rows) if (found !== null) keys.add(found);
  }
  return [...keys];
}

/** Keys that came out of a statement as one list parameter. */
export function keysList(keys: readonly unknown[]): Sql {
  const held = keys.filter((key) => key !== null);
  if (held.every((key) => typeof key === 'string')) return bind(listValue([...keys] as DuckDBValue[]), LIST(VARCHAR));
  if (held.every((key) => typeof key === 'boolean')) return bind(listValue([...keys] as DuckDBValue[]), LIST(BOOLEAN));
  if (held.every((key) => typeof key === 'bigint' || Number.isSafeInteger(key))) {
    const whole = keys.map((key) => (key === null ? null : BigInt(key as number | bigint)));
    const most = whole.reduce<bigint>((most, key) => (key !== null && key > most ? key : most), 0n);
    return bind(listValue(whole), LIST(wholeType(most)));
  }
  return bind(listValue(keys.map((key) => (key === null ? null : Number(key)))), LIST(DOUBLE));
}
