import { fitsPattern, type IndexStats, sumOfActivity } from '@datasarana/engine';
import type { Body } from '../json-object.ts';

/** What is known of one index, or of several together. */
export interface Counted
  extends Pick<IndexStats, 'documents' | 'deleted' | 'bytes' | 'activity' | 'completion' | 'fielddata'> {
  /** Indexes with something in them, each one segment. */
  readonly segments: number;
  /** Whether their files are told of one by one. */
  readonly showsFiles?: boolean;
  /** Of a tenant's indexes: searches that are held open. */
  readonly contexts?: number;
}

/** Fields and groups that are told of one by one: patterns of their names. */
export interface Named {
  readonly fielddata: readonly string[];
  readonly completion: readonly string[];
  readonly groups: readonly string[];
}

export const NO_NAMES: Named = { fielddata: [], completion: [], groups: [] };

type Section = (counted: Counted, named: Named) => Body;

const fits = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => fitsPattern(pattern, name));

const sumOf = (sizes: Readonly<Record<string, number>>): number =>
  Object.values(sizes).reduce((sum, size) => sum + size, 0);

/** Sizes of the fields that were named, each under `name`. */
function byField(sizes: Readonly<Record<string, number>>, patterns: readonly string[], name: string): Body {
  const shown = Object.entries(sizes).filter(([field]) => fits(field, patterns));
  return shown.length === 0
    ? {}
    : { fields: Object.fromEntries(shown.map(([field, size]) => [field, { [name]: size }])) };
}

type Searches = Counted['activity']['groups'][string];

const searched = ({ queries, queryMs, fetches, suggests }: Searches): Body => ({
  query_total: queries,
  query_time_in_millis: Math.round(queryMs),
  query_current: 0,
  concurrent_query_total: 0,
  concurrent_query_time_in_millis: 0,
  concurrent_query_current: 0,
  concurrent_avg_slice_count: 0,
  fetch_total: fetches,
  // hits are fetched by the query that finds them
  fetch_time_in_millis: 0,
  fetch_current: 0,
  scroll_total: 0,
  scroll_time_in_millis: 0,
  scroll_current: 0,
  point_in_time_total: 0,
  point_in_time_time_in_millis: 0,
  point_in_time_current: 0,
  suggest_total: suggests,
  suggest_time_in_millis: 0,
  suggest_current: 0,
  search_idle_reactivate_count_total: 0,
});

function search({ activity, contexts = 0 }: Counted, named: Named): Body {
  const groups = Object.entries(activity.groups).filter(([name]) => fits(name, named.groups));
  return {
    open_contexts: contexts,
    ...searched(activity),
    ...(groups.length > 0 && { groups: Object.fromEntries(groups.map(([name, of]) => [name, searched(of)])) }),
  };
}

/** A size here is a figure of bytes on the way to or from other nodes, of which there are none. */
const NO_REMOTE = {
  upload: {
    total_upload_size: { started_bytes: 0, succeeded_bytes: 0, failed_bytes: 0 },
    refresh_size_lag: { total_bytes: 0, max_bytes: 0 },
    max_refresh_time_lag_in_millis: 0,
    total_time_spent_in_millis: 0,
    pressure: { total_rejections: 0 },
  },
  download: {
    total_download_size: { started_bytes: 0, succeeded_bytes: 0, failed_bytes: 0 },
    total_time_spent_in_millis: 0,
  },
};

const OF_MEMORY =
  'memory_in_bytes terms_memory_in_bytes stored_fields_memory_in_bytes term_vectors_memory_in_bytes norms_memory_in_bytes points_memory_in_bytes doc_values_memory_in_bytes index_writer_memory_in_bytes version_map_memory_in_bytes fixed_bit_set_memory_in_bytes'.split(
    ' ',
  );

/**
 * Sections of an index's statistics in OpenSearch's shape, by the metric they are asked for. What was done is counted since the
 * platform was started; what there is none of here (merges beside the writes, a translog, caches) is counted as none.
 */
