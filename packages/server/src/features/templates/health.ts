import type { IndexDefinition } from '@datasarana/engine';
import type { TemplateConfig } from './template.ts';

/** Nodes of the embedded index: this process. */
export const NODES = 1;

/** Answer of the metric os-health (IDX-06). */
export interface IndexHealth {
  readonly status: 'green' | 'yellow' | 'red';
  readonly active_shards: number;
  readonly unassigned_shards: number;
  readonly reason: string;
}

const count = (config: TemplateConfig, name: string): number => {
  const value = config[name];
  return typeof value === 'number' ? value : 0;
};

/** Health in plain words with the remedy: too few nodes for the copies is yellow, never red (IDX-11). */
export function healthOf(config: TemplateConfig, index: IndexDefinition | null, nodes: number): IndexHealth {
  const shards = Math.max(1, count(config, 'search_shard'));
  const replicas = count(config, 'search_replica');
  if (index === null) {
    return {
      status: 'red',
      active_shards: 0,
      unassigned_shards: shards * (1 + replicas),
      reason: 'The template has no index yet, so nothing can be stored or found. Deploy the template.',
    };
  }
  if (index.transit) {
    return {
      status: 'green',
      active_shards: 0,
      unassigned_shards: 0,
      reason:
        `Rows are kept in the ${index.transit}, and there is no search index. To search them switch it on (search_index in the ` +
        "template's configuration) and deploy the template: the index is then filled.",
    };
  }
  const kept = Math.min(replicas, nodes - 1);
  if (kept === replicas) {
    return {
      status: 'green',
      active_shards: shards * (1 + kept),
      unassigned_shards: 0,
      reason: 'All data is there and every copy that was asked for is kept. Nothing to do.',
    };
  }
  const wanted = `${replicas} ${replicas === 1 ? 'copy is' : 'copies are'}`;
  const toAsk = `Ask for ${nodes - 1} (search_replica in the template's configuration)`;
  const remedy =
    nodes === 1
      ? `only one node runs, which keeps no copies. ${toAsk} to have none missing.`
      : `only ${nodes} nodes run. ${toAsk}, or run ${replicas + 1} nodes.`;
  return {
    status: 'yellow',
    active_shards: shards * (1 + kept),
    unassigned_shards: shards * (replicas - kept),
    reason: `All data is there and can be read and written, but ${wanted} asked for and ${remedy}`,
  };
}
