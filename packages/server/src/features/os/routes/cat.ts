import { fitsPattern, type IndexStats, type StoredInfo } from '@datasarana/engine';
import { infosNamed, isTrue, list, type OsCall, resolving } from '../call.ts';
import { print, type Row } from '../cat/table.ts';
import { illegal } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { colourOf, replicasOf, shardsOf } from '../shards.ts';
import { infosAt, statsAt } from '../template-indexes.ts';
import { NODE, SPOKEN_VERSION } from './cluster.ts';

interface Chosen {
  readonly info: StoredInfo;
  readonly stats: Pick<IndexStats, 'documents' | 'deleted' | 'bytes'>;
}

/** Indexes of documents and of templates, as `/*` tells of them. */
async function chosen(call: OsCall): Promise<readonly Chosen[]> {
  const { index = '*' } = call.params;
  const { infos, templates } = await infosAt(
    { ...call, params: { ...call.params, index } },
    { expand: ['open', 'closed'] },
  );
  return Promise.all(infos.map(async (info) => ({ info, stats: await statsAt(call, info.name, templates) })));
}

async function indices(call: OsCall) {
  const rows: Row[] = [];
  const { health: wanted } = call.query;
  if (wanted !== undefined && !['green', 'yellow', 'red'].includes(wanted.toLowerCase())) {
    throw illegal(`unknown cluster health status [${wanted}]`);
  }
  for (const { info, stats } of await chosen(call)) {
    if (wanted !== undefined && colourOf(info) !== wanted.toLowerCase()) continue;
    const size = { bytes: stats.bytes };
    rows.push({
      health: colourOf(info),
      status: info.closed ? 'close' : 'open',
      index: info.name,
      uuid: info.uuid,
      pri: String(shardsOf(info)),
      rep: String(replicasOf(info)),
      'docs.count': String(stats.documents),
      'docs.deleted': String(stats.deleted),
      'store.size': size,
      'pri.store.size': size,
      'creation.date': String(info.created),
      'creation.date.string': new Date(info.created).toISOString(),
    });
  }
  return print(call, 'indices', { rows });
}

async function count(call: OsCall) {
  let total = 0;
  for (const { stats } of await chosen(call)) total += stats.documents;
  const now = call.services.clock();
  const row = {
    epoch: String(Math.floor(now / 1000)),
    timestamp: new Date(now).toISOString().slice(11, 19),
    count: String(total),
  };
  return print(call, 'count', { rows: [row] });
}

async function health(call: OsCall) {
  const infos = await call.documents.list();
  const now = call.services.clock();
  const shards = infos.reduce((sum, info) => sum + shardsOf(info), 0);
  const unassigned = infos.reduce((sum, info) => sum + shardsOf(info) * replicasOf(info), 0);
  const clock = {
    epoch: String(Math.floor(now / 1000)),
    timestamp: new Date(now).toISOString().slice(11, 19),
  };
  const row: Row = {
    ...clock,
    cluster: 'datasarana',
    status: unassigned > 0 ? 'yellow' : 'green',
    'node.total': '1',
    'node.data': '1',
    discovered_cluster_manager: 'true',
    shards: String(shards),
    pri: String(shards),
    relo: '0',
    init: '0',
    unassign: String(unassigned),
    pending_tasks: '0',
    max_task_wait_time: '-',
    active_shards_percent: `${(shards + unassigned === 0 ? 100 : (100 * shards) / (shards + unassigned)).toFixed(1)}%`,
  };
  return print(call, 'health', { rows: [row], without: isTrue(call.query.ts, true) ? [] : Object.keys(clock) });
}

async function aliases(call: OsCall) {
  const wanted = list(call.params.name);
  const options = resolving(call, { expand: ['open', 'closed', 'hidden'] });
  const names = await call.documents.resolve('_all', { ...options, aliases: false });
  const rows = (await infosNamed(call, names)).flatMap((info) =>
    Object.entries(info.aliases).map(
      ([alias, body]): Row => ({
        alias,
        index: info.name,
        filter: body.filter === undefined ? '-' : '*',
        'routing.index': body.index_routing ?? '-',
        'routing.search': body.search_routing ?? '-',
        is_write_index: body.is_write_index === undefined ? '-' : String(body.is_write_index),
      }),
    ),
  );
  const fits = ({ alias = '' }: Row): boolean =>
    wanted.length === 0 || wanted.some((name) => fitsPattern(name, String(alias)));
  return print(call, 'aliases', { rows: rows.filter(fits) });
}

