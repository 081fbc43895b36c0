import type { SearchRequest } from '@datasarana/query';

/** How often an index was searched, and what that took. */
export interface Searched {
  readonly queries: number;
  /** Milliseconds all of them took. */
  readonly queryMs: number;
  /** Searches whose answers had hits, and those that asked for suggestions. */
  readonly fetches: number;
  readonly suggests: number;
}

interface Figures extends Searched {
  /** Documents that were written, and writes that were refused. */
  readonly indexed: number;
  readonly refused: number;
  readonly deleted: number;
  /** Updates that found nothing to change. */
  readonly noops: number;
  /** Batches of writes, each of which is seen at once, and the milliseconds all of them took. */
  readonly batches: number;
  readonly writeMs: number;
  /** How often somebody asked that all be on disk, which it is. */
  readonly flushes: number;
  /** Documents asked for by their ids that were there, and that were not, with the milliseconds of both. */
  readonly found: number;
  readonly foundMs: number;
  readonly missed: number;
  readonly missedMs: number;
}

/** What was done with an index since the platform was started; counted in memory alone, and forgotten with the index. */
export interface Activity extends Figures {
  /** Searches by the groups their senders named (`stats`). */
  readonly groups: Readonly<Record<string, Searched>>;
}

const UNSEARCHED: Searched = { queries: 0, queryMs: 0, fetches: 0, suggests: 0 };
const NOTHING: Figures = {
  ...UNSEARCHED,
  ...{ indexed: 0, refused: 0, deleted: 0, noops: 0, batches: 0, writeMs: 0, flushes: 0 },
  ...{ found: 0, foundMs: 0, missed: 0, missedMs: 0 },
};
const NONE: Activity = { ...NOTHING, groups: {} };

/** Names of groups are the sender's: of one index no more are kept apart. */
const MAX_GROUPS = 100;

function sumOf<F extends Searched>(none: F, all: readonly Partial<F>[]): F {
  const names = Object.keys(none) as (keyof F)[];
  const sums = names.map((name) => [name, all.reduce((sum, each) => sum + Number(each[name] ?? 0), 0)]);
  return { ...none, ...Object.fromEntries(sums) };
}

function groupsOf(all: readonly Partial<Activity>[]): Activity['groups'] {
  const known = all.flatMap(({ groups = {} }) => Object.entries(groups));
  const byName = [...Map.groupBy(known, ([name]) => name)].slice(0, MAX_GROUPS);
  return Object.fromEntries(
    byName.map(([name, each]) => [
      name,
      sumOf(
        UNSEARCHED,
        each.map(([, searched]) => searched),
      ),
    ]),
  );
}

/** Adds what is told alone: a search has few of all the figures, and is counted by every call. */
function addedTo(known: Activity, { groups, ...more }: Partial<Activity>): Activity {
  const sums: { -readonly [K in keyof Activity]: Activity[K] } = { ...known };
  for (const [name, figure] of Object.entries(more) as [keyof Figures, number][]) sums[name] += figure;
  if (groups !== undefined && Object.keys(groups).length > 0) sums.groups = groupsOf([known, { groups }]);
  return sums;
}

/** What was done with several indexes. */
export const sumOfActivity = (all: readonly Partial<Activity>[]): Activity => ({
  ...sumOf(NOTHING, all),
  groups: groupsOf(all),
});

/** The activity of every index of a tenant. */
export class Activities {
  readonly #known = new Map<string, Activity>();

  of(name: string): Activity {
    return this.#known.get(name) ?? NONE;
  }

  add(name: string, more: Partial<Activity>): void {
    this.#known.set(name, addedTo(this.of(name), more));
  }

  /** Counts a search of some indexes that has been answered. */
  searched(
    names: readonly string[],
    { groups = [], suggest }: Pick<SearchRequest, 'groups' | 'suggest'>,
    { took, hits }: { readonly took: number; readonly hits: { readonly hits: readonly unknown[] } },
  ): void {
    const one: Searched = {
      queries: 1,
      queryMs: took,
      fetches: hits.hits.length > 0 ? 1 : 0,
      suggests: suggest === undefined ? 0 : 1,
    };
    const more = { ...one, groups: Object.fromEntries(groups.map((group) => [group, one])) };
    for (const name of new Set(names)) this.add(name, more);
  }

  forget(name: string): void {
    this.#known.delete(name);
  }
}
