import { type Coded, ranksOf } from '../columns/coded.ts';
import type { IndexColumns } from '../columns/index-columns.ts';
import type { Grouping } from '../columns/selected.ts';
import { type Sql, sql, TRUE } from '../sql.ts';
import { Top } from '../top.ts';
import type { KeyColumn, KeyDirection, KeysPlan } from './plan.ts';

/** The value of a key, NULL for rows that are to have none. */
export function givenValue({ value, present }: KeyColumn): Sql {
  const [own = TRUE] = value;
  const test = present?.[0];
  return test === undefined ? own : sql`CASE WHEN ${test} THEN ${own} END`;
}

/** By how much one group comes before another, by the numbers of their own keys and their counts. */
type Compare = (a: Group, b: Group) => number;

/** A group of documents that has any. */
export interface Group {
  readonly number: number;
  readonly count: number;
  /** Ranks of its own keys. */
  readonly ranks: readonly number[];
}

/** How groups follow each other. */
export interface Ordering {
  /** Per key the rank of each of its values. */
  readonly ranks: readonly Uint16Array[];
  readonly compare: Compare;
}

/**
 * The order of a plan's buckets; null when only SQL knows it. Where there is a grouping it is by the numbers of that: the column could have had to make
 * room meanwhile, and would be numbered anew.
 */
export async function orderOf(
  plan: KeysPlan | null,
  columns: IndexColumns,
  grouping: Grouping | null,
): Promise<Ordering | null> {
  if (plan === null) return { ranks: [], compare: () => 0 };
  if (plan.order.some(({ by }) => by !== '_count' && by !== '_key')) return null;
  if (plan.orderKeys !== undefined && plan.directions === undefined) return null;
  // All are shown, put in order by what reads them.
  if (plan.size === null) return { ranks: [], compare: () => 0 };
  const ranks: Uint16Array[] = [];
  for (const [i, key] of plan.keys.entries()) {
    const grouped = grouping?.keys.at(i - plan.keys.length)?.codes?.coded;
    const coded = grouped ?? (await columns.coded(givenValue(key)));
    const ranked = coded === null ? null : await ranksIn(columns, plan, key, coded, i);
    if (ranked === null) return null;
    ranks.push(ranked);
  }
  return { ranks, compare: comparing(plan) };
}

async function ranksIn(
  columns: IndexColumns,
  { orderKey, directions }: KeysPlan,
  key: KeyColumn,
  coded: Coded,
  at: number,
): Promise<Uint16Array | null> {
  if (orderKey === undefined) return directed(ranksOf(coded.keys), directions?.[at]);
  const by = await columns.coded(orderKey(givenValue(key), at));
  if (by?.numbering !== coded.numbering || by.map === null || coded.map === null) return null;
  const order = ranksOf(by.keys);
  const ranks = new Uint16Array(coded.keys.length);
  for (const [code, own] of coded.map.entries()) ranks[own] = order[by.map[code] ?? 0] ?? 0;
  return ranks;
}

/** Ranks have NULL last; what comes first when descending has the lowest rank. */
function directed(ranks: Uint16Array, direction: KeyDirection | undefined): Uint16Array {
  if (direction === undefined || (!direction.descending && !direction.nullsFirst)) return ranks;
  const last = ranks.length - 1;
  return ranks.map((rank) => {
    if (rank === last) return direction.nullsFirst ? 0 : last;
    return (direction.descending ? last - 1 - rank : rank) + (direction.nullsFirst ? 1 : 0);
  });
}

function comparing({ order }: KeysPlan): Compare {
  const steps = order.map(({ by, direction }): Compare => {
    const sign = direction === 'asc' ? 1 : -1;
    if (by === '_count') return (a, b) => sign * (a.count - b.count);
    return (a, b) => sign * compareRanks(a, b);
  });
  return (a, b) => {
    for (const step of steps) {
      const difference = step(a, b);
      if (difference !== 0) return difference;
    }
    return compareRanks(a, b);
  };
}

function compareRanks({ ranks: a }: Group, { ranks: b }: Group): number {
  for (const [i, rank] of a.entries()) {
    const difference = rank - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Ranks of the keys of a group, of which the number tells them. */
export function ranksAt(number: number, ranks: readonly Uint16Array[]): readonly number[] {
  if (ranks.length === 0) return UNRANKED;
  const own = ranks.map(() => 0);
  let rest = number;
  for (let i = ranks.length - 1; i >= 0; i--) {
    const each = ranks[i] ?? NO_RANKS;
    own[i] = each[rest % each.length] ?? 0;
    rest = Math.floor(rest / each.length);
  }
  return own;
}

const UNRANKED: readonly number[] = [];

const NO_RANKS = new Uint16Array(1);

/** The first `size` groups, all when null. */
export function chosen(found: readonly Group[], size: number | null, compare: Compare): readonly Group[] {
  if (size === null) return found;
  const top = new Top<Group>(size, compare);
  for (const group of found) top.add(group);
  return top.sorted();
}
