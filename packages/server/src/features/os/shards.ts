import type { StoredInfo } from '@datasarana/engine';

/** The shards an index was asked to have: a number that is kept and told, whatever this engine does. */
export const shardsOf = ({ settings }: Pick<StoredInfo, 'settings'>): number =>
  Number(settings['index.number_of_shards'] ?? 1);

export const replicasOf = ({ settings }: Pick<StoredInfo, 'settings'>): number =>
  Number(settings['index.number_of_replicas'] ?? 1);

/** One node keeps one copy: replicas that are asked for stay unassigned, which is yellow. */
export const colourOf = (info: StoredInfo): 'green' | 'yellow' => (replicasOf(info) > 0 ? 'yellow' : 'green');
