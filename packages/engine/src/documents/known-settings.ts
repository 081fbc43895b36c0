import { editDistance } from '../search/text/edit-distance.ts';
import { illegalArgument } from './refusal.ts';
import { flatSettings } from './settings.ts';

/** Settings of an index in OpenSearch 2.19.1, without `index.` before them. */
const KNOWN: ReadonlySet<string> = new Set(
  `
    allocation.existing_shards_allocator allocation.max_retries analyze.max_token_count append_only.enabled
    auto_expand_replicas blocks.metadata blocks.read blocks.read_only blocks.read_only_allow_delete blocks.write
    check_pending_flush.enabled codec codec.compression_level composite_index
    composite_index.star_tree.default.max_leaf_docs composite_index.star_tree.field.default.date_intervals
    composite_index.star_tree.field.default.metrics composite_index.star_tree.field.max_base_metrics
    composite_index.star_tree.field.max_date_intervals composite_index.star_tree.field.max_dimensions
    composite_index.star_tree.max_fields compound_format context.created_version context.current_version
    data_path default_pipeline fielddata.cache final_pipeline flush_after_merge force_memory_term_dictionary format
    gc_deletes hidden highlight.max_analyzed_offset indexing.slowlog.level indexing.slowlog.reformat
    indexing.slowlog.source indexing.slowlog.threshold.index.debug indexing.slowlog.threshold.index.info
    indexing.slowlog.threshold.index.trace indexing.slowlog.threshold.index.warn load_fixed_bitset_filters_eagerly
    mapper.dynamic mapping.coerce mapping.depth.limit mapping.field_name_length.limit mapping.ignore_malformed
    mapping.nested_fields.limit mapping.nested_objects.limit mapping.total_fields.limit max_adjacency_matrix_filters
    max_docvalue_fields_search max_inner_result_window max_ngram_diff max_refresh_listeners max_regex_length
    max_rescore_window max_result_window max_script_fields max_shingle_diff max_slices_per_pit max_slices_per_scroll
    max_terms_count merge.log_byte_size_policy.max_merge_segment merge.log_byte_size_policy.max_merge_segment_forced_merge
    merge.log_byte_size_policy.max_merged_docs merge.log_byte_size_policy.merge_factor
    merge.log_byte_size_policy.min_merge merge.log_byte_size_policy.no_cfs_ratio merge.policy
    merge.policy.deletes_pct_allowed merge.policy.expunge_deletes_allowed merge.policy.floor_segment
    merge.policy.max_merge_at_once merge.policy.max_merged_segment merge.policy.reclaim_deletes_weight
    merge.policy.segments_per_tier merge.scheduler.auto_throttle merge.scheduler.max_merge_count
    merge.scheduler.max_thread_count merge_on_flush.enabled merge_on_flush.max_full_flush_merge_wait_time
    merge_on_flush.policy number_of_replicas number_of_routing_shards number_of_shards optimize_auto_generated_id
    optimize_doc_id_lookup.fuzzy_set.enabled optimize_doc_id_lookup.fuzzy_set.false_positive_probability
    percolator.map_unmapped_fields_as_text priority queries.cache.enabled query.default_field
    query.derived_field.enabled query.max_nested_depth query.parse.allow_unmapped_fields query_string.lenient
    recovery.type refresh_interval remote_store.enabled remote_store.segment.repository
    remote_store.translog.buffer_interval remote_store.translog.keep_extra_gen remote_store.translog.repository
    replication.type requests.cache.enable routing.allocation.enable
    routing.allocation.total_shards_per_node routing.rebalance.enable routing_partition_size
    search.concurrent.max_slice_count search.concurrent_segment_search.enabled search.concurrent_segment_search.mode
    search.default_pipeline search.idle.after search.slowlog.level search.slowlog.threshold.fetch.debug
    search.slowlog.threshold.fetch.info search.slowlog.threshold.fetch.trace search.slowlog.threshold.fetch.warn
    search.slowlog.threshold.query.debug search.slowlog.threshold.query.info search.slowlog.threshold.query.trace
    search.slowlog.threshold.query.warn search.throttled searchable_snapshot.index.id searchable_snapshot.repository
    searchable_snapshot.shard_path_type searchable_snapshot.snapshot_id.name searchable_snapshot.snapshot_id.uuid
    shard.check_on_startup soft_deletes.enabled soft_deletes.retention.operations
    soft_deletes.retention_lease.period sort.field sort.missing sort.mode sort.order store.fs.fs_lock
    store.hybrid.mmap.extensions store.hybrid.nio.extensions store.preload store.stats_refresh_interval store.type
    translog.durability translog.flush_threshold_size translog.generation_threshold_size translog.retention.age
    translog.retention.size translog.sync_interval unassigned.node_left.delayed_timeout unreferenced_file_cleanup.enabled
    use_compound_file verified_before_close version.created warmer.enabled
    write.wait_for_active_shards
  `
    .trim()
    .split(/\s+/)
    .map((name) => `index.${name}`),
);

/** Settings that an index is given and nobody sets. */
const PRIVATE: ReadonlySet<string> = new Set(['index.version.created', 'index.verified_before_close']);

/** What these begin with is named by whoever sets it. */
const GROUPS = /^index\.(?:analysis|similarity|routing\.allocation\.(?:require|include|exclude|initial_recovery))\../;

/** The names that may have been meant, as Lucene's `LevenshteinDistance` finds them alike. */
function meant(name: string): readonly string[] {
  const letters = [...name.slice(0, 200)];
  return [...KNOWN]
    .map((each) => {
      const longest = Math.max(each.length, letters.length);
      return { each, like: 1 - editDistance(letters, [...each], longest, false) / longest };
    })
    .filter(({ like }) => like > 0.7)
    .sort((a, b) => b.like - a.like)
    .map(({ each }) => each);
}

/** A setting no index has or nobody may set, which would be kept and do nothing; null where there is none. A name with `*` takes back those it fits. */
export function unknownSetting(settings: unknown): { readonly name: string; readonly reason: string } | null {
  const [name] = Object.keys(flatSettings(settings))
    .filter((each) => PRIVATE.has(each) || !KNOWN.has(each))
    .filter((each) => !GROUPS.test(each) && !each.includes('*'))
    .sort();
  if (name === undefined) return null;
  if (PRIVATE.has(name)) return { name, reason: `private index setting [${name}] can not be set explicitly` };
  const near = meant(name);
  const help =
    near.length === 0
      ? 'please check that any required plugins are installed, or check the breaking changes documentation for removed settings'
      : `did you mean ${near.length === 1 ? '' : 'any of '}[${near.join(', ')}]?`;
  return { name, reason: `unknown setting [${name}] ${help}` };
}

/** @throws PlatformError for settings no index has */
export function refuseUnknownSettings(settings: unknown): void {
  const unknown = unknownSetting(settings);
  if (unknown !== null) throw illegalArgument(unknown.reason);
}
