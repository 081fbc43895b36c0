import { arch, availableParallelism, release, type } from 'node:os';
import { infosNamed, isTrue, list, type OsCall } from '../call.ts';
import { AGGREGATION_TYPES } from '../figures/aggregation-types.ts';
import { inWords } from '../figures/human.ts';
import { diskFigures, heapFigures, heapOfProcess, machineFigures, processFigures } from '../figures/node.ts';
import { poolFigures, poolInfo } from '../figures/pool.ts';
import { type Counted, METRICS, type Metric, sectionsOf, togetherOf } from '../figures/sections.ts';
import type { Body } from '../json-object.ts';
import { isMeant, NODE } from '../named-nodes.ts';
import { illegal, unknownMetric } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { SPOKEN_VERSION } from '../spoken.ts';
import { httpAddress, nodeHead } from './cluster.ts';
import { namedIn } from './index-stats.ts';

function answered(call: OsCall, named: string | undefined, sections: Body): Body {
  const isThere = isMeant(call, named);
  const count = isThere ? 1 : 0;
  return inWords(call, {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: 'datasarana',
    nodes: isThere ? { [call.services.config.clusterId]: { ...sections } } : {},
  });
}

/** Of all sections those that were asked for; all of them when none were, or `_all`. */
function chosen(sections: Readonly<Record<string, unknown>>, asked: string | undefined): Body {
  const wanted = list(asked);
  if (wanted.length === 0 || wanted.includes('_all')) return sections;
  return Object.fromEntries(Object.entries(sections).filter(([name]) => wanted.includes(name)));
}

const INFO =
  'settings os process jvm thread_pool transport http plugins ingest aggregations indices search_pipelines'.split(' ');

const SETTINGS = { 'client.type': 'node', 'cluster.name': 'datasarana', 'node.name': NODE };
const ADDRESS = { bound_address: ['127.0.0.1:9300'], publish_address: '127.0.0.1:9300' };

function infoSections(call: OsCall): Body {
  const http = httpAddress(call);
  const nested = { client: { type: 'node' }, cluster: { name: 'datasarana' }, node: { name: NODE } };
  const processors = availableParallelism();
  const { most } = heapOfProcess();
  return {
    settings: isTrue(call.query.flat_settings) ? SETTINGS : nested,
    os: {
      name: type(),
      arch: arch(),
      version: release(),
      available_processors: processors,
      allocated_processors: processors,
    },
    process: { id: process.pid, mlockall: false },
    jvm: {
      pid: process.pid,
      version: process.versions.node,
      vm_name: 'Node.js',
      vm_version: process.versions.v8,
      start_time_in_millis: Math.round(performance.timeOrigin),
      mem: { heap_max_in_bytes: most },
    },
    thread_pool: poolInfo(call),
    transport: { ...ADDRESS, profiles: {} },
    http: { bound_address: [http], publish_address: http, max_content_length_in_bytes: 104_857_600 },
    plugins: [],
    modules: [],
    ingest: { processors: [] },
    aggregations: AGGREGATION_TYPES,
    search_pipelines: { request_processors: [], response_processors: [] },
  };
}

/** `_nodes/http` asks for a section, `_nodes/_local` for a node. */
function info(call: OsCall): Body {
  const { node, metric } = call.params;
  const isMetric =
    metric === undefined && node !== undefined && list(node).every((each) => INFO.includes(each) || each === '_all');
  const head = { ...nodeHead(), version: SPOKEN_VERSION, build_type: 'node' };
  const sections = chosen(infoSections(call), isMetric ? node : metric);
  return answered(call, isMetric ? undefined : node, { ...head, ...sections });
}

const STATS =
  'adaptive_selection admission_control breaker caches cluster_manager_throttling discovery file_cache fs http indexing_pressure indices ingest jvm os process remote_store repositories resource_usage_stats script script_cache search_backpressure search_pipeline segment_replication_backpressure shard_indexing_pressure shard_search_pipeline task_cancellation thread_pool transport weighted_routing _all'.split(
    ' ',
  );

const INDEX_METRICS: readonly string[] = [...METRICS, 'suggest', '_all'];

function indexMetrics({ params, query, request }: OsCall): readonly Metric[] {
  const asked = list(params.part ?? query.index_metric);
  const unknown = asked.filter((each) => !INDEX_METRICS.includes(each));
  if (unknown.length > 0) throw unknownMetric(request, unknown, INDEX_METRICS, 'index metric');
  if (asked.length === 0 || asked.includes('_all')) return METRICS;
  return METRICS.filter((each) => asked.includes(each));
}

