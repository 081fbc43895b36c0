import type { Undo } from '@datasarana/engine';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { BATCH_KIND, type BatchDoc, batchOf } from './batch-record.ts';

/** Writes into the record of a batch that it was undone; harmless when it says so already. */
export async function noteUndone(
  records: RecordStore,
  scope: Scope,
  { batch, ts, user: user_name, removed, restored, kept }: Undo,
): Promise<void> {
  const record = await records.get(scope, BATCH_KIND, batch);
  if (!record || batchOf(record).state === 'undone' || ts === null) return;
  const undone: BatchDoc['undone'] = { ts, user_name, removed, restored, kept };
  const doc = { ...record.doc, state: 'undone', undone };
  await records.write(scope, [{ op: 'update', kind: BATCH_KIND, id: batch, doc }]);
}
