import type { Scope } from '../../../access/scope.ts';
import type { Services } from '../../../services.ts';
import type { StoredBatch } from '../../../stores/stream/port.ts';
import { BATCH_KIND, batchOf } from '../../data/batch-record.ts';
import { type LogHeader, storedHeader } from '../../data/batch-work.ts';

type Stores = Pick<Services, 'search' | 'records'>;

/** Whether rows of a stored batch are in the index: it was applied, and not undone. Mended rows belong to their batch. */
export async function isInIndex(
  { records, search }: Stores,
  scope: Scope,
  id: string,
  { batch, replays, request_id, filled }: LogHeader,
): Promise<boolean> {
  const record = await records.get(scope, BATCH_KIND, replays?.batch ?? batch);
  const state = record && batchOf(record).state;
  // rows that were put one by one have no record
  if (filled) return state === null || state === 'done';
  return state === 'done' && (!replays || (await search.replayed(scope, id, request_id)) !== null);
}

/** How many rows it brings to an index without key fields. */
export async function rowsOfBatch(
  { search }: Stores,
  scope: Scope,
  id: string,
  { header, count }: Pick<StoredBatch, 'header' | 'count'>,
): Promise<number> {
  const { batch, replays, request_id, filled } = storedHeader(header);
  if (filled) return count;
  if (replays) return (await search.replayed(scope, id, request_id))?.accepted ?? 0;
  const mended = (await search.replays(scope, batch)).reduce((sum, { accepted }) => sum + accepted, 0);
  return ((await search.ledger(scope, batch))?.accepted ?? 0) - mended;
}
