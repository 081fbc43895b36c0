import { blocksOf, printMapping, type StoredInfo } from '@datasarana/engine';
import { indexesOf, infosNamed, isObject, isTrue, list, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { printSettings } from '../print-settings.ts';
import { illegal } from '../refusals.ts';
import { routedShards } from '../resized-shards.ts';
import { type OsRoute, os } from '../route.ts';
import { replicasOf, shardsOf } from '../shards.ts';
import { nodeHead } from './cluster.ts';

type Told = Readonly<Record<string, Body>>;

/** Something of every index, by its name. */
const byName = (infos: readonly StoredInfo[], of: (info: StoredInfo) => Body): Told =>
  Object.fromEntries(infos.map((info) => [info.name, of(info)]));

function blocks(_call: OsCall, infos: readonly StoredInfo[]): Body {
  const told = infos.flatMap((info) => {
    const kept = Object.entries(blocksOf(info)).map(
      ([number, { says, levels }]) => [number, { description: says, retryable: false, levels }] as const,
    );
    return kept.length === 0 ? [] : [[info.name, Object.fromEntries(kept)] as const];
  });
  return told.length === 0 ? {} : { indices: Object.fromEntries(told) };
}

/** Templates and data streams, each kind told twice by its name where there are any. */
async function keptByName({ documents }: OsCall, infos: readonly StoredInfo[]): Promise<Body> {
  const names = await documents.names();
  const uuids = new Map(infos.map(({ name, uuid }) => [name, uuid]));
  const streams = (await documents.streams()).map(({ name, timestampField, indices, generation }) => {
    const held = indices.map((index) => ({ index_name: index, index_uuid: uuids.get(index) }));
    return [name, { name, timestamp_field: { name: timestampField }, indices: held, generation }] as const;
  });
  const kinds = [
    ['index_template', names.all('index_template')],
    ['component_template', names.all('component_template')],
    ['data_stream', new Map(streams)],
  ] as const;
  const told = kinds.filter(([, all]) => all.size > 0);
  return Object.fromEntries(told.map(([kind, all]) => [kind, { [kind]: Object.fromEntries(all) }]));
}

async function metadata(call: OsCall, infos: readonly StoredInfo[]): Promise<Body> {
  const names = await call.documents.names();
  const kept = call.params.index === undefined ? await keptByName(call, infos) : {};
  return {
    cluster_uuid: call.services.config.clusterId,
    cluster_uuid_committed: true,
    templates: Object.fromEntries(names.all('template')),
    indices: byName(infos, (info) => ({
      routing_num_shards: routedShards(info, shardsOf(info)),
      state: info.closed ? 'close' : 'open',
      settings: printSettings(info.settings, call.query),
      mappings: { _doc: printMapping(info.mapping) },
      aliases: Object.keys(info.aliases),
      primary_terms: Object.fromEntries(Array.from({ length: shardsOf(info) }, (_, shard) => [shard, 1])),
      system: false,
    })),
    'index-graveyard': { tombstones: [] },
    ...kept,
  };
}

/** The copies of every shard: its primary on the one node, replicas nowhere. */
function copiesOf({ services }: OsCall, info: StoredInfo): readonly (readonly Body[])[] {
  const common = { relocating_node: null, index: info.name };
  return Array.from({ length: shardsOf(info) }, (_, shard) => [
    {
      state: 'STARTED',
      primary: true,
      node: services.config.clusterId,
      ...common,
      shard,
      allocation_id: { id: info.uuid },
    },
    ...Array.from({ length: replicasOf(info) }, () => ({
      state: 'UNASSIGNED',
      primary: false,
      node: null,
      ...common,
      shard,
      recovery_source: { type: 'PEER' },
      unassigned_info: {
        reason: 'INDEX_CREATED',
        at: new Date(info.created).toISOString(),
        delayed: false,
        allocation_status: 'no_attempt',
      },
    })),
  ]);
}

const routingTable = (call: OsCall, infos: readonly StoredInfo[]): Body => ({
  indices: byName(infos, (info) => ({ shards: Object.fromEntries(copiesOf(call, info).entries()) })),
});

function routingNodes(call: OsCall, infos: readonly StoredInfo[]): Body {
  const all = infos.flatMap((info) => copiesOf(call, info).flat());
  return {
    unassigned: all.filter(({ node }) => node === null),
    nodes: { [call.services.config.clusterId]: all.filter(({ node }) => node !== null) },
  };
}

type Part = (call: OsCall, infos: readonly StoredInfo[]) => unknown;

const idOfNode: Part = ({ services }) => services.config.clusterId;

/** Parts of the state in the order they are told, with the metrics they are asked for by. */
const PARTS: readonly (readonly [name: string, metrics: string, of: Part])[] = [
  ['version', 'version', () => 1],
  ['state_uuid', 'version', idOfNode],
  ['master_node', 'master_node', idOfNode],
  ['cluster_manager_node', 'cluster_manager_node', idOfNode],
  ['blocks', 'blocks', blocks],
  ['nodes', 'nodes', ({ services }) => ({ [services.config.clusterId]: nodeHead() })],
  ['metadata', 'metadata', metadata],
  ['routing_table', 'routing_table', routingTable],
  ['routing_nodes', 'routing_nodes', routingNodes],
];

/** What is asked for of the state of the cluster; metrics nobody knows are passed over, as in OpenSearch. */
async function stateOf(call: OsCall, metrics: readonly string[], infos: readonly StoredInfo[]): Promise<Body> {
  const every = metrics.length === 0 || metrics.includes('_all');
  const parts: (readonly [string, unknown])[] = [];
  for (const [name, metric, of] of PARTS) {
    if (every || metrics.includes(metric)) parts.push([name, await of(call, infos)]);
  }
  return { cluster_uuid: call.services.config.clusterId, ...Object.fromEntries(parts) };
}

async function state(call: OsCall): Promise<Body> {
  const names = await indexesOf(call, { expand: ['open', 'closed', 'hidden'], ignoreUnavailable: true });
  const infos = await infosNamed(call, names);
  return { cluster_name: 'datasarana', ...(await stateOf(call, list(call.params.metric), infos)) };
}

const HERE = ['datasarana-0', '127.0.0.1', '_local', '_master', '_cluster_manager'];

/** A command that was only to be tried: a copy that is on no node cannot be taken from one. */
function explanationOf({ services }: OsCall, command: unknown): Body {
  const [[name, given] = ['', null]] = isObject(command) ? Object.entries(command) : [];
  if (!isObject(given)) throw illegal(`[cluster_reroute] a command is an object of its parameters, not [${given}]`);
  for (const part of ['node', 'from_node', 'to_node']) {
    const node = given[part];
    if (node !== undefined && node !== services.config.clusterId && !HERE.includes(String(node)))
      throw illegal(`failed to resolve [${node}], no matching nodes`);
  }
  return {
    command: name,
    parameters: { ...given, ...(name === 'cancel' && { allow_primary: given.allow_primary ?? false }) },
    decisions: [
      {
        decider: `${name}_allocation_command`,
        decision: 'NO',
        explanation: `can't ${name} ${given.shard}: there is one node, which holds the only copy of every shard`,
      },
    ],
  };
}

/** There is nowhere to move a shard to: commands can be tried and explained, never done. */
async function reroute(call: OsCall) {
  const commands = [(await call.json()).commands ?? []].flat();
  const isTried = isTrue(call.query.dry_run) && isTrue(call.query.explain);
  if (commands.length > 0 && !isTried) throw illegal('there is one node here: shards cannot be moved');
  const metrics = list(call.query.metric);
  const usual = PARTS.map(([, metric]) => metric).filter((metric) => metric !== 'metadata');
  const state = await stateOf(call, metrics.length === 0 ? usual : metrics, await call.documents.list());
  const explanations = isTrue(call.query.explain) && {
    explanations: commands.map((each) => explanationOf(call, each)),
  };
  return { acknowledged: true, state, ...explanations };
}

export const clusterStateRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_cluster/state', '/_cluster/state/:metric', '/_cluster/state/:metric/:index'], state),
  os('POST', 'manage', '/_cluster/reroute', reroute),
];
