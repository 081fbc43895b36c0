import { illegal } from './refusals.ts';

/** Settings that a cluster of OpenSearch 2.19.1 takes while it runs. */
const CHANGEABLE: ReadonlySet<string> = new Set(
  `
    action.auto_create_index action.destructive_requires_name action.search.shard_count.limit
    admission_control.cluster.admin.cpu_usage.limit admission_control.indexing.cpu_usage.limit
    admission_control.indexing.io_usage.limit admission_control.search.cpu_usage.limit
    admission_control.search.io_usage.limit admission_control.transport.cpu_usage.mode_override
    admission_control.transport.io_usage.mode_override admission_control.transport.mode
    cat.indices.response.limit.number_of_indices cat.segments.response.limit.number_of_indices
    cat.shards.response.limit.number_of_shards cluster.allocator.gateway.batch_size
    cluster.application_templates.enabled cluster.auto_shrink_voting_configuration cluster.blocks.create_index
    cluster.blocks.create_index.auto_release cluster.blocks.read_only cluster.blocks.read_only_allow_delete
    cluster.default.index.refresh_interval cluster.default_number_of_replicas
    cluster.fault_detection.follower_check.interval cluster.fault_detection.follower_check.timeout
    cluster.fault_detection.leader_check.timeout cluster.filecache.remote_data_ratio
    cluster.follower_lag.timeout cluster.ignore_dot_indexes cluster.indices.close.enable
    cluster.info.update.interval cluster.info.update.timeout cluster.ingest.max_number_processors
    cluster.max_shards_per_node cluster.max_voting_config_exclusions cluster.migration.direction
    cluster.minimum.index.refresh_interval cluster.no_cluster_manager_block cluster.no_master_block
    cluster.persistent_tasks.allocation.enable cluster.persistent_tasks.allocation.recheck_interval
    cluster.publish.timeout cluster.remote_store.compatibility_mode
    cluster.remote_store.index.path.hash_algorithm cluster.remote_store.index.path.type
    cluster.remote_store.index.segment_metadata.retention.max_count
    cluster.remote_store.index.translog.translog_metadata cluster.remote_store.index_metadata.path_hash_algo
    cluster.remote_store.index_metadata.path_type cluster.remote_store.publication.enabled
    cluster.remote_store.routing_table.path_hash_algo cluster.remote_store.routing_table.path_type
    cluster.remote_store.segment.transfer_timeout cluster.remote_store.state.checksum_validation.mode
    cluster.remote_store.state.cleanup_interval cluster.remote_store.state.global_metadata.upload_timeout
    cluster.remote_store.state.index_metadata.upload_timeout
    cluster.remote_store.state.metadata_manifest.upload_timeout cluster.remote_store.state.read_timeout
    cluster.remote_store.translog.buffer_interval cluster.remote_store.translog.max_readers
    cluster.remote_store.translog.transfer_timeout cluster.routing.allocation.allow_rebalance
    cluster.routing.allocation.awareness.attributes cluster.routing.allocation.awareness.balance
    cluster.routing.allocation.balance.index cluster.routing.allocation.balance.prefer_primary
    cluster.routing.allocation.balance.shard cluster.routing.allocation.balance.threshold
    cluster.routing.allocation.balanced_shards_allocator.allocator_timeout
    cluster.routing.allocation.cluster_concurrent_rebalance
    cluster.routing.allocation.cluster_concurrent_recoveries cluster.routing.allocation.disk.include_relocations
    cluster.routing.allocation.disk.reroute_interval cluster.routing.allocation.disk.threshold_enabled
    cluster.routing.allocation.disk.watermark.flood_stage cluster.routing.allocation.disk.watermark.high
    cluster.routing.allocation.disk.watermark.low cluster.routing.allocation.enable
    cluster.routing.allocation.load_awareness.allow_unassigned_primaries
    cluster.routing.allocation.load_awareness.flat_skew
    cluster.routing.allocation.load_awareness.provisioned_capacity
    cluster.routing.allocation.load_awareness.skew_factor cluster.routing.allocation.move.primary_first
    cluster.routing.allocation.node_concurrent_incoming_recoveries
    cluster.routing.allocation.node_concurrent_outgoing_recoveries
    cluster.routing.allocation.node_concurrent_recoveries
    cluster.routing.allocation.node_initial_primaries_recoveries
    cluster.routing.allocation.node_initial_replicas_recoveries
    cluster.routing.allocation.rebalance.primary.buffer cluster.routing.allocation.rebalance.primary.enable
    cluster.routing.allocation.remote_primary.ignore_throttle cluster.routing.allocation.same_shard.host
    cluster.routing.allocation.shard_movement_strategy cluster.routing.allocation.shard_state.reroute.priority
    cluster.routing.allocation.shards_batch_gateway_allocator.primary_allocator_timeout
    cluster.routing.allocation.shards_batch_gateway_allocator.replica_allocator_timeout
    cluster.routing.allocation.total_shards_limit cluster.routing.allocation.total_shards_per_node
    cluster.routing.ignore_weighted_routing cluster.routing.rebalance.enable
    cluster.routing.use_adaptive_replica_selection cluster.routing.weighted.default_weight
    cluster.routing.weighted.fail_open cluster.routing.weighted.strict
    cluster.search.ignore_awareness_attributes cluster.search.request.slowlog.level
    cluster.search.request.slowlog.threshold.debug cluster.search.request.slowlog.threshold.info
    cluster.search.request.slowlog.threshold.trace cluster.search.request.slowlog.threshold.warn
    cluster.service.slow_cluster_manager_task_logging_threshold
    cluster.service.slow_master_task_logging_threshold cluster.service.slow_task_logging_threshold
    cluster.snapshot.info.max_concurrent_fetches cluster.task.consumers.top_n.frequency
    cluster.task.consumers.top_n.size cluster_manager.throttling.retry.base.delay
    cluster_manager.throttling.retry.max.delay compatibility.override_main_response_version
    gateway.slow_write_logging_threshold http.tracer.exclude http.tracer.include indices.breaker.fielddata.limit
    indices.breaker.fielddata.overhead indices.breaker.request.limit indices.breaker.request.overhead
    indices.breaker.total.limit indices.composite_index.star_tree.enabled
    indices.composite_index.translog.max_flush_threshold_size indices.id_field_data.enabled
    indices.mapping.dynamic_timeout indices.mapping.max_in_flight_updates indices.query.bool.max_clause_count
    indices.recovery.chunk_size indices.recovery.internal_action_long_timeout
    indices.recovery.internal_action_retry_timeout indices.recovery.internal_action_timeout
    indices.recovery.internal_remote_upload_timeout indices.recovery.max_bytes_per_sec
    indices.recovery.max_concurrent_file_chunks indices.recovery.max_concurrent_operations
    indices.recovery.max_concurrent_remote_store_streams indices.recovery.recovery_activity_timeout
    indices.recovery.retry_delay_network indices.recovery.retry_delay_state_sync
    indices.replication.initial_retry_backoff_bound indices.replication.max_bytes_per_sec
    indices.replication.retry_timeout indices.requests.cache.cleanup.staleness_threshold
    indices.requests.cache.maximum_cacheable_size monitor.fs.health.enabled
    monitor.fs.health.healthy_timeout_threshold monitor.fs.health.slow_path_logging_threshold
    network.breaker.inflight_requests.limit network.breaker.inflight_requests.overhead
    node.resource.tracker.global_cpu_usage.window_duration node.resource.tracker.global_io_usage.window_duration
    node.resource.tracker.global_jvmmp.window_duration point_in_time.max_keep_alive
    reindex.remote.retry.initial_backoff reindex.remote.retry.max_count remote_store.moving_average_window_size
    remote_store.segment.pressure.bytes_lag.variance_factor
    remote_store.segment.pressure.consecutive_failures.limit remote_store.segment.pressure.enabled
    remote_store.segment.pressure.time_lag.variance_factor script.max_compilations_rate script.max_size_in_bytes
    search.allow_expensive_queries search.cancel_after_time_interval search.concurrent.max_slice_count
    search.concurrent_segment_search.enabled search.concurrent_segment_search.mode
    search.default_allow_partial_results search.default_keep_alive search.default_search_timeout
    search.derived_field.enabled search.dynamic_pruning.cardinality_aggregation.max_allowed_cardinality
    search.keyword_index_or_doc_values_enabled search.low_level_cancellation
    search.max_aggregation_rewrite_filters search.max_buckets search.max_keep_alive search.max_open_pit_context
    search.max_open_scroll_context search.phase_took_enabled search.request_stats_enabled
    search_backpressure.cancellation_burst search_backpressure.cancellation_rate
    search_backpressure.cancellation_ratio search_backpressure.mode
    search_backpressure.node_duress.cpu_threshold search_backpressure.node_duress.heap_threshold
    search_backpressure.node_duress.num_successive_breaches
    search_backpressure.search_shard_task.cancellation_burst
    search_backpressure.search_shard_task.cancellation_rate
    search_backpressure.search_shard_task.cancellation_ratio
    search_backpressure.search_shard_task.cpu_time_millis_threshold
    search_backpressure.search_shard_task.elapsed_time_millis_threshold
    search_backpressure.search_shard_task.heap_moving_average_window_size
    search_backpressure.search_shard_task.heap_percent_threshold
    search_backpressure.search_shard_task.heap_variance
    search_backpressure.search_shard_task.total_heap_percent_threshold
    search_backpressure.search_task.cancellation_burst search_backpressure.search_task.cancellation_rate
    search_backpressure.search_task.cancellation_ratio search_backpressure.search_task.cpu_time_millis_threshold
    search_backpressure.search_task.elapsed_time_millis_threshold
    search_backpressure.search_task.heap_moving_average_window_size
    search_backpressure.search_task.heap_percent_threshold search_backpressure.search_task.heap_variance
    search_backpressure.search_task.total_heap_percent_threshold segrep.pressure.checkpoint.limit
    segrep.pressure.enabled segrep.pressure.replica.stale.limit segrep.pressure.time.limit
    segrep.replication.time.limit shard_indexing_pressure.cache_store.max_size shard_indexing_pressure.enabled
    shard_indexing_pressure.enforced shard_indexing_pressure.operating_factor.lower
    shard_indexing_pressure.operating_factor.optimal shard_indexing_pressure.operating_factor.upper
    shard_indexing_pressure.primary_parameter.node.soft_limit
    shard_indexing_pressure.primary_parameter.shard.min_limit
    shard_indexing_pressure.secondary_parameter.successful_request.elapsed_timeout
    shard_indexing_pressure.secondary_parameter.successful_request.max_outstanding_requests
    shard_indexing_pressure.secondary_parameter.throughput.degradation_factor
    shard_indexing_pressure.secondary_parameter.throughput.request_size_window
    snapshot.max_concurrent_operations snapshot.max_shards_allowed_in_status_api
    task_cancellation.duration_millis task_cancellation.enabled task_resource_consumers.enabled
    task_resource_tracking.enabled transport.slow_operation_logging_threshold transport.tracer.exclude
    transport.tracer.include wlm.query_group.duress_streak wlm.query_group.enforcement_interval
    wlm.query_group.mode wlm.query_group.node.cpu_cancellation_threshold
    wlm.query_group.node.cpu_rejection_threshold wlm.query_group.node.memory_cancellation_threshold
    wlm.query_group.node.memory_rejection_threshold
  `
    .trim()
    .split(/\s+/),
);

