import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGEABLE } from './changeable-settings.ts';
import { refuseValue } from './cluster-setting-values.ts';

const refused = (name: string, text: string, reason: string): void =>
  assert.throws(() => refuseValue(name, text), { message: reason }, `${name}: ${text}`);

test('[IDX-04] a setting of the cluster is refused a value of another kind, in the words of OpenSearch', () => {
  refused('search.max_buckets', 'many', 'Failed to parse value [many] for setting [search.max_buckets]');
  refused('search.max_buckets', '2147483648', 'Failed to parse value [2147483648] for setting [search.max_buckets]');
  refused('search.max_buckets', '-7', 'Failed to parse value [-7] for setting [search.max_buckets] must be >= 0');
  refused(
    'indices.recovery.max_concurrent_operations',
    '7',
    'Failed to parse value [7] for setting [indices.recovery.max_concurrent_operations] must be <= 4',
  );
  refused('cluster.blocks.read_only', '1', 'Failed to parse value [1] as only [true] or [false] are allowed.');
  refused(
    'search.max_keep_alive',
    '7',
    'failed to parse setting [search.max_keep_alive] with value [7] as a time value: unit is missing or unrecognized',
  );
  refused(
    'cluster.info.update.interval',
    '1ms',
    'failed to parse value [1ms] for setting [cluster.info.update.interval], must be >= [10s]',
  );
  refused(
    'indices.recovery.max_bytes_per_sec',
    '50%',
    'failed to parse setting [indices.recovery.max_bytes_per_sec] with value [50%] as a size in bytes: unit is missing or unrecognized',
  );
  refused(
    'indices.recovery.chunk_size',
    '1PB',
    'failed to parse value [1PB] for setting [indices.recovery.chunk_size], must be <= [100mb]',
  );
  refused('cluster.routing.allocation.enable', 'zz', 'Illegal allocation.enable value [ZZ]');
  refused('admission_control.transport.mode', 'zz', 'Invalid AdmissionControlMode: zz');
  refused('wlm.query_group.mode', 'ENABLED', 'ENABLED is an invalid WlmMode');
  refused('cluster.remote_store.index.path.type', 'zz', 'Could not parse PathType for [zz]');
  refused(
    'cluster.routing.allocation.shard_state.reroute.priority',
    'low',
    'priority [LOW] not supported for [cluster.routing.allocation.shard_state.reroute.priority]',
  );
  refused('indices.requests.cache.cleanup.staleness_threshold', '101%', 'Self-suppression not permitted');
  refused('script.max_compilations_rate', '10/0s', 'time value [0s] must be positive');
  refused(
    'script.max_compilations_rate',
    '10/1',
    'failed to parse setting [script.max_compilations_rate] with value [1] as a time value: unit is missing or unrecognized',
  );
  refused('search_backpressure.cancellation_ratio', '1.5', 'search_backpressure.cancellation_ratio must be <= 1.0');
});

test('[IDX-04] values a setting of the cluster may have are taken, and any of settings nobody knows', () => {
  const taken: readonly (readonly [name: string, text: string])[] = [
    ['search.max_buckets', '7'],
    ['search.default_search_timeout', '-1'],
    ['indices.recovery.max_bytes_per_sec', '40mb'],
    ['indices.breaker.total.limit', '70%'],
    ['cluster.routing.allocation.disk.watermark.low', '0.85'],
    ['cluster.routing.allocation.disk.watermark.high', '1gb'],
    ['cluster.routing.allocation.balance.shard', '0.45'],
    ['cluster.routing.allocation.enable', 'none'],
    ['cluster.blocks.read_only', 'false'],
    ['admission_control.transport.mode', 'MONITOR_ONLY'],
    ['wlm.query_group.mode', 'monitor_only'],
    ['cluster.routing.allocation.shard_state.reroute.priority', 'HIGH'],
    ['indices.requests.cache.cleanup.staleness_threshold', '50%'],
    ['script.max_compilations_rate', '75/5m'],
    ['script.max_compilations_rate', 'use-context'],
    ['http.tracer.include', 'zz'],
    ['plugins.index_state_management.enabled', 'zz'],
  ];
  for (const [name, text] of taken) assert.doesNotThrow(() => refuseValue(name, text), name);
});

test('[IDX-04] the ends of every setting are values of its kind', () => {
  for (const [name, values] of CHANGEABLE)
    for (const [, end = ''] of values.matchAll(/= (\S+)/g)) assert.doesNotThrow(() => refuseValue(name, end), name);
});