/** Nothing is sent between nodes, and no script or pipeline runs. */
const NONE_RUN = { count: 0, time_in_millis: 0, current: 0, failed: 0 };
const NO_BYTES = {
  combined_coordinating_and_primary_in_bytes: 0,
  coordinating_in_bytes: 0,
  primary_in_bytes: 0,
  replica_in_bytes: 0,
  all_in_bytes: 0,
};
const QUIET: Body = {
  transport: {
    server_open: 0,
    total_outbound_connections: 0,
    rx_count: 0,
    rx_size_in_bytes: 0,
    tx_count: 0,
    tx_size_in_bytes: 0,
  },
  breakers: {},
  script: { compilations: 0, cache_evictions: 0, compilation_limit_triggered: 0 },
  discovery: {
    cluster_state_queue: { total: 0, pending: 0, committed: 0 },
    published_cluster_states: { full_states: 0, incompatible_diffs: 0, compatible_diffs: 0 },
  },
  ingest: { total: NONE_RUN, pipelines: {} },
  adaptive_selection: {},
  indexing_pressure: {
    memory: {
      current: NO_BYTES,
      total: { ...NO_BYTES, coordinating_rejections: 0, primary_rejections: 0, replica_rejections: 0 },
      limit_in_bytes: 0,
    },
  },
  repositories: [],
};

/** What a section is called, where that is not how it is asked for. */
const SECTION_NAMES: ReadonlyMap<string, string> = new Map([['breaker', 'breakers']]);

/** What the indexes of the caller's tenant hold, and the process that holds them. */
async function stats(call: OsCall): Promise<Body> {
  const asked = list(call.params.metric ?? call.query.metric);
  const unknown = asked.filter((each) => !STATS.includes(each));
  if (unknown.length > 0) throw unknownMetric(call.request, unknown, STATS);
  const metrics = indexMetrics(call);
  const timestamp = call.services.clock();
  const wanted = asked.map((each) => SECTION_NAMES.get(each) ?? each).join(',');
  const isTold = asked.length === 0 || asked.includes('_all') || asked.includes('indices');
  const sections = {
    ...(isTold && { indices: await indexSections(call, metrics) }),
    os: machineFigures(timestamp),
    process: await processFigures(timestamp),
    jvm: heapFigures(timestamp),
    fs: await diskFigures(timestamp, call.services.config.data),
    thread_pool: poolFigures(call),
    ...QUIET,
  };
  return answered(call, call.params.node, { timestamp, ...nodeHead(), ...chosen(sections, wanted) });
}

const LEVELS = ['node', 'indices', 'shards'];

async function indexSections(call: OsCall, metrics: readonly Metric[]): Promise<Body> {
  const { level = 'node' } = call.query;
  if (!LEVELS.includes(level))
    throw illegal(`level parameter must be one of [node] or [indices] or [shards] but was [${level}]`);
  const named = namedIn(call);
  const held = await heldIn(call);
  const open = ['scroll', 'pit'] as const;
  const contexts = open.flatMap((kind) => call.contexts.ofTenant(call.scope, kind)).length;
  const all = sectionsOf({ ...togetherOf([...held.values()]), ...showing(call), contexts }, metrics, named);
  if (level === 'node') return all;
  const each = [...held].map(([name, counted]) => {
    const sections = sectionsOf(counted, metrics, named);
    return [name, level === 'indices' ? sections : [{ 0: sections }]] as const;
  });
  return { ...all, [level]: Object.fromEntries(each) };
}

const showing = ({ query }: OsCall) => ({ showsFiles: isTrue(query.include_segment_file_sizes) });

/** What every index of the tenant holds, by its name. */
export async function heldIn(call: OsCall): Promise<ReadonlyMap<string, Counted>> {
  const names = await call.documents.resolve('_all', { expand: ['open', 'closed', 'hidden'] });
  const held = new Map<string, Counted>();
  for (const { name } of await infosNamed(call, names)) {
    const stats = await call.documents.stats(name);
    held.set(name, { ...stats, segments: stats.documents > 0 ? 1 : 0, ...showing(call) });
  }
  return held;
}

/** When the process began; what is called is not counted. */
function usage(call: OsCall): Body {
  const timestamp = call.services.clock();
  const since = timestamp - Math.floor(process.uptime() * 1000);
  const counts = chosen({ rest_actions: {}, aggregations: {} }, call.params.metric);
  return answered(call, call.params.node, { timestamp, since, ...counts });
}

/** Indexes on disk that no list knows. */
function dangling(call: OsCall): Body {
  const { nodes: _nodes, ...head } = answered(call, undefined, {});
  return { ...head, dangling_indices: [] };
}

/** The one node. What OpenSearch counts of its threads, caches and other nodes there is none of here. */
export const nodeRoutes: readonly OsRoute[] = [
  os(
    'GET',
    'read',
    ['/_nodes', '/_nodes/:node'].flatMap((base) => [
      `${base}/stats`,
      `${base}/stats/:metric`,
      `${base}/stats/:metric/:part`,
    ]),
    stats,
  ),
  os(
    'GET',
    'read',
    ['/_nodes', '/_nodes/:node'].flatMap((base) => [`${base}/usage`, `${base}/usage/:metric`]),
    usage,
  ),
  os('GET', 'read', '/_dangling', dangling),
  os('GET', 'read', ['/_nodes', '/_nodes/:node', '/_nodes/:node/:metric'], info),
];
