import { availableParallelism, type } from 'node:os';
import type { StoredInfo } from '@datasarana/engine';
import type { OsCall } from '../call.ts';
import { inWords } from '../figures/human.ts';
import { diskOf, heapOfProcess, memoryOfMachine } from '../figures/node.ts';
import { type Metric, sectionsOf, togetherOf } from '../figures/sections.ts';
import type { Body } from '../json-object.ts';
import { isMeant } from '../named-nodes.ts';
import { type OsRoute, os } from '../route.ts';
import { shardsOf } from '../shards.ts';
import { SPOKEN_VERSION } from '../spoken.ts';
import { healthOf } from './cluster.ts';
import { heldIn } from './nodes.ts';

/** Primary shards of all indexes; nothing, when there are none. */
function shardCounts(infos: readonly StoredInfo[]): Body {
  const counts = infos.map(shardsOf);
  const total = counts.reduce((sum, each) => sum + each, 0);
  if (total === 0) return {};
  const spread = { min: Math.min(...counts), max: Math.max(...counts), avg: total / counts.length };
  const none = { min: 0, max: 0, avg: 0 };
  return { total, primaries: total, replication: 0, index: { shards: spread, primaries: spread, replication: none } };
}

type Fields = StoredInfo['mapping']['properties'];

/** The types of all fields of a mapping, multi-fields among them. */
const typesOf = (fields: Fields): readonly string[] =>
  Object.values(fields).flatMap((field) => [
    field.type,
    ...typesOf(field.properties ?? {}),
    ...typesOf(field.fields ?? {}),
  ]);

/** How many fields of how many indexes have each type. */
function fieldTypes(infos: readonly StoredInfo[]): readonly Body[] {
  const used = infos.map(({ mapping }) => typesOf(mapping.properties));
  const names = [...new Set(used.flat())].sort();
  return names.map((name) => ({
    name,
    count: used.flat().filter((each) => each === name).length,
    index_count: used.filter((types) => types.includes(name)).length,
  }));
}

const TOLD: readonly Metric[] = ['docs', 'store', 'fielddata', 'query_cache', 'completion', 'segments'];

async function indexFigures(call: OsCall, infos: readonly StoredInfo[]): Promise<Body> {
  const held = togetherOf([...(await heldIn(call)).values()]);
  return {
    count: infos.length,
    shards: shardCounts(infos),
    ...sectionsOf(held, TOLD),
    mappings: { field_types: fieldTypes(infos) },
  };
}

async function nodeFigures({ services }: OsCall): Promise<Body> {
  const memory = memoryOfMachine();
  const disk = await diskOf(services.config.data);
  const heap = heapOfProcess();
  const processors = availableParallelism();
  const roles = {
    cluster_manager: 1,
    coordinating_only: 0,
    data: 1,
    ingest: 1,
    master: 1,
    remote_cluster_client: 0,
    search: 0,
  };
  return {
    count: { total: 1, ...roles },
    versions: [SPOKEN_VERSION],
    os: {
      available_processors: processors,
      allocated_processors: processors,
      names: [{ name: type(), count: 1 }],
      mem: {
        total_in_bytes: memory.total,
        free_in_bytes: memory.free,
        used_in_bytes: memory.used,
        free_percent: 100 - memory.usedPercent,
        used_percent: memory.usedPercent,
      },
    },
    jvm: {
      max_uptime_in_millis: Math.floor(process.uptime() * 1000),
      versions: [{ version: process.versions.node, vm_name: 'Node.js', count: 1 }],
      mem: { heap_used_in_bytes: heap.used, heap_max_in_bytes: heap.most },
      threads: 1,
    },
    fs: { total_in_bytes: disk.total, free_in_bytes: disk.free, available_in_bytes: disk.available },
    plugins: [],
    discovery_types: { 'single-node': 1 },
    packaging_types: [{ type: 'node', count: 1 }],
    ingest: { number_of_pipelines: 0, processor_stats: {} },
  };
}

async function stats(call: OsCall): Promise<Body> {
  const isThere = isMeant(call, call.params.node);
  const infos = isThere ? await call.documents.list() : [];
  const count = isThere ? 1 : 0;
  return inWords(call, {
    _nodes: { total: count, successful: count, failed: 0 },
    cluster_name: 'datasarana',
    cluster_uuid: call.services.config.clusterId,
    timestamp: call.services.clock(),
    status: healthOf(infos).status,
    indices: await indexFigures(call, infos),
    nodes: await nodeFigures(call),
  });
}

export const clusterStatsRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_cluster/stats', '/_cluster/stats/nodes/:node'], stats),
];