export const SECTIONS = {
  docs: ({ documents, deleted }) => ({ count: documents, deleted }),
  store: ({ bytes }) => ({ size_in_bytes: bytes, reserved_in_bytes: 0 }),
  indexing: ({ activity: { indexed, refused, deleted, noops, writeMs } }) => ({
    index_total: indexed,
    index_time_in_millis: Math.round(writeMs),
    index_current: 0,
    index_failed: refused,
    delete_total: deleted,
    // deletions are part of batches, whose time is that of indexing
    delete_time_in_millis: 0,
    delete_current: 0,
    noop_update_total: noops,
    is_throttled: false,
    throttle_time_in_millis: 0,
    doc_status: {
      ...(indexed + deleted + noops > 0 && { '2xx': indexed + deleted + noops }),
      ...(refused > 0 && { '4xx': refused }),
    },
  }),
  get: ({ activity: { found, foundMs, missed, missedMs } }) => ({
    total: found + missed,
    getTime: `${Math.round(foundMs + missedMs)}ms`,
    time_in_millis: Math.round(foundMs + missedMs),
    exists_total: found,
    exists_time_in_millis: Math.round(foundMs),
    missing_total: missed,
    missing_time_in_millis: Math.round(missedMs),
    current: 0,
  }),
  search,
  merge: () => ({
    current: 0,
    current_docs: 0,
    current_size_in_bytes: 0,
    total: 0,
    total_time_in_millis: 0,
    total_docs: 0,
    total_size_in_bytes: 0,
    total_stopped_time_in_millis: 0,
    total_throttled_time_in_millis: 0,
    total_auto_throttle_in_bytes: 0,
    unreferenced_file_cleanups_performed: 0,
  }),
  // every batch of writes is seen at once
  refresh: ({ activity: { batches } }) => ({
    total: batches,
    total_time_in_millis: 0,
    external_total: batches,
    external_total_time_in_millis: 0,
    listeners: 0,
  }),
  flush: ({ activity: { flushes } }) => ({ total: flushes, periodic: 0, total_time_in_millis: 0 }),
  warmer: () => ({ current: 0, total: 0, total_time_in_millis: 0 }),
  query_cache: () => ({
    memory_size_in_bytes: 0,
    total_count: 0,
    hit_count: 0,
    miss_count: 0,
    cache_size: 0,
    cache_count: 0,
    evictions: 0,
  }),
  fielddata: ({ fielddata }, named) => ({
    memory_size_in_bytes: sumOf(fielddata),
    evictions: 0,
    ...byField(fielddata, named.fielddata, 'memory_size_in_bytes'),
  }),
  completion: ({ completion }, named) => ({
    size_in_bytes: sumOf(completion),
    ...byField(completion, named.completion, 'size_in_bytes'),
  }),
  segments: ({ segments, bytes, showsFiles }) => ({
    count: segments,
    ...Object.fromEntries(OF_MEMORY.map((name) => [name, 0])),
    max_unsafe_auto_id_timestamp: -1,
    remote_store: NO_REMOTE,
    segment_replication: { max_bytes_behind: 0, total_bytes_behind: 0, max_replication_lag: 0 },
    file_sizes: showsFiles ? { duckdb: { size_in_bytes: bytes, description: 'Tables of DuckDB' } } : {},
  }),
  translog: () => ({
    operations: 0,
    size_in_bytes: 0,
    uncommitted_operations: 0,
    uncommitted_size_in_bytes: 0,
    earliest_last_modified_age: 0,
    remote_store: {
      upload: {
        total_uploads: { started: 0, failed: 0, succeeded: 0 },
        total_upload_size: { started_bytes: 0, failed_bytes: 0, succeeded_bytes: 0 },
      },
    },
  }),
  request_cache: () => ({ memory_size_in_bytes: 0, evictions: 0, hit_count: 0, miss_count: 0 }),
  recovery: () => ({ current_as_source: 0, current_as_target: 0, throttle_time_in_millis: 0 }),
} as const satisfies Readonly<Record<string, Section>>;

export type Metric = keyof typeof SECTIONS;

export const METRICS = Object.keys(SECTIONS) as readonly Metric[];

/** What a section is called, where that is not how it is asked for. */
const titleOf = (metric: Metric): string => (metric === 'merge' ? 'merges' : metric);

/** The sections of some metrics, in OpenSearch's order. */
export const sectionsOf = (counted: Counted, metrics: readonly Metric[], named: Named = NO_NAMES): Body =>
  Object.fromEntries(
    METRICS.filter((metric) => metrics.includes(metric)).map((metric) => [
      titleOf(metric),
      (SECTIONS[metric] as Section)(counted, named),
    ]),
  );

function sumOfSizes(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const sizes of all)
    for (const [path, size] of Object.entries(sizes)) sums.set(path, (sums.get(path) ?? 0) + size);
  return Object.fromEntries(sums);
}

/** What several indexes are together. */
export const togetherOf = (all: readonly Counted[]): Counted => ({
  documents: all.reduce((sum, { documents }) => sum + documents, 0),
  deleted: all.reduce((sum, { deleted }) => sum + deleted, 0),
  bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  segments: all.reduce((sum, { segments }) => sum + segments, 0),
  activity: sumOfActivity(all.map(({ activity }) => activity)),
  completion: sumOfSizes(all.map(({ completion }) => completion)),
  fielddata: sumOfSizes(all.map(({ fielddata }) => fielddata)),
});
