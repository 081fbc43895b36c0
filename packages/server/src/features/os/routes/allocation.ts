import type { StoredInfo } from '@datasarana/engine';
import { infosNamed, isTrue, type OsCall } from '../call.ts';
import { diskOf } from '../figures/node.ts';
import type { Body } from '../json-object.ts';
import { NODE } from '../named-nodes.ts';
import { illegal, incomplete, missingResource, unreadable } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { replicasOf, shardsOf } from '../shards.ts';
import { onlyParameters } from '../unknown-parameters.ts';

const ADDRESS = '127.0.0.1:9300';

/** Why a copy of a shard is where it is, which is asked most of replicas without a node. */
async function explainAllocation(call: OsCall): Promise<Body> {
  onlyParameters(call, ['include_yes_decisions', 'include_disk_info']);
  const { index, shard, primary, current_node: _node, ...rest } = await call.json();
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw unreadable(`[cluster/allocation/explain] unknown field [${unknown}]`);
  if (index === undefined && shard === undefined && primary === undefined)
    return { ...(await anyUnassigned(call)), ...(await diskTold(call)) };
  const lacking = Object.entries({ index, shard, primary }).filter(([, value]) => value === undefined);
  if (lacking.length > 0) throw incomplete(...lacking.map(([name]) => `${name} must be specified`));
  const name = String(index);
  const [info] = await infosNamed(call, await call.documents.resolve(name, { allowNoIndices: false }));
  const number = Number(shard);
  if (info === undefined || !Number.isInteger(number) || number < 0 || number >= shardsOf(info)) {
    throw missingResource('shard_not_found_exception', 'no such shard');
  }
  if (String(primary) === 'true') return { ...onItsNode(call, info, number), ...(await diskTold(call)) };
  if (replicasOf(info) > 0) return { ...withoutNode(call, info, number), ...(await diskTold(call)) };
  throw illegal(
    `unable to find any shards to explain [ClusterAllocationExplainRequest[index=${info.name},shard=${number},primary?=false,includeYesDecisions?=${call.query.include_yes_decisions === 'true'}] in the routing table`,
  );
}

/** The disk of the node, where that is asked for. */
async function diskTold({ query, services }: OsCall): Promise<Body> {
  if (!isTrue(query.include_disk_info)) return {};
  const { total, free, used } = await diskOf(services.config.data);
  const percent = (part: number) => Math.round((1000 * part) / Math.max(total, 1)) / 10;
  const usage = {
    path: 'data',
    total_bytes: total,
    used_bytes: used,
    free_bytes: free,
    free_disk_percent: percent(free),
    used_disk_percent: percent(used),
  };
  const node = { node_name: NODE, least_available: usage, most_available: usage };
  return {
    cluster_info: {
      nodes: { [services.config.clusterId]: node },
      shard_sizes: {},
      shard_paths: {},
      reserved_sizes: [],
    },
  };
}

async function anyUnassigned(call: OsCall): Promise<Body> {
  const found = (await call.documents.list()).find((info) => replicasOf(info) > 0);
  if (found !== undefined) return withoutNode(call, found, 0);
  throw illegal(
    `unable to find any unassigned shards to explain [ClusterAllocationExplainRequest[useAnyUnassignedShard=true,includeYesDecisions?=${call.query.include_yes_decisions === 'true'}]`,
  );
}

const onItsNode = ({ services }: OsCall, { name }: StoredInfo, shard: number): Body => ({
  index: name,
  shard,
  primary: true,
  current_state: 'started',
  current_node: { id: services.config.clusterId, name: NODE, transport_address: ADDRESS },
  can_remain_on_current_node: 'yes',
  can_rebalance_cluster: 'no',
  can_rebalance_to_other_node: 'no',
  rebalance_explanation: 'there is no other node',
});

const withoutNode = ({ services }: OsCall, { name, created }: StoredInfo, shard: number): Body => ({
  index: name,
  shard,
  primary: false,
  current_state: 'unassigned',
  unassigned_info: {
    reason: 'INDEX_CREATED',
    at: new Date(created).toISOString(),
    last_allocation_status: 'no_attempt',
  },
  can_allocate: 'no',
  allocate_explanation: 'cannot allocate because allocation is not permitted to any of the nodes',
  node_allocation_decisions: [
    {
      node_id: services.config.clusterId,
      node_name: NODE,
      transport_address: ADDRESS,
      node_decision: 'no',
      weight_ranking: 1,
      deciders: [
        {
          decider: 'same_shard',
          decision: 'NO',
          explanation: `the one node there is holds the primary of [${name}][${shard}]; set [index.number_of_replicas] to 0`,
        },
      ],
    },
  ],
});

export const allocationRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', '/_cluster/allocation/explain', explainAllocation),
];
