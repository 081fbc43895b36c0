import type { StoredInfo } from '@datasarana/engine';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import { illegal, incomplete } from './refusals.ts';
import { shardsOf } from './shards.ts';

export type Resize = 'clone' | 'shrink' | 'split';

/** What a state of things does not allow; OpenSearch answers it with 500. */
export const wrongState = (reason: string): PlatformError =>
  new PlatformError(reason, {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 500,
    openSearch: { type: 'illegal_state_exception' },
  });

const MOST_ROUTED = 1024;

/** Parts an index can be split into at most: as often in two as it goes. */
export function routedShards({ settings }: StoredInfo, shards: number): number {
  const set = settings['index.number_of_routing_shards'];
  if (set !== undefined) return Number(set);
  let most = shards;
  while (most * 2 <= MOST_ROUTED) most *= 2;
  return most;
}

function splitShards(source: StoredInfo, from: number, to: number): number {
  if (to < from)
    throw illegal(`the number of source shards [${from}] must be less that the number of target shards [${to}]`);
  if (to % from !== 0) throw illegal(`the number of source shards [${from}] must be a factor of [${to}]`);
  const routed = routedShards(source, from);
  if (from > 1 && routed % to !== 0)
    throw wrongState(`the number of routing shards [${routed}] must be a multiple of the target shards [${to}]`);
  return to;
}

function shrunkShards(from: number, to: number): number {
  if (to > from)
    throw illegal(`the number of target shards [${to}] must be less that the number of source shards [${from}]`);
  if (from % to !== 0) throw illegal(`the number of source shards [${from}] must be a multiple of [${to}]`);
  return to;
}

/** The shards an index is told to have after a change of their number. @throws PlatformError for one that cannot be */
export function resizedShards(kind: Resize, source: StoredInfo, given: unknown): number {
  const from = shardsOf(source);
  const to = given === undefined ? undefined : Number(given);
  if (to !== undefined && !(Number.isInteger(to) && to >= 1))
    throw illegal(`Failed to parse value [${given}] for setting [index.number_of_shards] must be >= 1`);
  if (to !== undefined && to > MOST_ROUTED)
    throw illegal(`Failed to parse value [${given}] for setting [index.number_of_shards] must be <= ${MOST_ROUTED}`);
  if (kind === 'shrink') return shrunkShards(from, to ?? 1);
  if (kind === 'split') {
    if (to === undefined) throw incomplete('index.number_of_shards is required for split operations');
    return splitShards(source, from, to);
  }
  if (to === undefined || to === from) return from;
  throw illegal(`the number of target shards (${to}) must be the same as the number of source shards (${from})`);
}

/** An index that has one part alone cannot have fewer; told after everything else about it. */
export function refuseOne(kind: Resize, source: StoredInfo): void {
  if (kind === 'shrink' && shardsOf(source) === 1) throw illegal("can't shrink an index with only one shard");
}
