import type { StoredInfo } from '@datasarana/engine';
import { infosNamed, isTrue, list, type OsCall } from '../call.ts';
import type { Row } from '../cat/cells.ts';
import { print } from '../cat/table.ts';
import { openOnly } from '../index-ref.ts';
import type { Body } from '../json-object.ts';
import { NODE } from '../named-nodes.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { colourOf, shardsOf } from '../shards.ts';
import { SPOKEN_VERSION } from '../spoken.ts';
import type { TemplateIndex } from '../template-index.ts';
import { infosAt, statsAt } from '../template-indexes.ts';
import { onlyParameters } from '../unknown-parameters.ts';
import { idsOf } from './scroll.ts';

const HOST = '127.0.0.1';
const RESOLVING = ['allow_no_indices', 'expand_wildcards', 'ignore_throttled', 'ignore_unavailable'];

const infosOf = async (call: OsCall): Promise<readonly StoredInfo[]> => (await infosAt(call)).infos;

const shardNumbers = (info: StoredInfo): readonly number[] => Array.from({ length: shardsOf(info) }, (_, i) => i);

const totalOf = (infos: readonly StoredInfo[]) => {
  const total = infos.reduce((sum, info) => sum + shardsOf(info), 0);
  return { total, successful: total, failed: 0 };
};

/** One table holds an index, as if it were one segment of its first shard. */
const SEGMENT = '_0';

async function segmentRows(
  call: OsCall,
  names: readonly string[],
  templates: readonly TemplateIndex[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of names) {
    const stats = await statsAt(call, name, templates);
    if (stats.documents === 0) continue;
    rows.push({
      index: name,
      shard: '0',
      prirep: 'p',
      ip: HOST,
      id: call.services.config.clusterId,
      segment: SEGMENT,
      generation: '0',
      'docs.count': String(stats.documents),
      'docs.deleted': String(stats.deleted),
      size: { bytes: stats.bytes },
      'size.memory': '0',
      committed: 'true',
      searchable: 'true',
      version: '9.12.1',
      compound: 'true',
    });
  }
  return rows;
}

async function catSegments(call: OsCall) {
  const { infos, templates } = await infosAt(call);
  const names = openOnly(call, infos).map(({ name }) => name);
  return print(call, 'segments', { rows: await segmentRows(call, names, templates) });
}

/** What moments are held open over, as it is now. */
const catPitSegments = (isAll: boolean) => async (call: OsCall) => {
  const ids = isAll ? [] : idsOf((await call.json()).pit_id);
  if (!isAll && ids.length === 0) throw incomplete('no pit ids specified');
  const rows: Row[] = [];
  for (const { id, names, templates } of call.contexts.ofTenant(call.scope, 'pit')) {
    if (!isAll && !ids.includes(id)) continue;
    const own = (await infosNamed(call, names)).map(({ name }) => name);
    rows.push(...(await segmentRows(call, [...own, ...templates.map(({ slug }) => slug)], templates)));
  }
  return print(call, 'segments', { rows });
};

async function segments(call: OsCall): Promise<Body> {
  onlyParameters(call, [...RESOLVING, 'verbose']);
  const { infos: named, templates } = await infosAt(call);
  const infos = openOnly(call, named);
  const routing = { state: 'STARTED', primary: true, node: call.services.config.clusterId };
  const entries: (readonly [string, unknown])[] = [];
  for (const info of infos) {
    const stats = await statsAt(call, info.name, templates);
    const segment = {
      generation: 0,
      num_docs: stats.documents,
      deleted_docs: stats.deleted,
      size_in_bytes: stats.bytes,
      committed: true,
      search: true,
    };
    const shardOf = (shard: number) => {
      const count = shard === 0 ? 1 : 0;
      return [
        {
          routing,
          num_committed_segments: count,
          num_search_segments: count,
          segments: count === 0 ? {} : { [SEGMENT]: segment },
        },
      ];
    };
    const shards = Object.fromEntries(shardNumbers(info).map((shard) => [String(shard), shardOf(shard)]));
    entries.push([info.name, { shards }]);
  }
  return { _shards: totalOf(infos), indices: Object.fromEntries(entries) };
}

const moment = (time: number): string => new Date(time).toISOString();

/** Every index began empty on the one node, and was never brought from elsewhere: there is nothing to recover. */
async function catRecovery(call: OsCall) {
  const infos = isTrue(call.query.active_only) ? [] : await infosOf(call);
  const rows = infos.flatMap((info) =>
    shardNumbers(info).map(
      (shard): Row => ({
        index: info.name,
        shard: String(shard),
        start_time: moment(info.created),
        start_time_millis: String(info.created),
        stop_time: moment(info.created),
        stop_time_millis: String(info.created),
        time: { time: 0 },
        type: info.closed ? 'existing_store' : 'empty_store',
        stage: 'done',
        source_host: 'n/a',
        source_node: 'n/a',
        target_host: HOST,
        target_node: NODE,
        repository: 'n/a',
        snapshot: 'n/a',
        ...Object.fromEntries(['files', 'bytes'].flatMap((what) => NO_COUNT.map((name) => [what + name, '0']))),
        files_percent: '0.0%',
        bytes_percent: '0.0%',
        translog_ops: '0',
        translog_ops_recovered: '0',
        translog_ops_percent: '100.0%',
      }),
    ),
  );
  return print(call, 'recovery', { rows });
}

