import { readTimeValue } from '@datasarana/query';
import { integer, isTrue, resolving, type Texts } from './call.ts';
import { refusePreference } from './preference.ts';
import { illegal } from './refusals.ts';
import type { Right } from './route.ts';

type Check = (value: string, name: string, query: Texts) => void;

const time: Check = (value, name) => void readTimeValue(value, name);

const flag: Check = (value) => void isTrue(value);

const count: Check = (value, name, query) => {
  const number = integer(query, name) ?? 0;
  if (number >= 2 ** 31 || number < -(2 ** 31))
    throw illegal(`Failed to parse int parameter [${name}] with value [${value}]`);
};

const decimal: Check = (value, name) => {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value))
    throw illegal(`Failed to parse float parameter [${name}] with value [${value}]`);
};

const constant =
  (owner: string, known: readonly string[]): Check =>
  (value) => {
    const wanted = value.toUpperCase();
    if (!known.includes(wanted)) throw illegal(`No enum constant ${owner}.${wanted}`);
  };

const choice =
  (told: string, known: readonly string[]): Check =>
  (value) => {
    if (!known.includes(value)) throw illegal(`${told} [${value}]`);
  };

const natural: Check = (value, name, query) => {
  count(value, name, query);
  if (Number(value) < 0) throw illegal('terminateAfter must be > 0');
};

const wildcards: Check = (_value, _name, query) => void resolving({ query });

const shards: Check = (value) => {
  if (value !== 'all' && !/^-?\d+$/.test(value)) throw illegal(`cannot parse ActiveShardCount[${value}]`);
};

const refresh: Check = (value) => {
  if (!['', 'true', 'false', 'wait_for'].includes(value)) throw illegal(`Unknown value for refresh: [${value}].`);
};

/** Parameters that mean the same wherever they are taken. */
const CHECKS: ReadonlyMap<string, Check> = new Map([
  ...['timeout', 'master_timeout', 'cluster_manager_timeout', 'search_timeout', 'cancel_after_time_interval'].map(
    (name) => [name, time] as const,
  ),
  ...['max_concurrent_shard_requests', 'max_concurrent_searches', 'batched_reduce_size', 'retry_on_conflict'].map(
    (name) => [name, count] as const,
  ),
  ['scroll_size', count],
  ['terminate_after', natural],
  ['preference', refusePreference],
  ...['realtime', 'request_cache', 'allow_partial_search_results'].map((name) => [name, flag] as const),
  ['scroll', time],
  ['min_score', decimal],
  ['expand_wildcards', wildcards],
  ['search_type', choice('No search type for', ['query_then_fetch', 'dfs_query_then_fetch'])],
  ['wait_for_active_shards', shards],
  ['wait_for_status', constant('org.opensearch.cluster.health.ClusterHealthStatus', ['GREEN', 'YELLOW', 'RED'])],
  [
    'wait_for_events',
    constant('org.opensearch.common.Priority', ['IMMEDIATE', 'URGENT', 'HIGH', 'NORMAL', 'LOW', 'LANGUID']),
  ],
]);

/**
 * Refuses what OpenSearch does, though some of it changes nothing here: a client that is wrong about it is told.
 * @throws PlatformError in OpenSearch's words
 */
export function refuseParameterValues(query: Texts, route: { readonly right: Right; readonly path: string }): void {
  for (const [name, value] of Object.entries(query)) if (value !== undefined) CHECKS.get(name)?.(value, name, query);
  if (query.refresh === undefined) return;
  const isWritten = route.right === 'write' && !/_by_query|_reindex/.test(route.path);
  (isWritten ? refresh : flag)(query.refresh, 'refresh', query);
}
