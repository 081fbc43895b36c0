import { fitsPattern, patternTest, type StoredInfo, takesAway } from '@datasarana/engine';
import { infosNamed, isTrue, list, type OsCall } from '../call.ts';
import type { Row } from '../cat/cells.ts';
import type { TableName } from '../cat/columns.ts';
import { print } from '../cat/table.ts';
import { NODE } from '../named-nodes.ts';
import { shardsPreferred } from '../preference.ts';
import { type OsRoute, os } from '../route.ts';
import { shardsOf } from '../shards.ts';

const HOST = '127.0.0.1';

/** A table of what one node without plugins has none of. */
const none = (table: TableName): OsRoute =>
  os('GET', 'read', [`/_cat/${table}`, `/_cat/${table}/:name`], (call) => print(call, table, { rows: [] }));

function clusterManager(call: OsCall) {
  const row: Row = { id: call.services.config.clusterId, host: HOST, ip: HOST, node: NODE };
  return print(call, 'cluster_manager', { rows: [row] });
}

const isHidden = ({ settings }: StoredInfo): boolean => settings['index.hidden'] === 'true';

/** Whether an expression means a name; of neither open nor closed indexes patterns mean nothing, and `_all` is a name here. */
function wantedBy(wanted: readonly string[], expand: readonly string[]): (name: string) => boolean {
  const isExpanded = ['all', 'open', 'closed'].some((kind) => expand.includes(kind));
  const parts = wanted.map((part, i) => {
    const isTaken = takesAway(wanted, i);
    const pattern = isTaken ? part.slice(1) : part;
    return {
      isTaken,
      fits: isExpanded && pattern !== '_all' ? patternTest(pattern) : (name: string) => name === pattern,
    };
  });
  return (name) => parts.findLast(({ fits }) => fits(name))?.isTaken === false;
}

/** Indexes and aliases that patterns mean, as dashboards ask for when somebody names an index pattern. */
async function resolveIndex({ documents, params, query }: OsCall) {
  const wanted = list(params.name);
  const expand = list(query.expand_wildcards ?? 'open');
  const showsHidden =
    expand.includes('all') || expand.includes('hidden') || wanted.some((name) => name.startsWith('.'));
  const isShown = (info: StoredInfo): boolean =>
    (expand.includes('all') || expand.includes(info.closed ? 'closed' : 'open')) && (showsHidden || !isHidden(info));
  const fits = wantedBy(wanted, expand);
  const infos = (await documents.list()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = infos.flatMap((info) =>
    Object.entries(info.aliases)
      .filter(([name, { is_hidden }]) => showsHidden || is_hidden !== true || wanted.includes(name))
      .map(([name]) => name),
  );
  return {
    indices: infos
      .filter((info) => fits(info.name) && (isShown(info) || wanted.includes(info.name)))
      .map((info) => ({
        name: info.name,
        ...(Object.keys(info.aliases).length > 0 && { aliases: Object.keys(info.aliases).sort() }),
        attributes: [...(isHidden(info) ? ['hidden'] : []), info.closed ? 'closed' : 'open'],
        ...(info.stream !== undefined && { data_stream: info.stream }),
      })),
    aliases: [...new Set(names)]
      .filter(fits)
      .sort()
      .map((name) => ({
        name,
        indices: infos.filter(({ aliases }) => Object.hasOwn(aliases, name)).map((info) => info.name),
      })),
    data_streams: (await documents.streams())
      .filter(({ name }) => fits(name))
      .map(({ name, indices, timestampField }) => ({
        name,
        backing_indices: indices,
        timestamp_field: timestampField,
      })),
  };
}

/** The aliases by which an address means an index, and what they let through of it. */
function seenThrough(
  { params }: OsCall,
  { name, aliases }: StoredInfo,
  filters: ReadonlyMap<string, readonly unknown[]>,
) {
  // a star means the indexes themselves
  const wanted = list(params.index).filter((part) => part !== '*' && part !== '_all');
  const named = Object.keys(aliases).filter((alias) => wanted.some((part) => fitsPattern(part, alias)));
  const [first, ...others] = filters.get(name) ?? [];
  return {
    ...(named.length > 0 && { aliases: named.toSorted() }),
    ...(first !== undefined && { filter: others.length === 0 ? first : { bool: { should: [first, ...others] } } }),
  };
}

/** Where a search would be done: on the one node. */
async function searchShards(call: OsCall) {
  const { documents, params, query } = call;
  const lenient = isTrue(query.ignore_unavailable);
  const options = { ignoreUnavailable: lenient, allowNoIndices: true };
  const infos = await infosNamed(call, await documents.resolve(params.index ?? '_all', options));
  const filters = params.index === undefined ? new Map() : await documents.filters(params.index, options);
  const wanted = shardsPreferred(query.preference);
  const shard = (info: StoredInfo, i: number) => [
    {
      state: 'STARTED',
      primary: true,
      node: NODE,
      relocating_node: null,
      shard: i,
      index: info.name,
      allocation_id: { id: info.uuid },
    },
  ];
  return {
    nodes: { [NODE]: { name: NODE, transport_address: `${HOST}:9300`, attributes: {} } },
    indices: Object.fromEntries(infos.map((info) => [info.name, seenThrough(call, info, filters)])),
    shards: infos.flatMap((info) =>
      Array.from({ length: shardsOf(info) }, (_, i) => i)
        .filter((i) => wanted === null || wanted.includes(i))
        .map((i) => shard(info, i)),
    ),
  };
}

/** What clients look for around the indexes before they begin: most of it is not here, and said so in the shape they read. */
export const surroundingRoutes: readonly OsRoute[] = [
  none('plugins'),
  none('nodeattrs'),
  none('pending_tasks'),
  none('repositories'),
  none('segment_replication'),
  os('GET', 'read', ['/_cat/master', '/_cat/cluster_manager'], clusterManager),
  os('GET', 'read', '/_resolve/index/:name', resolveIndex),
  os('GET POST', 'read', ['/_search_shards', '/:index/_search_shards'], searchShards),
];
