import type { OsCall, Texts } from './call.ts';
import type { OsRoute } from './route.ts';
import { onlyParameters } from './unknown-parameters.ts';

const NAMED = 'allow_no_indices expand_wildcards ignore_throttled ignore_unavailable';
const MANAGED = 'cluster_manager_timeout master_timeout';
const SHOWN = '_source _source_excludes _source_includes';
const ASKED = 'analyze_wildcard analyzer default_operator df lenient q';
const PRINTED = 'bytes h help pri s size time timeout ts v';

/** What OpenSearch 2.19 takes behind the question mark, with the calls that do: methods and first address of a route. */
const PARAMETERS: readonly (readonly [parameters: string, calls: readonly string[]])[] = [
  [
    '',
    [
      'GET /',
      'HEAD /',
      'GET /_dangling',
      'GET /_data_stream',
      'PUT /_data_stream/:name',
      'DELETE /_data_stream/:name',
      'GET /_remote/info',
      'GET /_script_context',
      'GET POST /_analyze',
      'DELETE /_search/point_in_time',
      'GET /_search/point_in_time/_all',
      'GET POST /_render/template',
      'GET /_script_language',
      'GET POST /_scripts/painless/_execute',
    ],
  ],
  [`${MANAGED} timeout wait_for_active_shards`, ['PUT /:index']],
  [`${NAMED} ${MANAGED} timeout`, ['DELETE /:index', 'PUT /:index/_block/:block']],
  [`${NAMED} ${MANAGED} flat_settings include_defaults local`, ['GET /:index', 'HEAD /:index', 'GET /_settings']],
  [
    `${MANAGED} copy_settings task_execution_timeout timeout wait_for_active_shards wait_for_completion`,
    ['PUT POST /:index/_clone/:target', 'PUT POST /:index/_shrink/:target', 'PUT POST /:index/_split/:target'],
  ],
  [`${NAMED} ${MANAGED} timeout wait_for_active_shards`, ['POST /:index/_close']],
  [
    'id if_primary_term if_seq_no op_type pipeline refresh require_alias routing timeout version version_type wait_for_active_shards',
    ['POST /:index/_doc'],
  ],
  [`${SHOWN} fields preference realtime refresh routing stored_fields version version_type`, ['GET /:index/_doc/:id']],
  [`${SHOWN} preference realtime refresh routing stored_fields version version_type`, ['HEAD /:index/_doc/:id']],
  [
    'if_primary_term if_seq_no op_type pipeline refresh require_alias routing timeout version version_type wait_for_active_shards',
    ['PUT POST /:index/_doc/:id'],
  ],
  [
    'if_primary_term if_seq_no refresh routing timeout version version_type wait_for_active_shards',
    ['DELETE /:index/_doc/:id'],
  ],
  [`${SHOWN} ${ASKED} fields parent preference routing stored_fields`, ['GET POST /:index/_explain/:id']],
  [
    `${NAMED} ${MANAGED} task_execution_timeout timeout wait_for_active_shards wait_for_completion`,
    ['POST /:index/_open'],
  ],
  [`${MANAGED} dry_run new_index timeout wait_for_active_shards`, ['POST /:index/_rollover']],
  [`${NAMED} allow_partial_pit_creation keep_alive preference routing`, ['POST /:index/_search/point_in_time']],
  [`${SHOWN} preference realtime refresh routing version version_type`, ['GET HEAD /:index/_source/:id']],
  [
    'field_statistics fields offsets payloads positions preference realtime routing term_statistics version version_type',
    ['GET POST /:index/_termvectors'],
  ],
  [
    `${SHOWN} if_primary_term if_seq_no refresh require_alias retry_on_conflict routing timeout version version_type wait_for_active_shards`,
    ['POST /:index/_update/:id'],
  ],
  [`${NAMED} local`, ['GET /_alias', 'HEAD /_alias/:name']],
  [
    `${SHOWN} batch_size pipeline refresh require_alias routing timeout type wait_for_active_shards`,
    ['POST PUT /_bulk'],
  ],
  [`${NAMED} fielddata fields file query request`, ['POST /_cache/clear']],
  ['help s', ['GET /_cat']],
  [PRINTED, ['GET /_cat/health', 'GET /_cat/pit_segments/_all', 'GET /_cat/pit_segments']],
  [`${PRINTED} ${NAMED} alias local`, ['GET /_cat/aliases']],
  [`${PRINTED} ${ASKED}`, ['GET /_cat/count']],
  [`${PRINTED} ${NAMED} ${MANAGED} health include_unloaded_segments local`, ['GET /_cat/indices']],
  [`${PRINTED} ${NAMED} ${MANAGED} health include_unloaded_segments local next_token sort`, ['GET /_list/indices']],
  [`${PRINTED} ${MANAGED} local nodes`, ['GET /_cat/allocation']],
  [
    `${PRINTED} ${MANAGED} local`,
    [
      'GET /_cat/master',
      'GET /_cat/nodeattrs',
      'GET /_cat/pending_tasks',
      'GET /_cat/plugins',
      'GET /_cat/repositories',
      'GET /_cat/segments',
      'GET /_cat/templates',
      'GET /_cat/thread_pool',
    ],
  ],
  [`${PRINTED} ${MANAGED} cancel_after_time_interval local`, ['GET /_cat/shards']],
  [`${PRINTED} ${MANAGED} cancel_after_time_interval local next_token sort`, ['GET /_list/shards']],
  [`${PRINTED} ${MANAGED} full_id local`, ['GET /_cat/nodes']],
  [`${PRINTED} ${MANAGED} ignore_unavailable repository`, ['GET /_cat/snapshots', 'GET /_cat/snapshots/:name']],
  [`${PRINTED} ${NAMED} active_only detailed index`, ['GET /_cat/recovery']],
  [`${PRINTED} ${NAMED} active_only detailed index shards`, ['GET /_cat/segment_replication']],
  [`${PRINTED} actions detailed nodes parent_task_id wait_for_completion`, ['GET /_cat/tasks']],
  [`${PRINTED} fields`, ['GET /_cat/fielddata']],
  ['awareness_attribute_name', ['GET /_cluster/decommission/awareness/:attribute/_status']],
  [
    `${NAMED} ${MANAGED} awareness_attribute ensure_node_weighed_in level local timeout wait_for_active_shards wait_for_events wait_for_no_initializing_shards wait_for_no_relocating_shards wait_for_nodes wait_for_status`,
    ['GET /_cluster/health'],
  ],
  [`${MANAGED} local`, ['GET /_cluster/pending_tasks']],
  [`${MANAGED} dry_run explain flat_settings metric retry_failed timeout`, ['POST /_cluster/reroute']],
  [`${MANAGED} flat_settings include_defaults local timeout`, ['GET /_cluster/settings']],
  [`${MANAGED} flat_settings timeout`, ['PUT /_cluster/settings']],
  [`${NAMED} ${MANAGED} flat_settings local wait_for_metadata_version wait_for_timeout`, ['GET /_cluster/state']],
  ['flat_settings index_metric metric timeout', ['GET /_cluster/stats']],
  [`${MANAGED} cause create timeout`, ['PUT POST /_component_template/:name']],
  [`${NAMED} ${ASKED} min_score preference routing terminate_after`, ['GET POST /_count']],
  [`${NAMED} forbid_closed_indices`, ['GET /_data_stream/_stats']],
  [`${NAMED} fields include_unmapped`, ['GET POST /_field_caps']],
  [
    `${MANAGED} cause create`,
    [
      'PUT POST /_index_template/:name',
      'POST /_index_template/_simulate',
      'POST /_index_template/_simulate_index/:name',
    ],
  ],
  [`${MANAGED}`, ['GET /_ingest/pipeline', 'GET /_search/pipeline', 'GET /_scripts/:id']],
  [
    `${MANAGED} timeout`,
    [
      'PUT /_ingest/pipeline/:id',
      'DELETE /_ingest/pipeline/:id',
      'PUT POST /:index/_alias/:name',
      'POST /_aliases',
      'DELETE /:index/_alias/:name',
      'DELETE /_template/:name',
      'DELETE /_index_template/:name',
      'DELETE /_component_template/:name',
      'PUT POST /_scripts/:id',
      'DELETE /_scripts/:id',
    ],
  ],
  ['verbose', ['GET POST /_ingest/pipeline/:id/_simulate', 'GET POST /_ingest/pipeline/_simulate']],
  [`${NAMED} ${MANAGED} local`, ['GET /_mapping']],
  [`${NAMED} ${MANAGED} timeout write_index_only`, ['PUT POST /:index/_mapping']],
  [`${NAMED} include_defaults local`, ['GET /_mapping/field/:fields']],
  [`${SHOWN} fields preference realtime refresh routing stored_fields`, ['GET POST /_mget']],
  [
    `${NAMED} ccs_minimize_roundtrips max_concurrent_searches max_concurrent_shard_requests pre_filter_shard_size rest_total_hits_as_int routing search_type typed_keys`,
    ['GET POST /_msearch'],
  ],
  [
    'ccs_minimize_roundtrips max_concurrent_searches rest_total_hits_as_int routing search_type typed_keys',
    ['GET POST /_msearch/template'],
  ],
  [
    'field_statistics fields ids offsets payloads positions preference realtime routing term_statistics version version_type',
    ['GET POST /_mtermvectors'],
  ],
  ['flat_settings timeout', ['GET /_nodes']],
  [
    'completion_fields fielddata_fields fields groups include_segment_file_sizes index_metric level timeout types',
    ['GET /_nodes/stats'],
  ],
  ['timeout', ['GET /_nodes/usage']],
  ['allow_no_indices expand_wildcards ignore_unavailable search_type', ['GET POST /_rank_eval']],
  [`${NAMED}`, ['GET POST /_refresh']],
  [`${NAMED} force wait_if_ongoing`, ['GET POST /_flush']],
  [`${NAMED} flush max_num_segments only_expunge_deletes primary_only wait_for_completion`, ['GET POST /_forcemerge']],
  ['local shard_id timeout', ['GET /_remotestore/stats/:index']],
  [`${NAMED}`, ['GET /_resolve/index/:name']],
  ['rest_total_hits_as_int scroll scroll_id', ['GET POST /_search/scroll']],
  ['scroll_id', ['DELETE /_search/scroll']],
  [
    `${NAMED} ${SHOWN} allow_partial_search_results batched_reduce_size ccs_minimize_roundtrips docvalue_fields explain from include_named_queries_score max_concurrent_shard_requests phase_took pre_filter_shard_size preference profile q request_cache rest_total_hits_as_int routing scroll search_pipeline search_type seq_no_primary_term size sort stats stored_fields suggest_field terminate_after timeout track_scores track_total_hits typed_keys verbose_pipeline version`,
    ['GET POST /_search/template'],
  ],
  [`${NAMED} local preference routing`, ['GET POST /_search_shards']],
  [`${NAMED} ${MANAGED} flat_settings preserve_existing timeout`, ['PUT /_settings']],
  [`${MANAGED} flat_settings local repository`, ['GET /_snapshot']],
  [`${MANAGED} repository timeout`, ['DELETE /_snapshot/:name', 'POST /_snapshot/:name/_cleanup']],
  [`${MANAGED} ignore_unavailable repository verbose`, ['GET /_snapshot/:name/:snapshot']],
  [`${MANAGED} repository wait_for_completion`, ['PUT POST DELETE /_snapshot/:name/:snapshot']],
  [`${MANAGED} ignore_unavailable index repository snapshot`, ['GET /_snapshot/_status']],
  [
    `${NAMED} completion_fields fielddata_fields fields forbid_closed_indices groups include_segment_file_sizes include_unloaded_segments level timeout`,
    ['GET /_stats'],
  ],
  [
    `${MANAGED} flat_settings local`,
    [
      'GET /_template',
      'HEAD /_template/:name',
      'GET /_index_template',
      'HEAD /_index_template/:name',
      'GET /_component_template',
      'HEAD /_component_template/:name',
    ],
  ],
  [`${MANAGED} cause create order`, ['PUT POST /_template/:name']],
  [`${NAMED} only_ancient_segments wait_for_completion`, ['POST /_upgrade']],
  [`${NAMED}`, ['GET /_upgrade']],
  [`${NAMED} ${ASKED} all_shards explain rewrite`, ['GET POST /_validate/query']],
];

