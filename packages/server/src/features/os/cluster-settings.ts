import { CHANGEABLE } from './changeable-settings.ts';
import { illegal } from './refusals.ts';

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
