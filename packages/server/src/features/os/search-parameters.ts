/** What the address of a search may say beside what every address may. */
export const SEARCH_PARAMETERS = [
  ...['allow_no_indices', 'allow_partial_search_results', 'analyze_wildcard', 'analyzer', 'batched_reduce_size'],
  ...['cancel_after_time_interval', 'ccs_minimize_roundtrips', 'default_operator', 'df', 'docvalue_fields', 'explain'],
  ...['expand_wildcards', 'from', 'ignore_throttled', 'ignore_unavailable', 'include_named_queries_score', 'index'],
  ...['index_type', 'lenient', 'max_concurrent_shard_requests', 'phase_took', 'pre_filter_shard_size', 'preference'],
  ...['profile', 'q', 'request_cache', 'rest_total_hits_as_int', 'routing', 'scroll', 'search_pipeline', 'search_type'],
  ...['seq_no_primary_term', 'size', 'sort', 'source', 'source_content_type', 'stats', 'stored_fields'],
  ...['suggest_field', 'suggest_mode', 'suggest_size', 'suggest_text', 'terminate_after', 'timeout', 'track_scores'],
  ...['track_total_hits', 'typed_keys', 'verbose_pipeline', 'version', '_source', '_source_excludes'],
  ...['_source_exclude', '_source_includes', '_source_include'],
];
