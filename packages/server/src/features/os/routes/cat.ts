import { fitsPattern, type ResolveOptions, type StoredInfo } from '@datasarana/engine';
import { infosNamed, isTrue, list, type OsCall, resolving } from '../call.ts';
import type { Row } from '../cat/cells.ts';
import { FIGURES, figureCells } from '../cat/figures.ts';
import { print } from '../cat/table.ts';
import { type Counted, togetherOf } from '../figures/sections.ts';
import { openOnly } from '../index-ref.ts';
import { NODE } from '../named-nodes.ts';
import { illegal } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { colourOf, replicasOf, shardsOf } from '../shards.ts';
import { infosAt, statsAt } from '../template-indexes.ts';
import { countedOf } from './index-stats.ts';
import { countOf } from './search.ts';

interface Chosen {
  readonly info: StoredInfo;
  readonly stats: Counted;
}

/** Indexes of documents and of templates, as `/*` tells of them. */
async function chosen(call: OsCall, expand: ResolveOptions['expand'] = ['open', 'closed']): Promise<readonly Chosen[]> {
  const { index = '*' } = call.params;
  const { infos, templates } = await infosAt({ ...call, params: { ...call.params, index } }, { expand });
  return Promise.all(
    infos.map(async (info) => ({ info, stats: countedOf(call, info, await statsAt(call, info.name, templates)) })),
  );
}

/** A line of an index, or of a shard of it. */
export interface IndexLine {
  readonly info: StoredInfo;
  readonly row: Row;
}

/** Lines of `_cat/indices`. */
export async function indexLines(call: OsCall): Promise<readonly IndexLine[]> {
  const lines: IndexLine[] = [];
  const { health: wanted } = call.query;
  if (wanted !== undefined && !['green', 'yellow', 'red'].includes(wanted.toLowerCase())) {
    throw illegal(`unknown cluster health status [${wanted}]`);
  }
  for (const { info, stats } of await chosen(call)) {
    if (wanted !== undefined && colourOf(info) !== wanted.toLowerCase()) continue;
    // nothing is asked of a closed index, not its figures either
    const size = info.closed ? null : { bytes: stats.bytes };
    const row = {
      health: colourOf(info),
      status: info.closed ? 'close' : 'open',
      index: info.name,
      uuid: info.uuid,
      pri: String(shardsOf(info)),
      rep: String(replicasOf(info)),
      'docs.count': info.closed ? null : String(stats.documents),
      'docs.deleted': info.closed ? null : String(stats.deleted),
      'store.size': size,
      'pri.store.size': size,
      'creation.date': String(info.created),
      'creation.date.string': new Date(info.created).toISOString(),
      ...figureCells(FIGURES.indices, stats),
      ...figureCells(FIGURES.indices, stats, 'pri.'),
      'memory.total': { bytes: 0 },
      'pri.memory.total': { bytes: 0 },
      'search.throttled': 'false',
    };
    lines.push({ info, row });
  }
  return lines;
}

const rowsOf = (lines: readonly IndexLine[]): readonly Row[] => lines.map(({ row }) => row);

const indices = async (call: OsCall) => print(call, 'indices', { rows: rowsOf(await indexLines(call)) });

async function count(call: OsCall) {
  const { count: total } = await countOf(call);
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
  const wanted = list(call.params.alias);
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
const unassigned = ({ services }: OsCall, { name, created }: StoredInfo, shard: number): Row => ({
  index: name,
  shard: String(shard),
  prirep: 'r',
  state: 'UNASSIGNED',
  'unassigned.reason': 'INDEX_CREATED',
  'unassigned.at': new Date(created).toISOString(),
  'unassigned.for': { time: Math.max(0, services.clock() - created) },
  'recoverysource.type': 'peer',
});

const EMPTY: Counted = togetherOf([]);

/** Lines of `_cat/shards`. */
export async function shardLines(call: OsCall): Promise<readonly IndexLine[]> {
  const lines: IndexLine[] = [];
  const all = await chosen(call, call.params.index === undefined ? undefined : ['open']);
  // of closed ones only the table of all shards tells
  const infos = all.map(({ info }) => info);
  const told = new Set(call.params.index === undefined ? infos : openOnly(call, infos));
  for (const { info, stats } of all) {
    if (!told.has(info)) continue;
    for (let shard = 0; shard < shardsOf(info); shard++) {
      // one table holds all: what is there is told of the first
      const held = shard === 0 ? stats : EMPTY;
      const row = {
        index: info.name,
        shard: String(shard),
        prirep: 'p',
        state: 'STARTED',
        docs: String(held.documents),
        store: { bytes: held.bytes },
        'docs.deleted': String(held.deleted),
        ...figureCells(FIGURES.shards, held),
        ...figureCells(FIGURES.warmers, held),
        id: call.services.config.clusterId,
        ip: '127.0.0.1',
        node: NODE,
      };
      lines.push({ info, row });
      for (let replica = 0; replica < replicasOf(info); replica++)
        lines.push({ info, row: unassigned(call, info, shard) });
    }
  }
  return lines;
}

const shards = async (call: OsCall) => print(call, 'shards', { rows: rowsOf(await shardLines(call)) });

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
          version: body.version === undefined ? null : String(body.version),
          composed_of: kind === 'template' ? '' : `[${[body.composed_of ?? []].flat().join(', ')}]`,
        }),
      ),
  );
  return print(call, 'templates', { rows });
}

const PAGES =
  'aliases allocation cluster_manager count fielddata health indices master nodeattrs nodes pending_tasks pit_segments plugins recovery repositories segment_replication segments shards tasks templates thread_pool'.split(
    ' ',
  );

export const catRoutes: readonly OsRoute[] = [
  os('GET', 'read', '/_cat', () => `=^.^=\n${PAGES.map((page) => `/_cat/${page}\n`).join('')}`),
  os('GET', 'read', ['/_cat/indices', '/_cat/indices/:index'], indices),
  os('GET', 'read', ['/_cat/count', '/_cat/count/:index'], count),
  os('GET', 'read', '/_cat/health', health),
  os('GET', 'read', ['/_cat/aliases', '/_cat/aliases/:alias'], aliases),
  os('GET', 'read', ['/_cat/shards', '/_cat/shards/:index'], shards),
  os('GET', 'read', ['/_cat/templates', '/_cat/templates/:name'], templates),
];
