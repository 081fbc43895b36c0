import { infosNamed, list, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { unknownMetric } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { NODE, nodeHead, SPOKEN_VERSION } from './cluster.ts';

const FILTERS = ['_all', '_local', '_cluster_manager', '_master', '*', NODE, '127.0.0.1'];

/** Whether the names in an address mean the one node; `cluster_manager:true` and the like do. */
export function isMeant({ services }: OsCall, named: string | undefined): boolean {
  const names = list(named);
  if (names.length === 0) return true;
  return names.some(
    (name) =>
      name === services.config.clusterId ||
      FILTERS.includes(name) ||
      /^(?:data|ingest|master|cluster_manager):true$/.test(name),
  );
}

function answered(call: OsCall, named: string | undefined, sections: Body): Body {
  const isThere = isMeant(call, named);
  const count = isThere ? 1 : 0;
  return {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: 'datasarana',
    nodes: isThere ? { [call.services.config.clusterId]: { ...sections } } : {},
  };
}

/** Of all sections those that were asked for; all of them when none were, or `_all`. */
function chosen(sections: Readonly<Record<string, unknown>>, asked: string | undefined): Body {
  const wanted = list(asked);
  if (wanted.length === 0 || wanted.includes('_all')) return sections;
  return Object.fromEntries(Object.entries(sections).filter(([name]) => wanted.includes(name)));
}

const INFO =
  'settings os process jvm thread_pool transport http plugins ingest aggregations indices search_pipelines'.split(' ');

const infoSections = () => ({
  settings: { cluster: { name: 'datasarana' }, node: { name: NODE } },
  process: { id: process.pid, mlockall: false },
  http: { bound_address: ['127.0.0.1'], publish_address: '127.0.0.1', max_content_length_in_bytes: 104_857_600 },
  plugins: [],
  modules: [],
});

/** `_nodes/http` asks for a section, `_nodes/_local` for a node. */
function info(call: OsCall): Body {
  const { node, metric } = call.params;
  const isMetric =
    metric === undefined && node !== undefined && list(node).every((each) => INFO.includes(each) || each === '_all');
  const head = { ...nodeHead(), version: SPOKEN_VERSION, build_type: 'node' };
  const sections = chosen(infoSections(), isMetric ? node : metric);
  return answered(call, isMetric ? undefined : node, { ...head, ...sections });
}

const STATS =
  'adaptive_selection admission_control breaker caches cluster_manager_throttling discovery file_cache fs http indexing_pressure indices ingest jvm os process remote_store repositories resource_usage_stats script script_cache search_backpressure search_pipeline segment_replication_backpressure shard_indexing_pressure shard_search_pipeline task_cancellation thread_pool transport weighted_routing _all'.split(
    ' ',
  );

const INDEX_METRICS =
  'docs store indexing get search merge refresh flush warmer query_cache fielddata completion segments translog suggest request_cache recovery _all'.split(
    ' ',
  );

function refuseIndexMetrics({ params, request }: OsCall): void {
  const unknown = list(params.part).filter((each) => !INDEX_METRICS.includes(each));
  if (unknown.length > 0) throw unknownMetric(request, unknown, 'index metric');
}

/** What the indexes of the caller's tenant hold, and the process that holds them. */
async function stats(call: OsCall): Promise<Body> {
  const unknown = list(call.params.metric).filter((each) => !STATS.includes(each));
  if (unknown.length > 0) throw unknownMetric(call.request, unknown);
  refuseIndexMetrics(call);
  const timestamp = call.services.clock();
  const memory = process.memoryUsage();
  const sections = {
    indices: chosen(await held(call), call.params.part),
    process: { timestamp, mem: { total_virtual_in_bytes: memory.rss } },
    jvm: {
      timestamp,
      uptime_in_millis: Math.floor(process.uptime() * 1000),
      mem: {
        heap_used_in_bytes: memory.heapUsed,
        heap_used_percent: Math.round((100 * memory.heapUsed) / memory.heapTotal),
        heap_committed_in_bytes: memory.heapTotal,
        heap_max_in_bytes: memory.heapTotal,
      },
    },
  };
  return answered(call, call.params.node, { timestamp, ...nodeHead(), ...chosen(sections, call.params.metric) });
}

async function held(call: OsCall): Promise<Body> {
  let [count, deleted, bytes] = [0, 0, 0];
  for (const { name } of await infosNamed(
    call,
    await call.documents.resolve('_all', { expand: ['open', 'closed', 'hidden'] }),
  )) {
    const each = await call.documents.stats(name);
    count += each.documents;
    deleted += each.deleted;
    bytes += each.bytes;
  }
  return { docs: { count, deleted }, store: { size_in_bytes: bytes, reserved_in_bytes: 0 } };
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

/** The one node. Figures OpenSearch has of its threads and caches are none here, so that their sections are left out. */
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
