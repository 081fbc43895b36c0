import type { Body } from './json-object.ts';

/** Reads `name=value` and `name=[a,b]`, with spaces between them. */
const read = (text: string, prefix = ''): Body =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((each) => {
        const [, name = '', value = ''] = /^(.+?)=(.*)$/.exec(each) ?? [];
        const [, items] = /^\[(.*)\]$/.exec(value) ?? [];
        return [prefix + name, items === undefined ? value : items.split(',').filter((item) => item !== '')] as const;
      }),
  );

/** Settings of an index that hold without being given, as OpenSearch 2.19.1 tells them; windows of results have no limit here. */
export const INDEX_DEFAULTS: Body = read(
  `
    allocation.existing_shards_allocator=gateway_allocator allocation.max_retries=5
    analyze.max_token_count=10000 append_only.enabled=false auto_expand_replicas=false blocks.metadata=false
    blocks.read=false blocks.read_only=false blocks.read_only_allow_delete=false blocks.write=false
    check_pending_flush.enabled=true codec=default codec.compression_level=3 composite_index=false
    composite_index.star_tree.default.max_leaf_docs=10000
    composite_index.star_tree.field.default.date_intervals=[minute,half-hour]
    composite_index.star_tree.field.default.metrics=[VALUE_COUNT,SUM]
    composite_index.star_tree.field.max_base_metrics=100 composite_index.star_tree.field.max_date_intervals=3
    composite_index.star_tree.field.max_dimensions=10 composite_index.star_tree.max_fields=1 compound_format=0.1
    context.created_version=0 context.current_version=0 data_path= default_pipeline=_none fielddata.cache=node
    final_pipeline=_none flush_after_merge=512mb force_memory_term_dictionary=false format=0 gc_deletes=60s
    hidden=false highlight.max_analyzed_offset=1000000 indexing.slowlog.level=TRACE
    indexing.slowlog.reformat=true indexing.slowlog.source=1000 indexing.slowlog.threshold.index.debug=-1
    indexing.slowlog.threshold.index.info=-1 indexing.slowlog.threshold.index.trace=-1
    indexing.slowlog.threshold.index.warn=-1 load_fixed_bitset_filters_eagerly=true mapper.dynamic=true
    mapping.coerce=false mapping.depth.limit=20 mapping.field_name_length.limit=2147483647
    mapping.ignore_malformed=false mapping.nested_fields.limit=50 mapping.nested_objects.limit=10000
    mapping.total_fields.limit=1000 max_adjacency_matrix_filters=100 max_docvalue_fields_search=100
    max_inner_result_window=100 max_ngram_diff=1 max_refresh_listeners=1000 max_regex_length=1000
    max_rescore_window=10000 max_result_window=2147483647 max_script_fields=32 max_shingle_diff=3
    max_slices_per_pit=1024 max_slices_per_scroll=1024 max_terms_count=65536
    merge.log_byte_size_policy.max_merge_segment=5368709120b
    merge.log_byte_size_policy.max_merge_segment_forced_merge=9223372036854775807b
    merge.log_byte_size_policy.max_merged_docs=2147483647 merge.log_byte_size_policy.merge_factor=10
    merge.log_byte_size_policy.min_merge=2097152b merge.log_byte_size_policy.no_cfs_ratio=0.1
    merge.policy=default merge.policy.deletes_pct_allowed=20.0 merge.policy.expunge_deletes_allowed=10.0
    merge.policy.floor_segment=2097152b merge.policy.max_merge_at_once=10
    merge.policy.max_merged_segment=5368709120b merge.policy.reclaim_deletes_weight=2.0
    merge.policy.segments_per_tier=10.0 merge.scheduler.auto_throttle=true merge.scheduler.max_merge_count=6
    merge.scheduler.max_thread_count=1 merge_on_flush.enabled=true
    merge_on_flush.max_full_flush_merge_wait_time=10s merge_on_flush.policy=default number_of_routing_shards=1
    optimize_auto_generated_id=true optimize_doc_id_lookup.fuzzy_set.enabled=false
    optimize_doc_id_lookup.fuzzy_set.false_positive_probability=0.2047
    percolator.map_unmapped_fields_as_text=false priority=1 queries.cache.enabled=true query.default_field=[*]
    query.derived_field.enabled=true query.max_nested_depth=2147483647 query.parse.allow_unmapped_fields=true
    query_string.lenient=false recovery.type= refresh_interval=1s remote_store.enabled=false
    remote_store.segment.repository= remote_store.translog.buffer_interval=650ms
    remote_store.translog.keep_extra_gen=100 remote_store.translog.repository= requests.cache.enable=true
    routing.allocation.enable=all routing.allocation.total_shards_per_node=-1 routing.rebalance.enable=all
    routing_partition_size=1 search.concurrent.max_slice_count=0 search.concurrent_segment_search.enabled=false
    search.concurrent_segment_search.mode=none search.default_pipeline=_none search.idle.after=30s
    search.slowlog.level=TRACE search.slowlog.threshold.fetch.debug=-1 search.slowlog.threshold.fetch.info=-1
    search.slowlog.threshold.fetch.trace=-1 search.slowlog.threshold.fetch.warn=-1
    search.slowlog.threshold.query.debug=-1 search.slowlog.threshold.query.info=-1
    search.slowlog.threshold.query.trace=-1 search.slowlog.threshold.query.warn=-1 search.throttled=false
    searchable_snapshot.index.id= searchable_snapshot.repository= searchable_snapshot.shard_path_type=FIXED
    searchable_snapshot.snapshot_id.name= searchable_snapshot.snapshot_id.uuid= shard.check_on_startup=false
    soft_deletes.enabled=true soft_deletes.retention.operations=0 soft_deletes.retention_lease.period=12h
    sort.field=[] sort.missing=[] sort.mode=[] sort.order=[] store.fs.fs_lock=native
    store.hybrid.mmap.extensions=[nvd,dvd,tim,tip,dim,kdd,kdi,cfs,doc]
    store.hybrid.nio.extensions=[segments_N,write.lock,si,cfe,fnm,fdx,fdt,pos,pay,nvm,dvm,tvx,tvd,liv,dii,vem]
    store.preload=[] store.stats_refresh_interval=10s store.type= translog.durability=REQUEST
    translog.flush_threshold_size=512mb translog.generation_threshold_size=64mb translog.retention.age=-1
    translog.retention.size=-1 translog.sync_interval=5s unassigned.node_left.delayed_timeout=1m
    unreferenced_file_cleanup.enabled=true use_compound_file=true verified_before_close=false
    warmer.enabled=true write.wait_for_active_shards=1
  `,
  'index.',
);