const BY_CALL = new Map(
  PARAMETERS.flatMap(([parameters, calls]) => calls.map((call) => [call, parameters.split(' ')] as const)),
);

const BY_ROUTE = new Map<OsRoute, readonly string[] | undefined>();

/** Parameters a route takes, the names in its addresses among them; undefined where its handler tells. */
export function parametersOf(route: OsRoute): readonly string[] | undefined {
  if (!BY_ROUTE.has(route)) BY_ROUTE.set(route, parametersFor(route));
  return BY_ROUTE.get(route);
}

function parametersFor({ methods, paths }: OsRoute): readonly string[] | undefined {
  const own = BY_CALL.get(`${methods.join(' ')} ${paths[0]}`);
  if (own === undefined) return undefined;
  return [...own, ...namesIn(paths)];
}

const namesIn = (paths: OsRoute['paths']): readonly string[] =>
  paths.flatMap((path) => path.split('/').flatMap((part) => (part.startsWith(':') ? part.slice(1) : [])));

/** What a path names; what another path of the route would name may stand behind the question mark: `/_count?index=a`. */
export function namedIn(path: Texts, query: Texts, { paths }: OsRoute): Texts {
  const given = namesIn(paths).flatMap((name) => (query[name] ? [[name, query[name]] as const] : []));
  return { ...Object.fromEntries(given), ...path };
}

/** @throws PlatformError in OpenSearch's words for a parameter that the call does not know */
export function refuseUnknownParameters(call: Pick<OsCall, 'query' | 'params' | 'request'>, route: OsRoute): void {
  const known = parametersOf(route);
  if (known !== undefined) onlyParameters(call, known);
}
