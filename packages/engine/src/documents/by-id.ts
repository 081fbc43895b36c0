import { type DuckDBConnection, type JS, listValue } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { readCounters } from '../load/counters.ts';
import { allRows } from '../store/rows.ts';

/** Ids that are looked for without asking DuckDB for their hashes: of more it takes less time. */
const FEW = 256;

/**
 * Rows of stored documents by their ids, each given once, in no order.
 * @param columns SQL of what is selected
 * @param end that of the known ids before the transaction began, where this is not the first it asks
 */
export async function rowsOfIds(
  connection: DuckDBConnection,
  { docs, state }: IndexLayout,
  ids: readonly string[],
  columns: string,
  end?: number,
): Promise<readonly Readonly<Record<string, JS>>[]> {
  if (ids.length === 0) return [];
  const [one = ''] = ids;
  const values = ids.length === 1 ? { one } : { ids: listValue(ids) };
  const known = state.knownKeys('_id');
  const places =
    ids.length <= FEW
      ? known.placesOfTexts(docs, ids, end)
      : await known.find(connection, docs, 'SELECT unnest($ids)', values, end);
  const which = ids.length === 1 ? '_id = $one' : '_id IN (SELECT unnest($ids))';
  const statements = places.map((place) => `SELECT ${columns} FROM ${docs} WHERE ${place} AND ${which}`);
  return allRows(connection, statements.join(' UNION ALL '), values);
}

/** Has ids learnt that a reader asks for, as far as its snapshot goes. */
export async function learnIds(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  const { docs, state } = layout;
  const known = state.knownKeys('_id');
  // what is kept in memory may be ahead of the snapshot
  if (state.next === null || !known.isBehind(state.next.doc)) return;
  const { nextDoc } = await readCounters(connection, layout);
  await known.learn(connection, docs, nextDoc);
}