/** Those it has from its start. */
const FROM_START: ReadonlySet<string> = new Set(
  `
    aux.transport.types bootstrap.ctrlhandler bootstrap.memory_lock bootstrap.system_call_filter
    cache.recycler.page.limit.heap cache.recycler.page.type cache.recycler.page.weight.bytes
    cache.recycler.page.weight.ints cache.recycler.page.weight.longs cache.recycler.page.weight.objects
    client.type cluster.allocator.existing_shards_allocator.batch_enabled cluster.election.back_off_time
    cluster.election.duration cluster.election.initial_timeout cluster.election.max_timeout
    cluster.election.strategy cluster.fault_detection.follower_check.retry_count
    cluster.fault_detection.leader_check.interval cluster.fault_detection.leader_check.retry_count
    cluster.index.restrict.replication.type cluster.indices.replication.strategy cluster.indices.tombstones.size
    cluster.initial_cluster_manager_nodes cluster.initial_master_nodes cluster.join.timeout cluster.name
    cluster.nodes.reconnect_interval cluster.publish.info_timeout cluster.remote.connect
    cluster.remote.connections_per_cluster cluster.remote.initial_connect_timeout cluster.remote.node.attr
    cluster.remote_store.index.restrict.async-durability cluster.remote_store.pinned_timestamps.enabled
    cluster.remote_store.pinned_timestamps.lookback_interval
    cluster.remote_store.pinned_timestamps.scheduler_interval cluster.remote_store.routing_table.path.prefix
    cluster.remote_store.segments.path.prefix cluster.remote_store.state.enabled
    cluster.remote_store.state.path.prefix cluster.remote_store.translog.path.prefix
    cluster.routing.allocation.disk.watermark.enable_for_single_data_node cluster.routing.allocation.type
    cluster.snapshot.shard.path.prefix discovery.cluster_formation_warning_timeout discovery.find_peers_interval
    discovery.find_peers_interval_during_decommission discovery.initial_state_timeout
    discovery.probe.connect_timeout discovery.probe.handshake_timeout discovery.request_peers_timeout
    discovery.seed_hosts discovery.seed_providers discovery.seed_resolver.max_concurrent_resolvers
    discovery.seed_resolver.timeout discovery.type discovery.unconfigured_bootstrap_timeout
    discovery.zen.hosts_provider discovery.zen.ping.unicast.concurrent_connects discovery.zen.ping.unicast.hosts
    discovery.zen.ping.unicast.hosts.resolve_timeout gateway.auto_import_dangling_indices
    gateway.expected_data_nodes gateway.expected_master_nodes gateway.expected_nodes
    gateway.recover_after_data_nodes gateway.recover_after_master_nodes gateway.recover_after_nodes
    gateway.recover_after_time gateway.write_dangling_indices_info http.bind_host http.compression
    http.compression_level http.connect_timeout http.content_type.required http.cors.allow-credentials
    http.cors.allow-headers http.cors.allow-methods http.cors.allow-origin http.cors.enabled http.cors.max-age
    http.detailed_errors.enabled http.host http.max_chunk_size http.max_content_length http.max_header_size
    http.max_initial_line_length http.max_warning_header_count http.max_warning_header_size
    http.netty.max_composite_buffer_components http.netty.receive_predictor_size http.netty.worker_count
    http.pipelining.max_events http.port http.publish_host http.publish_port http.read_timeout
    http.reset_cookies http.tcp.keep_alive http.tcp.keep_count http.tcp.keep_idle http.tcp.keep_interval
    http.tcp.no_delay http.tcp.receive_buffer_size http.tcp.reuse_address http.tcp.send_buffer_size
    http.tcp_no_delay http.type http.type.default index.codec index.recovery.type index.store.fs.fs_lock
    index.store.hybrid.mmap.extensions index.store.hybrid.nio.extensions index.store.preload index.store.type
    indexing_pressure.memory.limit indices.analysis.hunspell.dictionary.ignore_case
    indices.analysis.hunspell.dictionary.lazy indices.breaker.fielddata.type indices.breaker.request.type
    indices.breaker.total.use_real_memory indices.breaker.type indices.cache.cleanup_interval
    indices.fielddata.cache.size indices.memory.index_buffer_size indices.memory.interval
    indices.memory.max_index_buffer_size indices.memory.min_index_buffer_size indices.memory.shard_inactive_time
    indices.queries.cache.all_segments indices.queries.cache.count indices.queries.cache.size
    indices.query.query_string.allowLeadingWildcard indices.query.query_string.analyze_wildcard
    indices.requests.cache.cleanup.interval indices.requests.cache.expire indices.requests.cache.size
    indices.store.delete.shard.timeout indices.time_series_index.default_index_merge_policy
    ingest.common.processors.allowed ingest.grok.watchdog.interval ingest.grok.watchdog.max_execution_time
    ingest.user_agent.cache_size ingest.useragent.processors.allowed logger.level
    monitor.fs.health.refresh_interval monitor.fs.refresh_interval monitor.jvm.gc.enabled
    monitor.jvm.gc.overhead.debug monitor.jvm.gc.overhead.info monitor.jvm.gc.overhead.warn
    monitor.jvm.gc.refresh_interval monitor.jvm.refresh_interval monitor.os.refresh_interval
    monitor.process.refresh_interval network.bind_host network.host network.publish_host network.server
    network.tcp.connect_timeout network.tcp.keep_alive network.tcp.keep_count network.tcp.keep_idle
    network.tcp.keep_interval network.tcp.no_delay network.tcp.receive_buffer_size network.tcp.reuse_address
    network.tcp.send_buffer_size node.attr.shard_indexing_pressure_enabled node.data
    node.enable_lucene_segment_infos_trace node.id.seed node.ingest node.local_storage node.master
    node.max_local_storage_nodes node.name node.pidfile node.portsfile node.processors
    node.remote_cluster_client node.roles node.search.cache.size node.store.allow_mmap
    opensearch.experimental.feature.application_templates.enabled
    opensearch.experimental.feature.composite_index.star_tree.enabled
    opensearch.experimental.feature.extensions.enabled opensearch.experimental.feature.pluggable.caching.enabled
    opensearch.experimental.feature.read.write.split.enabled
    opensearch.experimental.feature.remote_store.migration.enabled
    opensearch.experimental.feature.telemetry.enabled
    opensearch.experimental.feature.tiered_remote_index.enabled
    opensearch.experimental.optimization.datetime_formatter_caching.enabled
    opensearch.experimental.optimization.termversion.precommit.enabled path.data path.home path.logs path.repo
    path.shared_data pidfile plugin.mandatory point_in_time.init.keep_alive processors reindex.remote.allowlist
    reindex.remote.whitelist repositories.fs.chunk_size repositories.fs.compress repositories.fs.location
    repositories.url.allowed_urls repositories.url.supported_protocols repositories.url.url
    resource.reload.enabled resource.reload.interval.high resource.reload.interval.low
    resource.reload.interval.medium rest.action.multi.allow_explicit_index script.allowed_contexts
    script.allowed_types script.cache.expire script.cache.max_size script.disable_max_compilations_rate
    script.painless.regex.enabled script.painless.regex.limit-factor search.highlight.term_vector_multi_value
    search.keep_alive_interval security.manager.filter_bad_defaults snapshot.repository_data.cache.threshold
    thread_pool.analyze.queue_size thread_pool.analyze.size thread_pool.estimated_time_interval
    thread_pool.fetch_shard_started.core thread_pool.fetch_shard_started.keep_alive
    thread_pool.fetch_shard_started.max thread_pool.fetch_shard_store.core
    thread_pool.fetch_shard_store.keep_alive thread_pool.fetch_shard_store.max thread_pool.flush.core
    thread_pool.flush.keep_alive thread_pool.flush.max thread_pool.force_merge.queue_size
    thread_pool.force_merge.size thread_pool.generic.core thread_pool.generic.keep_alive thread_pool.generic.max
    thread_pool.get.queue_size thread_pool.get.size thread_pool.index_searcher.auto_queue_frame_size
    thread_pool.index_searcher.max_queue_size thread_pool.index_searcher.min_queue_size
    thread_pool.index_searcher.queue_size thread_pool.index_searcher.size
    thread_pool.index_searcher.target_response_time thread_pool.listener.queue_size thread_pool.listener.size
    thread_pool.management.core thread_pool.management.keep_alive thread_pool.management.max
    thread_pool.refresh.core thread_pool.refresh.keep_alive thread_pool.refresh.max
    thread_pool.remote_purge.core thread_pool.remote_purge.keep_alive thread_pool.remote_purge.max
    thread_pool.remote_recovery.core thread_pool.remote_recovery.keep_alive thread_pool.remote_recovery.max
    thread_pool.remote_refresh_retry.core thread_pool.remote_refresh_retry.keep_alive
    thread_pool.remote_refresh_retry.max thread_pool.remote_state_checksum.queue_size
    thread_pool.remote_state_checksum.size thread_pool.remote_state_read.queue_size
    thread_pool.remote_state_read.size thread_pool.search.auto_queue_frame_size
    thread_pool.search.max_queue_size thread_pool.search.min_queue_size thread_pool.search.queue_size
    thread_pool.search.size thread_pool.search.target_response_time
    thread_pool.search_throttled.auto_queue_frame_size thread_pool.search_throttled.max_queue_size
    thread_pool.search_throttled.min_queue_size thread_pool.search_throttled.queue_size
    thread_pool.search_throttled.size thread_pool.search_throttled.target_response_time
    thread_pool.snapshot.core thread_pool.snapshot.keep_alive thread_pool.snapshot.max
    thread_pool.snapshot_deletion.core thread_pool.snapshot_deletion.keep_alive
    thread_pool.snapshot_deletion.max thread_pool.system_read.queue_size thread_pool.system_read.size
    thread_pool.system_write.queue_size thread_pool.system_write.size thread_pool.translog_sync.queue_size
    thread_pool.translog_sync.size thread_pool.translog_transfer.core thread_pool.translog_transfer.keep_alive
    thread_pool.translog_transfer.max thread_pool.warmer.core thread_pool.warmer.keep_alive
    thread_pool.warmer.max thread_pool.write.queue_size thread_pool.write.size transport.bind_host
    transport.compress transport.connect_timeout transport.connections_per_node.bulk
    transport.connections_per_node.ping transport.connections_per_node.recovery
    transport.connections_per_node.reg transport.connections_per_node.state transport.host
    transport.netty.boss_count transport.netty.receive_predictor_max transport.netty.receive_predictor_min
    transport.netty.receive_predictor_size transport.netty.worker_count transport.ping_schedule transport.port
    transport.publish_host transport.publish_port transport.ssl.dual_mode.enabled
    transport.ssl.enforce_hostname_verification transport.ssl.resolve_hostname transport.tcp.compress
    transport.tcp.connect_timeout transport.tcp.keep_alive transport.tcp.keep_count transport.tcp.keep_idle
    transport.tcp.keep_interval transport.tcp.no_delay transport.tcp.port transport.tcp.receive_buffer_size
    transport.tcp.reuse_address transport.tcp.send_buffer_size transport.tcp_no_delay transport.type
    transport.type.default
  `
    .trim()
    .split(/\s+/),
);

/** Settings whose names go on as somebody likes, and those of plugins, which clients of a whole distribution set. */
const GROUPS =
  /^(logger|plugins|opendistro|opensearch|cluster\.remote|search\.remote|cluster\.routing\.allocation\.(include|exclude|require|awareness\.force))\../;

/** @throws PlatformError for a setting that no cluster has, or that cannot be changed, in OpenSearch's words */
export function refuseUnknownOfCluster(kind: 'persistent' | 'transient', names: readonly string[]): void {
  for (const name of names) {
    if (FROM_START.has(name)) throw illegal(`${kind} setting [${name}], not dynamically updateable`);
    if (!CHANGEABLE.has(name) && !GROUPS.test(name)) throw illegal(`${kind} setting [${name}], not recognized`);
  }
}
