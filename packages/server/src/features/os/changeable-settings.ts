/** Settings that a cluster of OpenSearch 2.19.1 takes while it runs, by what their values are and between which ends. */
const BY_VALUE: readonly (readonly [values: string, names: string])[] = [
  [
    'boolean',
    `
      action.destructive_requires_name cluster.application_templates.enabled
      cluster.auto_shrink_voting_configuration cluster.blocks.create_index
      cluster.blocks.create_index.auto_release cluster.blocks.read_only cluster.blocks.read_only_allow_delete
      cluster.ignore_dot_indexes cluster.indices.close.enable
      cluster.remote_store.index.translog.translog_metadata cluster.remote_store.publication.enabled
      cluster.routing.allocation.awareness.balance cluster.routing.allocation.balance.prefer_primary
      cluster.routing.allocation.disk.include_relocations cluster.routing.allocation.disk.threshold_enabled
      cluster.routing.allocation.load_awareness.allow_unassigned_primaries
      cluster.routing.allocation.move.primary_first cluster.routing.allocation.rebalance.primary.enable
      cluster.routing.allocation.remote_primary.ignore_throttle cluster.routing.allocation.same_shard.host
      cluster.routing.ignore_weighted_routing cluster.routing.use_adaptive_replica_selection
      cluster.routing.weighted.fail_open cluster.routing.weighted.strict
      cluster.search.ignore_awareness_attributes compatibility.override_main_response_version
      indices.composite_index.star_tree.enabled indices.id_field_data.enabled monitor.fs.health.enabled
      remote_store.segment.pressure.enabled search.allow_expensive_queries
      search.concurrent_segment_search.enabled search.default_allow_partial_results search.derived_field.enabled
      search.keyword_index_or_doc_values_enabled search.low_level_cancellation search.phase_took_enabled
      search.request_stats_enabled segrep.pressure.enabled shard_indexing_pressure.enabled
      shard_indexing_pressure.enforced task_cancellation.enabled task_resource_consumers.enabled
      task_resource_tracking.enabled
    `,
  ],
  [
    'bytes',
    `
      indices.recovery.max_bytes_per_sec indices.replication.max_bytes_per_sec
    `,
  ],
  [
    'bytes >= 128mb',
    `
      indices.composite_index.translog.max_flush_threshold_size
    `,
  ],
  [
    'bytes >= 1b <= 100mb',
    `
      indices.recovery.chunk_size
    `,
  ],
  [
    'integer',
    `
      cat.indices.response.limit.number_of_indices cat.segments.response.limit.number_of_indices
      cat.shards.response.limit.number_of_shards cluster.default_number_of_replicas
      shard_indexing_pressure.secondary_parameter.successful_request.max_outstanding_requests
      shard_indexing_pressure.secondary_parameter.throughput.request_size_window
    `,
  ],
  [
    'integer >= -1',
    `
      cluster.remote_store.index.segment_metadata.retention.max_count cluster.remote_store.translog.max_readers
      cluster.routing.allocation.cluster_concurrent_rebalance
      cluster.routing.allocation.cluster_concurrent_recoveries
      cluster.routing.allocation.load_awareness.provisioned_capacity
      cluster.routing.allocation.total_shards_limit cluster.routing.allocation.total_shards_per_node
    `,
  ],
  [
    'integer >= 0',
    `
      cluster.routing.allocation.node_concurrent_incoming_recoveries
      cluster.routing.allocation.node_concurrent_outgoing_recoveries
      cluster.routing.allocation.node_concurrent_recoveries
      cluster.routing.allocation.node_initial_primaries_recoveries
      cluster.routing.allocation.node_initial_replicas_recoveries script.max_size_in_bytes
      search.concurrent.max_slice_count search.dynamic_pruning.cardinality_aggregation.max_allowed_cardinality
      search.max_aggregation_rewrite_filters search.max_buckets search.max_open_pit_context
      search.max_open_scroll_context search_backpressure.search_shard_task.heap_moving_average_window_size
      search_backpressure.search_task.heap_moving_average_window_size
    `,
  ],
  [
    'integer >= 0 <= 10000',
    `
      indices.requests.cache.maximum_cacheable_size
    `,
  ],
  [
    'integer >= 1',
    `
      cluster.ingest.max_number_processors cluster.max_shards_per_node cluster.max_voting_config_exclusions
      cluster.snapshot.info.max_concurrent_fetches indices.query.bool.max_clause_count
      indices.recovery.max_concurrent_remote_store_streams
      remote_store.segment.pressure.consecutive_failures.limit
      search_backpressure.node_duress.num_successive_breaches segrep.pressure.checkpoint.limit
      snapshot.max_concurrent_operations snapshot.max_shards_allowed_in_status_api
    `,
  ],
  [
    'integer >= 1 <= 100',
    `
      cluster.task.consumers.top_n.size reindex.remote.retry.max_count
    `,
  ],
  [
    'integer >= 1 <= 1000',
    `
      indices.mapping.max_in_flight_updates
    `,
  ],
  [
    'integer >= 1 <= 4',
    `
      indices.recovery.max_concurrent_operations
    `,
  ],
  [
    'integer >= 1 <= 5',
    `
      indices.recovery.max_concurrent_file_chunks
    `,
  ],
  [
    'integer >= 100 <= 1000',
    `
      shard_indexing_pressure.cache_store.max_size
    `,
  ],
  [
    'integer >= 2',
    `
      cluster.routing.allocation.load_awareness.flat_skew
    `,
  ],
  [
    'integer >= 3',
    `
      wlm.query_group.duress_streak
    `,
  ],
  [
    'integer >= 5',
    `
      remote_store.moving_average_window_size
    `,
  ],
  [
    'long',
    `
      admission_control.cluster.admin.cpu_usage.limit admission_control.indexing.cpu_usage.limit
      admission_control.indexing.io_usage.limit admission_control.search.cpu_usage.limit
      admission_control.search.io_usage.limit task_cancellation.duration_millis
    `,
  ],
  [
    'long >= 0',
    `
      search_backpressure.search_shard_task.cpu_time_millis_threshold
      search_backpressure.search_shard_task.elapsed_time_millis_threshold
      search_backpressure.search_task.cpu_time_millis_threshold
      search_backpressure.search_task.elapsed_time_millis_threshold
    `,
  ],
  [
    'long >= 1',
    `
      action.search.shard_count.limit
    `,
  ],
  [
    'long >= 1 <= 10000',
    `
      cluster.allocator.gateway.batch_size
    `,
  ],
  [
    'long >= 1000',
    `
      wlm.query_group.enforcement_interval
    `,
  ],
  [
    'rate',
    `
      search_backpressure.cancellation_rate search_backpressure.search_shard_task.cancellation_rate
      search_backpressure.search_task.cancellation_rate
    `,
  ],
  [
    'ratio',
    `
      search_backpressure.cancellation_ratio search_backpressure.search_shard_task.cancellation_ratio
      search_backpressure.search_task.cancellation_ratio
    `,
  ],
  [
    'real >= -1.0',
    `
      cluster.routing.allocation.load_awareness.skew_factor
    `,
  ],
  [
    'real >= 0.0',
    `
      cluster.filecache.remote_data_ratio cluster.routing.allocation.balance.index
      cluster.routing.allocation.balance.shard cluster.routing.allocation.balance.threshold
      cluster.routing.allocation.rebalance.primary.buffer indices.breaker.fielddata.overhead
      indices.breaker.request.overhead network.breaker.inflight_requests.overhead
      search_backpressure.search_shard_task.heap_variance search_backpressure.search_task.heap_variance
      shard_indexing_pressure.operating_factor.lower shard_indexing_pressure.operating_factor.optimal
      shard_indexing_pressure.operating_factor.upper shard_indexing_pressure.primary_parameter.node.soft_limit
      shard_indexing_pressure.primary_parameter.shard.min_limit
    `,
  ],
  [
    'real >= 0.0 <= 1.0',
    `
      search_backpressure.node_duress.cpu_threshold search_backpressure.node_duress.heap_threshold
      search_backpressure.search_shard_task.heap_percent_threshold
      search_backpressure.search_shard_task.total_heap_percent_threshold
      search_backpressure.search_task.heap_percent_threshold
      search_backpressure.search_task.total_heap_percent_threshold segrep.pressure.replica.stale.limit
    `,
  ],
  [
    'real >= 1.0',
    `
      cluster.routing.weighted.default_weight remote_store.segment.pressure.bytes_lag.variance_factor
      remote_store.segment.pressure.time_lag.variance_factor search_backpressure.cancellation_burst
      search_backpressure.search_shard_task.cancellation_burst
      search_backpressure.search_task.cancellation_burst
      shard_indexing_pressure.secondary_parameter.throughput.degradation_factor
    `,
  ],
  [
    'real >= 4.9E-324',
    `
      wlm.query_group.node.cpu_cancellation_threshold wlm.query_group.node.cpu_rejection_threshold
      wlm.query_group.node.memory_cancellation_threshold wlm.query_group.node.memory_rejection_threshold
    `,
  ],
  [
    'share',
    `
      indices.breaker.fielddata.limit indices.breaker.request.limit indices.breaker.total.limit
      network.breaker.inflight_requests.limit
    `,
  ],
  [
    'time',
    `
      cluster.default.index.refresh_interval cluster.remote_store.state.cleanup_interval
      cluster.remote_store.state.global_metadata.upload_timeout
      cluster.remote_store.state.index_metadata.upload_timeout
      cluster.remote_store.state.metadata_manifest.upload_timeout cluster.remote_store.state.read_timeout
      cluster.routing.allocation.balanced_shards_allocator.allocator_timeout
      cluster.routing.allocation.shards_batch_gateway_allocator.primary_allocator_timeout
      cluster.routing.allocation.shards_batch_gateway_allocator.replica_allocator_timeout
      cluster.search.request.slowlog.threshold.debug cluster.search.request.slowlog.threshold.info
      cluster.search.request.slowlog.threshold.trace cluster.search.request.slowlog.threshold.warn
      cluster_manager.throttling.retry.base.delay cluster_manager.throttling.retry.max.delay
      indices.recovery.internal_remote_upload_timeout indices.replication.retry_timeout
      search.cancel_after_time_interval search.default_search_timeout
    `,
  ],
  [
    'time >= 0ms',
    `
      cluster.info.update.timeout cluster.minimum.index.refresh_interval
      cluster.remote_store.translog.buffer_interval cluster.routing.allocation.disk.reroute_interval
      cluster.service.slow_cluster_manager_task_logging_threshold
      cluster.service.slow_master_task_logging_threshold cluster.service.slow_task_logging_threshold
      gateway.slow_write_logging_threshold indices.mapping.dynamic_timeout
      indices.recovery.internal_action_retry_timeout indices.recovery.internal_action_timeout
      indices.recovery.retry_delay_network indices.recovery.retry_delay_state_sync
      node.resource.tracker.global_cpu_usage.window_duration
      node.resource.tracker.global_io_usage.window_duration node.resource.tracker.global_jvmmp.window_duration
      point_in_time.max_keep_alive search.default_keep_alive search.max_keep_alive segrep.pressure.time.limit
      segrep.replication.time.limit
      shard_indexing_pressure.secondary_parameter.successful_request.elapsed_timeout
      transport.slow_operation_logging_threshold
    `,
  ],
  [
    'time >= 0s',
    `
      indices.recovery.internal_action_long_timeout indices.recovery.recovery_activity_timeout
    `,
  ],
  [
    'time >= 100ms',
    `
      cluster.fault_detection.follower_check.interval
    `,
  ],
  [
    'time >= 10m',
    `
      cluster.remote_store.segment.transfer_timeout
    `,
  ],
  [
    'time >= 10ms',
    `
      indices.replication.initial_retry_backoff_bound
    `,
  ],
  [
    'time >= 10s',
    `
      cluster.info.update.interval cluster.persistent_tasks.allocation.recheck_interval
    `,
  ],
  [
    'time >= 1ms',
    `
      cluster.follower_lag.timeout cluster.publish.timeout monitor.fs.health.healthy_timeout_threshold
      monitor.fs.health.slow_path_logging_threshold
    `,
  ],
  [
    'time >= 1ms <= 150000ms',
    `
      cluster.fault_detection.follower_check.timeout
    `,
  ],
  [
    'time >= 1ms <= 60000ms',
    `
      cluster.fault_detection.leader_check.timeout
    `,
  ],
  [
    'time >= 30s',
    `
      cluster.remote_store.translog.transfer_timeout
    `,
  ],
  [
    'time >= 50ms <= 5000ms',
    `
      reindex.remote.retry.initial_backoff
    `,
  ],
  [
    'time >= 60s',
    `
      cluster.task.consumers.top_n.frequency
    `,
  ],
  [
    'watermark',
    `
      cluster.routing.allocation.disk.watermark.flood_stage cluster.routing.allocation.disk.watermark.high
      cluster.routing.allocation.disk.watermark.low
    `,
  ],
  ['part', 'indices.requests.cache.cleanup.staleness_threshold'],
  ['frequency', 'script.max_compilations_rate'],
  [
    'text',
    `
      action.auto_create_index admission_control.transport.cpu_usage.mode_override
      admission_control.transport.io_usage.mode_override admission_control.transport.mode
      cluster.migration.direction cluster.no_cluster_manager_block cluster.no_master_block
      cluster.persistent_tasks.allocation.enable cluster.remote_store.compatibility_mode
      cluster.remote_store.index.path.hash_algorithm cluster.remote_store.index.path.type
      cluster.remote_store.index_metadata.path_hash_algo cluster.remote_store.index_metadata.path_type
      cluster.remote_store.routing_table.path_hash_algo cluster.remote_store.routing_table.path_type
      cluster.remote_store.state.checksum_validation.mode cluster.routing.allocation.allow_rebalance
      cluster.routing.allocation.awareness.attributes cluster.routing.allocation.enable
      cluster.routing.allocation.shard_movement_strategy cluster.routing.allocation.shard_state.reroute.priority
      cluster.routing.rebalance.enable cluster.search.request.slowlog.level http.tracer.exclude
      http.tracer.include
      search.concurrent_segment_search.mode search_backpressure.mode transport.tracer.exclude
      transport.tracer.include wlm.query_group.mode
    `,
  ],
];

/** What a setting takes: `integer >= 1 <= 4`. */
export const CHANGEABLE: ReadonlyMap<string, string> = new Map(
  BY_VALUE.flatMap(([values, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, values] as const),
  ),
);
