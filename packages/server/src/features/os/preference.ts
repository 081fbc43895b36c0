import { illegal, numberless } from './refusals.ts';

/** What clients may say of the copy that is asked, which is the only one here; a name of their own has no underscore. */
const KNOWN = /^_(?:(?:primary|replica)(?:_first)?|local|only_local|only_nodes|prefer_nodes)(?::.*)?$/;

const SHARDS = '_shards:';

/**
 * The shards a preference names (`_shards:0,2|_local`); null where it names none. Clients that read an index shard by shard
 * have all documents from the first one, and nothing from the others.
 * @throws PlatformError for what is no number
 */
export function shardsPreferred(preference: string | undefined): readonly number[] | null {
  if (preference?.startsWith(SHARDS) !== true) return null;
  const [named = ''] = preference.slice(SHARDS.length).split('|');
  return named.split(',').map((shard) => {
    if (!/^[+-]?\d+$/.test(shard)) throw numberless(shard);
    return Number(shard);
  });
}

/** The nodes a preference allows alone (`_only_nodes:a,b`); null where it names none. */
export const nodesPreferred = (preference: string | undefined): string | null =>
  /^_only_nodes:(.*)$/.exec(preference ?? '')?.[1] ?? null;

/** @throws PlatformError for a copy that cannot be preferred */
export function refusePreference(preference: string): void {
  const isOfShards = shardsPreferred(preference) !== null;
  const rest = isOfShards ? preference.split('|').slice(1).join('|') : preference;
  if (rest.startsWith('_') && !KNOWN.test(rest)) throw illegal(`no Preference for [${rest}]`);
}
