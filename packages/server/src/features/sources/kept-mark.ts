import type { Scope } from '../../access/scope.ts';
import type { StoredRecord } from '../../stores/records/port.ts';
import type { BatchStores } from '../data/batch-applier.ts';
import { BATCH_KIND, batchOf } from '../data/batch-record.ts';
import type { ReadMark } from './read-mark.ts';
import type { MadeFrom } from './schedule-edits.ts';

/** Where the last run of a schedule ended, and what that holds for. */
export interface KeptMark {
  readonly at: ReadMark;
  readonly of: MadeFrom & { readonly template: string };
  /** The last batch that brought rows. */
  readonly batch: string;
  /** When the run began, epoch ms. */
  readonly ts: number;
}

const isSame = (a: KeptMark['of'], b: KeptMark['of']): boolean =>
  a.source === b.source && a.converter === b.converter && a.template === b.template;

/**
 * Where the next run may go on, when all that was read before is still in the index: not after the source, its columns or the
 * template changed, a batch was undone, or the index was made anew. Null = everything is read.
 */
export async function markToGoOnFrom(
  { records, search }: Pick<BatchStores, 'records' | 'search'>,
  scope: Scope,
  mark: KeptMark | null,
  of: KeptMark['of'],
): Promise<ReadMark | null> {
  if (mark === null || !isSame(mark.of, of)) return null;
  const [batch, ledger] = await Promise.all([
    records.get(scope, BATCH_KIND, mark.batch),
    search.ledger(scope, mark.batch),
  ]);
  if (!isStored(batch) || ledger === null) return null;
  const where = { template: of.template, state: 'undone' };
  const { records: undone } = await records.search(scope, BATCH_KIND, { keys: [], keyword: '', where, from: 0, to: 1 });
  return undone.some(({ ts_modified }) => ts_modified >= mark.ts) ? null : mark.at;
}

const isStored = (record: StoredRecord | null): boolean => record !== null && batchOf(record).state === 'done';