/** The same of a cluster, of the settings that may be changed while it runs; with our own limits of clauses and open searches. */
export const CLUSTER_DEFAULTS: Body = read(`
    action.auto_create_index=true cluster.name=datasarana action.destructive_requires_name=false
    action.search.shard_count.limit=9223372036854775807 admission_control.cluster.admin.cpu_usage.limit=95
    admission_control.indexing.cpu_usage.limit=95 admission_control.indexing.io_usage.limit=95
    admission_control.search.cpu_usage.limit=95 admission_control.search.io_usage.limit=95
    admission_control.transport.cpu_usage.mode_override=disabled
    admission_control.transport.io_usage.mode_override=disabled admission_control.transport.mode=disabled
    cat.indices.response.limit.number_of_indices=-1 cat.segments.response.limit.number_of_indices=-1
    cat.shards.response.limit.number_of_shards=-1 cluster.allocator.gateway.batch_size=2000
    cluster.application_templates.enabled=false cluster.auto_shrink_voting_configuration=true
    cluster.blocks.create_index=false cluster.blocks.create_index.auto_release=true
    cluster.blocks.read_only=false cluster.blocks.read_only_allow_delete=false
    cluster.default.index.refresh_interval=1s cluster.default_number_of_replicas=1
    cluster.fault_detection.follower_check.interval=1000ms
    cluster.fault_detection.follower_check.timeout=10000ms cluster.fault_detection.leader_check.timeout=10000ms
    cluster.filecache.remote_data_ratio=0.0 cluster.follower_lag.timeout=90000ms
    cluster.ignore_dot_indexes=false cluster.indices.close.enable=true cluster.info.update.interval=30s
    cluster.info.update.timeout=15s cluster.ingest.max_number_processors=2147483647
    cluster.max_shards_per_node=1000 cluster.max_voting_config_exclusions=10 cluster.migration.direction=NONE
    cluster.minimum.index.refresh_interval=0ms cluster.no_cluster_manager_block=metadata_write
    cluster.no_master_block=metadata_write cluster.persistent_tasks.allocation.enable=all
    cluster.persistent_tasks.allocation.recheck_interval=30s cluster.publish.timeout=30000ms
    cluster.remote_store.compatibility_mode=STRICT
    cluster.remote_store.index.path.hash_algorithm=FNV_1A_COMPOSITE_1 cluster.remote_store.index.path.type=FIXED
    cluster.remote_store.index.segment_metadata.retention.max_count=10
    cluster.remote_store.index.translog.translog_metadata=true
    cluster.remote_store.index_metadata.path_hash_algo=FNV_1A_BASE64
    cluster.remote_store.index_metadata.path_type=HASHED_PREFIX cluster.remote_store.publication.enabled=false
    cluster.remote_store.routing_table.path_hash_algo=FNV_1A_BASE64
    cluster.remote_store.routing_table.path_type=HASHED_PREFIX cluster.remote_store.segment.transfer_timeout=30m
    cluster.remote_store.state.checksum_validation.mode=NONE cluster.remote_store.state.cleanup_interval=5m
    cluster.remote_store.state.global_metadata.upload_timeout=20000ms
    cluster.remote_store.state.index_metadata.upload_timeout=20000ms
    cluster.remote_store.state.metadata_manifest.upload_timeout=20000ms
    cluster.remote_store.state.read_timeout=20000ms cluster.remote_store.translog.buffer_interval=650ms
    cluster.remote_store.translog.max_readers=1000 cluster.remote_store.translog.transfer_timeout=30s
    cluster.routing.allocation.allow_rebalance=indices_all_active
    cluster.routing.allocation.awareness.attributes=[] cluster.routing.allocation.awareness.balance=false
    cluster.routing.allocation.balance.index=0.55 cluster.routing.allocation.balance.prefer_primary=false
    cluster.routing.allocation.balance.shard=0.45 cluster.routing.allocation.balance.threshold=1.0
    cluster.routing.allocation.balanced_shards_allocator.allocator_timeout=-1
    cluster.routing.allocation.cluster_concurrent_rebalance=2
    cluster.routing.allocation.cluster_concurrent_recoveries=-1
    cluster.routing.allocation.disk.include_relocations=true
    cluster.routing.allocation.disk.reroute_interval=60s cluster.routing.allocation.disk.threshold_enabled=true
    cluster.routing.allocation.disk.watermark.flood_stage=95% cluster.routing.allocation.disk.watermark.high=90%
    cluster.routing.allocation.disk.watermark.low=85% cluster.routing.allocation.enable=all
    cluster.routing.allocation.load_awareness.allow_unassigned_primaries=true
    cluster.routing.allocation.load_awareness.flat_skew=2
    cluster.routing.allocation.load_awareness.provisioned_capacity=-1
    cluster.routing.allocation.load_awareness.skew_factor=50.0
    cluster.routing.allocation.move.primary_first=false
    cluster.routing.allocation.node_concurrent_incoming_recoveries=2
    cluster.routing.allocation.node_concurrent_outgoing_recoveries=2
    cluster.routing.allocation.node_concurrent_recoveries=2
    cluster.routing.allocation.node_initial_primaries_recoveries=4
    cluster.routing.allocation.node_initial_replicas_recoveries=4
    cluster.routing.allocation.rebalance.primary.buffer=0.1
    cluster.routing.allocation.rebalance.primary.enable=false
    cluster.routing.allocation.remote_primary.ignore_throttle=true
    cluster.routing.allocation.same_shard.host=false
    cluster.routing.allocation.shard_movement_strategy=no_preference
    cluster.routing.allocation.shard_state.reroute.priority=NORMAL
    cluster.routing.allocation.shards_batch_gateway_allocator.primary_allocator_timeout=-1
    cluster.routing.allocation.shards_batch_gateway_allocator.replica_allocator_timeout=-1
    cluster.routing.allocation.total_shards_limit=-1 cluster.routing.allocation.total_shards_per_node=-1
    cluster.routing.ignore_weighted_routing=false cluster.routing.rebalance.enable=all
    cluster.routing.use_adaptive_replica_selection=true cluster.routing.weighted.default_weight=1.0
    cluster.routing.weighted.fail_open=true cluster.routing.weighted.strict=true
    cluster.search.ignore_awareness_attributes=true cluster.search.request.slowlog.level=TRACE
    cluster.search.request.slowlog.threshold.debug=-1 cluster.search.request.slowlog.threshold.info=-1
    cluster.search.request.slowlog.threshold.trace=-1 cluster.search.request.slowlog.threshold.warn=-1
    cluster.service.slow_cluster_manager_task_logging_threshold=10s
    cluster.service.slow_master_task_logging_threshold=10s cluster.service.slow_task_logging_threshold=30s
    cluster.snapshot.info.max_concurrent_fetches=5 cluster.task.consumers.top_n.frequency=60s
    cluster.task.consumers.top_n.size=10 cluster_manager.throttling.retry.base.delay=5s
    cluster_manager.throttling.retry.max.delay=30s compatibility.override_main_response_version=false
    gateway.slow_write_logging_threshold=10s http.tracer.exclude=[] http.tracer.include=[]
    indices.breaker.fielddata.limit=40% indices.breaker.fielddata.overhead=1.03
    indices.breaker.request.limit=60% indices.breaker.request.overhead=1.0 indices.breaker.total.limit=95%
    indices.composite_index.star_tree.enabled=false
    indices.composite_index.translog.max_flush_threshold_size=512mb indices.id_field_data.enabled=true
    indices.mapping.dynamic_timeout=30s indices.mapping.max_in_flight_updates=10
    indices.query.bool.max_clause_count=4096 indices.recovery.chunk_size=524272b
    indices.recovery.internal_action_long_timeout=1800000ms indices.recovery.internal_action_retry_timeout=1m
    indices.recovery.internal_action_timeout=15m indices.recovery.internal_remote_upload_timeout=1h
    indices.recovery.max_bytes_per_sec=41943040b indices.recovery.max_concurrent_file_chunks=2
    indices.recovery.max_concurrent_operations=1 indices.recovery.max_concurrent_remote_store_streams=1
    indices.recovery.recovery_activity_timeout=1800000ms indices.recovery.retry_delay_network=5s
    indices.recovery.retry_delay_state_sync=500ms indices.replication.initial_retry_backoff_bound=50ms
    indices.replication.max_bytes_per_sec=-1b indices.replication.retry_timeout=60s
    indices.requests.cache.cleanup.staleness_threshold=0% indices.requests.cache.maximum_cacheable_size=0
    monitor.fs.health.enabled=true monitor.fs.health.healthy_timeout_threshold=60s
    monitor.fs.health.slow_path_logging_threshold=5s network.breaker.inflight_requests.limit=100%
    network.breaker.inflight_requests.overhead=2.0 node.resource.tracker.global_cpu_usage.window_duration=30s
    node.resource.tracker.global_io_usage.window_duration=120s
    node.resource.tracker.global_jvmmp.window_duration=30s point_in_time.max_keep_alive=24h
    reindex.remote.retry.initial_backoff=500ms reindex.remote.retry.max_count=15
    remote_store.moving_average_window_size=20 remote_store.segment.pressure.bytes_lag.variance_factor=10.0
    remote_store.segment.pressure.consecutive_failures.limit=5 remote_store.segment.pressure.enabled=true
    remote_store.segment.pressure.time_lag.variance_factor=10.0 script.max_compilations_rate=use-context
    script.max_size_in_bytes=65535 search.allow_expensive_queries=true search.cancel_after_time_interval=-1
    search.concurrent.max_slice_count=0 search.concurrent_segment_search.enabled=false
    search.concurrent_segment_search.mode=none search.default_allow_partial_results=true
    search.default_keep_alive=5m search.default_search_timeout=-1 search.derived_field.enabled=true
    search.dynamic_pruning.cardinality_aggregation.max_allowed_cardinality=100
    search.keyword_index_or_doc_values_enabled=false search.low_level_cancellation=true
    search.max_aggregation_rewrite_filters=3000 search.max_buckets=65535 search.max_keep_alive=24h
    search.max_open_pit_context=100 search.max_open_scroll_context=100 search.phase_took_enabled=false
    search.request_stats_enabled=true search_backpressure.cancellation_burst=10.0
    search_backpressure.cancellation_rate=0.003 search_backpressure.cancellation_ratio=0.1
    search_backpressure.mode=monitor_only search_backpressure.node_duress.cpu_threshold=0.9
    search_backpressure.node_duress.heap_threshold=0.7 search_backpressure.node_duress.num_successive_breaches=3
    search_backpressure.search_shard_task.cancellation_burst=10.0
    search_backpressure.search_shard_task.cancellation_rate=0.003
    search_backpressure.search_shard_task.cancellation_ratio=0.1
    search_backpressure.search_shard_task.cpu_time_millis_threshold=15000
    search_backpressure.search_shard_task.elapsed_time_millis_threshold=30000
    search_backpressure.search_shard_task.heap_moving_average_window_size=100
    search_backpressure.search_shard_task.heap_percent_threshold=0.005
    search_backpressure.search_shard_task.heap_variance=2.0
    search_backpressure.search_shard_task.total_heap_percent_threshold=0.05
    search_backpressure.search_task.cancellation_burst=5.0
    search_backpressure.search_task.cancellation_rate=0.003
    search_backpressure.search_task.cancellation_ratio=0.1
    search_backpressure.search_task.cpu_time_millis_threshold=30000
    search_backpressure.search_task.elapsed_time_millis_threshold=45000
    search_backpressure.search_task.heap_moving_average_window_size=100
    search_backpressure.search_task.heap_percent_threshold=0.02
    search_backpressure.search_task.heap_variance=2.0
    search_backpressure.search_task.total_heap_percent_threshold=0.05 segrep.pressure.checkpoint.limit=30
    segrep.pressure.enabled=false segrep.pressure.replica.stale.limit=0.5 segrep.pressure.time.limit=5m
    segrep.replication.time.limit=0m shard_indexing_pressure.cache_store.max_size=200
    shard_indexing_pressure.enabled=false shard_indexing_pressure.enforced=false
    shard_indexing_pressure.operating_factor.lower=0.75 shard_indexing_pressure.operating_factor.optimal=0.85
    shard_indexing_pressure.operating_factor.upper=0.95
    shard_indexing_pressure.primary_parameter.node.soft_limit=0.7
    shard_indexing_pressure.primary_parameter.shard.min_limit=0.001
    shard_indexing_pressure.secondary_parameter.successful_request.elapsed_timeout=300000ms
    shard_indexing_pressure.secondary_parameter.successful_request.max_outstanding_requests=100
    shard_indexing_pressure.secondary_parameter.throughput.degradation_factor=5.0
    shard_indexing_pressure.secondary_parameter.throughput.request_size_window=2000
    snapshot.max_concurrent_operations=1000 snapshot.max_shards_allowed_in_status_api=200000
    task_cancellation.duration_millis=10000 task_cancellation.enabled=true task_resource_consumers.enabled=false
    task_resource_tracking.enabled=true transport.slow_operation_logging_threshold=5s
    transport.tracer.exclude=[internal:coordination/fault_detection/*,cluster:monitor/nodes/liveness]
    transport.tracer.include=[] wlm.query_group.duress_streak=3 wlm.query_group.enforcement_interval=1000
    wlm.query_group.mode=monitor_only wlm.query_group.node.cpu_cancellation_threshold=0.9
    wlm.query_group.node.cpu_rejection_threshold=0.8 wlm.query_group.node.memory_cancellation_threshold=0.9
    wlm.query_group.node.memory_rejection_threshold=0.8
`);

/** Those of some defaults that settings leave as they are. */
export const unsetOf = (defaults: Body, ...settings: readonly Body[]): Body =>
  Object.fromEntries(Object.entries(defaults).filter(([name]) => settings.every((each) => each[name] === undefined)));