/** A replica that was asked for; there is no other node it could be on. */
const unassigned = (index: string, shard: number): Row => ({
  index,
  shard: String(shard),
  prirep: 'r',
  state: 'UNASSIGNED',
  'unassigned.reason': 'INDEX_CREATED',
});

async function shards(call: OsCall) {
  const rows: Row[] = [];
  for (const { info, stats } of await chosen(call)) {
    for (let shard = 0; shard < shardsOf(info); shard++) {
      // one table holds all: what is there is told of the first
      const [docs, store] = shard === 0 ? [String(stats.documents), { bytes: stats.bytes }] : ['0', { bytes: 0 }];
      rows.push({
        index: info.name,
        shard: String(shard),
        prirep: 'p',
        state: 'STARTED',
        docs,
        store,
        id: call.services.config.clusterId,
        ip: '127.0.0.1',
        node: NODE,
      });
      for (let replica = 0; replica < replicasOf(info); replica++) rows.push(unassigned(info.name, shard));
    }
  }
  return print(call, 'shards', { rows });
}

function nodes(call: OsCall) {
  const memory = process.memoryUsage();
  const row: Row = {
    ip: '127.0.0.1',
    'heap.percent': String(Math.round((100 * memory.heapUsed) / memory.heapTotal)),
    'ram.percent': '-',
    cpu: '-',
    load_1m: '-',
    load_5m: '-',
    load_15m: '-',
    'node.role': 'dim',
    'node.roles': 'cluster_manager,data,ingest',
    cluster_manager: '*',
    name: NODE,
    id: call.services.config.clusterId,
    version: SPOKEN_VERSION,
    'heap.current': { bytes: memory.heapUsed },
    'heap.max': { bytes: memory.heapTotal },
    uptime: { time: process.uptime() * 1000 },
  };
  return print(call, 'nodes', { rows: [row] });
}

async function templates(call: OsCall) {
  const names = await call.documents.names();
  const { name: pattern = '*' } = call.params;
  const rows = (['template', 'index_template'] as const).flatMap((kind) =>
    [...names.all(kind)]
      .filter(([name]) => fitsPattern(pattern, name))
      .map(
        ([name, body]): Row => ({
          name,
          index_patterns: `[${[body.index_patterns ?? []].flat().join(', ')}]`,
          order: String(body.order ?? body.priority ?? 0),
          version: body.version === undefined ? '' : String(body.version),
          composed_of: kind === 'template' ? '' : `[${[body.composed_of ?? []].flat().join(', ')}]`,
        }),
      ),
  );
  return print(call, 'templates', { rows });
}

const NODE_PLACE = { host: '127.0.0.1', ip: '127.0.0.1', node: NODE };

/** How much the one node holds. */
async function allocation(call: OsCall) {
  let used = 0;
  let shards = 0;
  for (const info of await call.documents.list()) {
    used += (await call.documents.stats(info.name)).bytes;
    shards += shardsOf(info);
  }
  const row: Row = { shards: String(shards), 'disk.indices': { bytes: used }, ...NODE_PLACE };
  return print(call, 'allocation', { rows: [row] });
}

const PAGES =
  'aliases allocation cluster_manager count fielddata health indices master nodeattrs nodes pending_tasks plugins recovery repositories segment_replication segments shards tasks templates thread_pool'.split(
    ' ',
  );

export const catRoutes: readonly OsRoute[] = [
  os('GET', 'read', '/_cat', () => `=^.^=\n${PAGES.map((page) => `/_cat/${page}\n`).join('')}`),
  os('GET', 'read', ['/_cat/allocation', '/_cat/allocation/:node'], allocation),
  os('GET', 'read', ['/_cat/indices', '/_cat/indices/:index'], indices),
  os('GET', 'read', ['/_cat/count', '/_cat/count/:index'], count),
  os('GET', 'read', '/_cat/health', health),
  os('GET', 'read', ['/_cat/aliases', '/_cat/aliases/:name'], aliases),
  os('GET', 'read', ['/_cat/shards', '/_cat/shards/:index'], shards),
  os('GET', 'read', '/_cat/nodes', nodes),
  os('GET', 'read', ['/_cat/templates', '/_cat/templates/:name'], templates),
];
