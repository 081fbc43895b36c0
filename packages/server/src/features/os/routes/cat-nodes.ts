import { fitsPattern } from '@datasarana/engine';
import { isTrue, list, type OsCall } from '../call.ts';
import type { Row } from '../cat/cells.ts';
import { FIGURES, figureCells } from '../cat/figures.ts';
import { print } from '../cat/table.ts';
import { diskOf, heapOfProcess, loadOfMachine, memoryOfMachine, openFiles } from '../figures/node.ts';
import { POOL, poolCells } from '../figures/pool.ts';
import { togetherOf } from '../figures/sections.ts';
import { isMeant, NODE } from '../named-nodes.ts';
import { type OsRoute, os } from '../route.ts';
import { replicasOf, shardsOf } from '../shards.ts';
import { SPOKEN_VERSION } from '../spoken.ts';
import { httpAddress } from './cluster.ts';
import { heldIn } from './nodes.ts';

const ADDRESS = '127.0.0.1';
const PORT = '9300';

const load = (value: number): string => value.toFixed(2);

async function nodes(call: OsCall) {
  const [heap, memory, loads] = [heapOfProcess(), memoryOfMachine(), loadOfMachine()];
  const disk = await diskOf(call.services.config.data);
  const files = await openFiles();
  const held = togetherOf([...(await heldIn(call)).values()]);
  const { clusterId } = call.services.config;
  const row: Row = {
    id: isTrue(call.query.full_id) ? clusterId : clusterId.slice(0, 4),
    pid: String(process.pid),
    ip: ADDRESS,
    port: PORT,
    http_address: httpAddress(call),
    version: SPOKEN_VERSION,
    type: 'node',
    jdk: process.versions.node,
    'disk.total': { bytes: disk.total },
    'disk.used': { bytes: disk.used },
    'disk.avail': { bytes: disk.available },
    'disk.used_percent': ((100 * disk.used) / Math.max(disk.total, 1)).toFixed(2),
    'heap.current': { bytes: heap.used },
    'heap.percent': String(heap.usedPercent),
    'heap.max': { bytes: heap.most },
    'ram.current': { bytes: memory.used },
    'ram.percent': String(memory.usedPercent),
    'ram.max': { bytes: memory.total },
    'file_desc.current': String(files.open),
    'file_desc.percent': String(Math.max(0, Math.round((100 * files.open) / files.most))),
    'file_desc.max': String(files.most),
    cpu: '-',
    load_1m: load(loads['1m']),
    load_5m: load(loads['5m']),
    load_15m: load(loads['15m']),
    uptime: { time: process.uptime() * 1000 },
    'node.role': 'dim',
    'node.roles': 'cluster_manager,data,ingest',
    cluster_manager: '*',
    name: NODE,
    ...figureCells(FIGURES.nodes, held),
  };
  return print(call, 'nodes', { rows: [row] });
}

/** How much the one node holds, and how many copies are on no node. */
async function allocation(call: OsCall) {
  if (!isMeant(call, call.params.node)) return print(call, 'allocation', { rows: [] });
  const infos = await call.documents.list();
  const disk = await diskOf(call.services.config.data);
  const held = togetherOf([...(await heldIn(call)).values()]);
  const unassigned = infos.reduce((sum, info) => sum + shardsOf(info) * replicasOf(info), 0);
  const row: Row = {
    shards: String(infos.reduce((sum, info) => sum + shardsOf(info), 0)),
    'disk.indices': { bytes: held.bytes },
    'disk.used': { bytes: disk.used },
    'disk.avail': { bytes: disk.available },
    'disk.total': { bytes: disk.total },
    'disk.percent': String(Math.round((100 * disk.used) / Math.max(disk.total, 1))),
    host: ADDRESS,
    ip: ADDRESS,
    node: NODE,
  };
  const nowhere: Row = { shards: String(unassigned), node: 'UNASSIGNED' };
  return print(call, 'allocation', { rows: unassigned > 0 ? [row, nowhere] : [row] });
}

/** Texts whose words are ordered by, with what those take. */
async function fielddata(call: OsCall) {
  const wanted = list(call.params.name ?? call.query.fields);
  const { fielddata: sizes } = togetherOf([...(await heldIn(call)).values()]);
  const rows = Object.entries(sizes)
    .filter(([field, size]) => size > 0 && (wanted.length === 0 || wanted.some((each) => fitsPattern(each, field))))
    .map(
      ([field, bytes]): Row => ({
        id: call.services.config.clusterId,
        host: ADDRESS,
        ip: ADDRESS,
        node: NODE,
        field,
        size: { bytes },
      }),
    );
  return print(call, 'fielddata', { rows });
}

function threadPool(call: OsCall) {
  const wanted = list(call.params.name);
  const isWanted = wanted.length === 0 || wanted.some((each) => fitsPattern(each, POOL));
  const { clusterId } = call.services.config;
  const node = { node_name: NODE, node_id: clusterId, ephemeral_node_id: clusterId, pid: String(process.pid) };
  const row: Row = { ...node, host: ADDRESS, ip: ADDRESS, port: PORT, ...poolCells(call) };
  return print(call, 'thread_pool', { rows: isWanted ? [row] : [] });
}

export const catNodeRoutes: readonly OsRoute[] = [
  os('GET', 'read', '/_cat/nodes', nodes),
  os('GET', 'read', ['/_cat/allocation', '/_cat/allocation/:node'], allocation),
  os('GET', 'read', ['/_cat/thread_pool', '/_cat/thread_pool/:name'], threadPool),
  os('GET', 'read', ['/_cat/fielddata', '/_cat/fielddata/:name'], fielddata),
];
