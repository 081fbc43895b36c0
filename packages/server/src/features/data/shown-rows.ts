import { lineOf } from '@datasarana/sources';
import type { Scope } from '../../access/scope.ts';
import type { ShownRows } from '../../stores/stream/port.ts';
import type { BatchStores } from './batch-applier.ts';
import { BATCH_KIND, type BatchState, batchOf } from './batch-record.ts';
import { storedHeader } from './batch-work.ts';

/** States in which nobody has judged the rows, and nobody will say why they are not in the index. */
const HIDDEN: ReadonlySet<BatchState> = new Set(['running', 'cancelled']);

type Stores = Pick<BatchStores, 'records' | 'search'>;

/**
 * The messages of a topic that are shown (TPL-34): a batch is on disk before its rows are judged, so those that were refused, also
 * the ones mended since, and batches that nobody has judged yet are passed over. One that the index could not take is shown whole.
 */
export function shownRows({ records, search }: Stores, scope: Scope, topic: string): ShownRows {
  return async (stored) => {
    const { batch, replays, request_id, received, filled } = storedHeader(stored);
    if (filled) return () => true;
    const whole = replays?.batch ?? batch;
    const ledger = await (replays ? search.replayed(scope, topic, request_id) : search.ledger(scope, batch));
    if (ledger === null) {
      const record = replays ? null : await records.get(scope, BATCH_KIND, batch);
      return record && !HIDDEN.has(batchOf(record).state) ? () => true : null;
    }
    const refused = new Set(await search.refusedLines(scope, topic, whole, replays && ledger.ts));
    return (ordinal) => !refused.has(lineOf(received.lines, ordinal));
  };
}
