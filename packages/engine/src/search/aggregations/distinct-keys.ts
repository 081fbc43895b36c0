import { BIGINT, BOOLEAN, DOUBLE, type DuckDBValue, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { rowsOf } from '../run.ts';
import { bind, joined, name, type Sql, sql } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { AroundBucket, Expression } from './plan.ts';

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
    return bind(listValue(whole), LIST(BIGINT));
  }
  return bind(listValue(keys.map((key) => (key === null ? null : Number(key)))), LIST(DOUBLE));
}

/** For rows of a bucket around the list of numbers that belongs to it; buckets are told apart by their keys. */
export function lookup(
  around: readonly AroundBucket[],
  listOf: (bucket: AroundBucket) => readonly number[],
): (keys: readonly Sql[]) => Sql {
  return (keys) => {
    const lists = around.map((bucket) => listValue(listOf(bucket).map(Number)));
    if (keys.length === 0) {
      const [only] = around;
      return bind(listValue(only === undefined ? [] : [...listOf(only)]), LIST(DOUBLE));
    }
    const names = keys.map((_, i) => name(`around${i}`));
    const columns = names.map((own, i) => sql`unnest(${keysList(around.map((bucket) => bucket.keys[i]))}) AS ${own}`);
    const table = sql`SELECT ${joined(columns, ', ')}, unnest(${bind(listValue(lists), LIST(LIST(DOUBLE)))}) AS limits`;
    const same = joined(
      names.map((own, i) => sql`${own} IS NOT DISTINCT FROM ${keys[i] ?? sql`NULL`}`),
      ' AND ',
    );
    return sql`(SELECT limits FROM (${table}) WHERE ${same})`;
  };
}