const NO_COUNT = ['', '_recovered', '_total'];

async function recovery(call: OsCall): Promise<Body> {
  onlyParameters(call, [...RESOLVING, 'active_only', 'detailed']);
  const infos = await infosOf(call);
  if (isTrue(call.query.active_only)) return {};
  const nothing = { recovered: 0, percent: '0.0%' };
  const shardOf = (info: StoredInfo, id: number) => ({
    id,
    // a closed index is opened anew from what is on disk
    type: info.closed ? 'EXISTING_STORE' : 'EMPTY_STORE',
    stage: 'DONE',
    primary: true,
    ...(isTrue(call.query.human) && { start_time: moment(info.created), stop_time: moment(info.created) }),
    start_time_in_millis: info.created,
    stop_time_in_millis: info.created,
    total_time_in_millis: 0,
    source: {},
    target: {
      id: call.services.config.clusterId,
      host: HOST,
      transport_address: `${HOST}:9300`,
      ip: HOST,
      name: NODE,
    },
    index: {
      size: { total_in_bytes: 0, reused_in_bytes: 0, recovered_in_bytes: 0, percent: '0.0%' },
      files: { total: 0, reused: 0, ...nothing, ...(isTrue(call.query.detailed) && { details: [] }) },
      total_time_in_millis: 0,
      source_throttle_time_in_millis: 0,
      target_throttle_time_in_millis: 0,
    },
    translog: { recovered: 0, total: 0, percent: '100.0%', total_on_start: 0, total_time_in_millis: 0 },
    verify_index: { check_index_time_in_millis: 0, total_time_in_millis: 0 },
  });
  return Object.fromEntries(
    infos.map((info) => [info.name, { shards: shardNumbers(info).map((shard) => shardOf(info, shard)) }]),
  );
}

const COLOURS = ['green', 'yellow', 'red', 'all'];

/** Where copies of shards are; only of indexes that lack some, unless others are asked for. */
async function shardStores(call: OsCall): Promise<Body> {
  onlyParameters(call, [...RESOLVING, 'status']);
  const wanted = list(call.query.status ?? 'yellow,red').map((each) => each.toLowerCase());
  const unknown = wanted.find((each) => !COLOURS.includes(each));
  if (unknown !== undefined) throw illegal(`unknown cluster health status [${unknown}]`);
  const infos = (await infosOf(call)).filter((info) => wanted.includes('all') || wanted.includes(colourOf(info)));
  const stores = (info: StoredInfo) => [
    {
      [call.services.config.clusterId]: { name: NODE, transport_address: `${HOST}:9300`, attributes: {} },
      allocation_id: info.uuid,
      allocation: 'primary',
    },
  ];
  const shards = (info: StoredInfo) =>
    Object.fromEntries(shardNumbers(info).map((shard) => [String(shard), { stores: stores(info) }]));
  return { indices: Object.fromEntries(infos.map((info) => [info.name, { shards: shards(info) }])) };
}

/** Indexes are of the version of the engine that opened them: there is never one to bring up to it. */
async function upgrade(call: OsCall): Promise<Body> {
  const { infos } = await infosAt(call);
  const upgraded = { upgrade_version: SPOKEN_VERSION, oldest_lucene_segment_version: '9.12.1' };
  return { _shards: totalOf(infos), upgraded_indices: Object.fromEntries(infos.map(({ name }) => [name, upgraded])) };
}

async function upgradable(call: OsCall): Promise<Body> {
  const { infos, templates } = await infosAt(call);
  const sizes = new Map<string, number>();
  for (const { name } of infos) sizes.set(name, (await statsAt(call, name, templates)).bytes);
  const told = (size: number) => ({
    size_in_bytes: size,
    size_to_upgrade_in_bytes: 0,
    size_to_upgrade_ancient_in_bytes: 0,
  });
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { ...told(all), indices: Object.fromEntries([...sizes].map(([name, size]) => [name, told(size)])) };
}

export const copyRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_cat/segments', '/_cat/segments/:index'], catSegments),
  os('GET', 'read', '/_cat/pit_segments', catPitSegments(false)),
  os('GET', 'read', '/_cat/pit_segments/_all', catPitSegments(true)),
  os('GET', 'read', ['/_segments', '/:index/_segments'], segments),
  os('GET', 'read', ['/_cat/recovery', '/_cat/recovery/:index'], catRecovery),
  os('GET', 'read', ['/_recovery', '/:index/_recovery'], recovery),
  os('GET', 'read', ['/_upgrade', '/:index/_upgrade'], upgradable),
  os('POST', 'manage', ['/_upgrade', '/:index/_upgrade'], upgrade),
  os('GET', 'read', ['/_shard_stores', '/:index/_shard_stores'], shardStores),
];
