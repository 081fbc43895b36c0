import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';

/** How much of the earlier states of documents is kept. */
export interface HistoryLimits {
  readonly rows: number;
  readonly ms: number;
}

const LIMITS: HistoryLimits = { rows: 5_000_000, ms: 90 * 24 * 60 * 60_000 };

/**
 * Lets go of the oldest earlier states, whole batches at a time, and notes up to when: a batch from before can no longer be
 * undone, and must say so instead of taking half of itself back.
 */
export async function trimHistory(
  connection: DuckDBConnection,
  layout: IndexLayout,
  now: number,
  limits: HistoryLimits = LIMITS,
): Promise<void> {
  const since = await trimmedSince(connection, layout, now, limits);
  if (since === null) return;
  await inTransaction(connection, async () => {
    await connection.run(`DELETE FROM ${layout.history} WHERE _until < $since`, { since });
    await connection.run('DELETE FROM history_since WHERE index_name = $index', { index: layout.name });
    await connection.run('INSERT INTO history_since VALUES ($index, $since)', { index: layout.name, since });
  });
}

/** Whether `trimHistory` has anything to do. */
export const isTrimDue = async (connection: DuckDBConnection, layout: IndexLayout, now: number): Promise<boolean> =>
  (await trimmedSince(connection, layout, now, LIMITS)) !== null;

/** From when on states are kept; null while all are. */
async function trimmedSince(
  connection: DuckDBConnection,
  layout: IndexLayout,
  now: number,
  { rows, ms }: HistoryLimits,
): Promise<number | null> {
  if (layout.definition.source === 'stored') return null;
  const [state] = await allRows(connection, `SELECT count(*) AS rows, min(_until) AS oldest FROM ${layout.history}`);
  const kept = Number(state?.rows ?? 0);
  const tooOld = now - ms;
  if (kept === 0 || (kept <= rows && Number(state?.oldest) >= tooOld)) return null;
  const beyond =
    kept <= rows
      ? 0
      : await oneNumber(connection, `SELECT _until FROM ${layout.history} ORDER BY _until DESC LIMIT 1 OFFSET ${rows}`);
  return Math.max(tooOld, beyond + 1);
}

/** Earlier states from this time on (epoch ms) are all kept. */
export const historySince = (connection: DuckDBConnection, layout: IndexLayout): Promise<number> =>
  oneNumber(connection, 'SELECT max(since) FROM history_since WHERE index_name = $index', { index: layout.name });
