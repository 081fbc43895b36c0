import type { IndexStats } from '@datasarana/engine';
import { parseSearch } from '@datasarana/query';
import type { Scope } from '../../access/scope.ts';
import type { SearchIndex } from '../../stores/search/port.ts';
import { NODES } from './health.ts';
import type { TemplateConfig } from './template.ts';

interface Bucket {
  readonly key: number;
  readonly doc_count: number;
}

/** Setting → calendar interval and how much of an ISO date names the partition. */
const PARTITIONS: Readonly<Record<string, readonly [interval: string, letters: number]>> = {
  Year: ['year', 4],
  Month: ['month', 7],
  Day: ['day', 10],
};

/**
 * Parts of an index by the time of capture, named `{template id}_{yyyy}` (IDX-08). The embedded engine keeps them in one
 * table, so searches span all of them; `bytes` is each part's share by its documents.
 */
async function partitionsOf(
  search: SearchIndex,
  scope: Scope,
  id: string,
  setting: unknown,
  stats: Pick<IndexStats, 'documents' | 'bytes' | 'partitions'>,
): Promise<IndexStats['partitions']> {
  const partition = typeof setting === 'string' ? PARTITIONS[setting] : undefined;
  if (!partition || stats.documents === 0) return stats.partitions;
  const [calendar_interval, letters] = partition;
  const aggs = { parts: { date_histogram: { field: '_ts', calendar_interval, min_doc_count: 1 } } };
  const { aggregations } = await search.search(scope, [id], parseSearch({ size: 0, aggs }), { timeoutMs: 30_000 });
  const buckets = (aggregations?.parts?.buckets ?? []) as readonly Bucket[];
  return buckets.map(({ key, doc_count }) => ({
    name: `${id}_${new Date(key).toISOString().slice(0, letters)}`,
    documents: doc_count,
    bytes: Math.round((stats.bytes * doc_count) / stats.documents),
  }));
}

/** What is told of a template's index (IDX-05). */
export async function statisticsOf(
  search: SearchIndex,
  scope: Scope,
  id: string,
  { search_partition, search_replica, search_shard }: TemplateConfig,
) {
  const index = await search.definition(scope, id);
  if (!index || index.transit) {
    return { documents: 0, deleted: 0, bytes: 0, shards: 0, replicas: 0, partitions: [], refreshed: 0 };
  }
  const { activity: _done, completion: _typed, fielddata: _words, ...stats } = await search.stats(scope, id);
  const partitions = await partitionsOf(search, scope, id, search_partition, stats);
  const replicas = Math.min(Number(search_replica), NODES - 1);
  return { ...stats, shards: search_shard, replicas, partitions };
}
