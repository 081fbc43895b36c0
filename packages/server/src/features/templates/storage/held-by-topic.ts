import { parseSearch } from '@datasarana/query';
import { conflict } from '@datasarana/schema';
import type { Scope } from '../../../access/scope.ts';
import type { Services } from '../../../services.ts';
import { storedHeader } from '../../data/batch-work.ts';
import { isInIndex, rowsOfBatch } from './rows-of-batch.ts';

type Stores = Pick<Services, 'search' | 'stream' | 'records'>;

/** Batches of one index that are told apart. */
const MOST_BATCHES = 500_000;

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

async function documentsByBatch({ search }: Stores, scope: Scope, id: string): Promise<ReadonlyMap<string, number>> {
  const aggs = { batches: { terms: { field: '_batch', size: MOST_BATCHES } } };
  const { aggregations } = await search.search(scope, [id], parseSearch({ size: 0, aggs }));
  const buckets = (aggregations?.batches?.buckets ?? []) as readonly Bucket[];
  return new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
}

/** Rows the batches in the topic would bring back, by batch. */
async function rowsByBatch(stores: Stores, scope: Scope, id: string): Promise<ReadonlyMap<string, number>> {
  const rows = new Map<string, number>();
  for await (const stored of stores.stream.batches(scope, id, new Map())) {
    const header = storedHeader(stored.header);
    if (!(await isInIndex(stores, scope, id, header))) continue;
    const batch = header.replays?.batch ?? header.batch;
    rows.set(batch, (rows.get(batch) ?? 0) + (await rowsOfBatch(stores, scope, id, stored)));
  }
  return rows;
}

/**
 * That the topic alone would bring back the documents of an index, no more and no less.
 * @throws PlatformError 31/409 with the figures when it would not
 */
export async function refuseUnlessInTopic(stores: Stores, scope: Scope, id: string, documents: number): Promise<void> {
  const [there, kept] = await Promise.all([documentsByBatch(stores, scope, id), rowsByBatch(stores, scope, id)]);
  const missing = [...there].reduce((sum, [batch, count]) => sum + Math.max(0, count - (kept.get(batch) ?? 0)), 0);
  const extra = [...kept].reduce((sum, [batch, count]) => sum + Math.max(0, count - (there.get(batch) ?? 0)), 0);
  if (missing === 0 && extra === 0) return;
  throw conflict(
    `The topic is not the index: of its ${documents} records ${missing} are not in the topic, and ${extra} rows of the topic were removed or changed since. ` +
      'Without the search index they would be lost, or come back: leave s3_index switched on, so that the archive keeps them.',
  );
}
