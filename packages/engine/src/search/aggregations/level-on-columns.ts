import { setImmediate } from 'node:timers/promises';
import { type Coded, ranksOf } from '../columns/coded.ts';
import { codeCounts, folded } from '../columns/counts.ts';
import { type Gatherer, RowCounts } from '../columns/gather.ts';
import type { IndexColumns } from '../columns/index-columns.ts';
import {
  BLOCK,
  type Grouping,
  type GroupKey,
  groupBlock,
  isEverything,
  isKept,
  type Passing,
  passing,
} from '../columns/selected.ts';
import type { IndexPart } from '../part.ts';
import { allOf, type Sql, sql, TRUE } from '../sql.ts';
import { Top } from '../top.ts';
import { MAX_BUCKETS } from './bucket-limit.ts';
import { type Figures, figuresOf, type LevelFigure } from './figures-on-columns.ts';
import { pathOf } from './key-path.ts';
import type { RowsStep } from './level-rows.ts';
import type { KeyColumn, KeyDirection, KeysPlan } from './plan.ts';

/** A level as far as kept columns can answer it. */
export interface ColumnLevel {
  readonly part: IndexPart;
  readonly columns: IndexColumns;
  readonly steps: readonly RowsStep[];
  /** The keys its own buckets are told apart by. */
  readonly plan: KeysPlan | null;
  readonly figures: readonly LevelFigure[];
  readonly hasOwnTotal: boolean;
  /** Whether a bucket around is shown, by its path. */
  readonly isShown: (path: string) => boolean;
}

/** More groups than this are counted by SQL. */
const MOST_GROUPS = 1 << 20;
/** After that many documents others get their turn. */
const BREATH = 1 << 21;

type Row = readonly unknown[];

/** The rows the level's statement would give, from kept columns; null when they do not suffice. */
export async function rowsOnColumns(level: ColumnLevel): Promise<readonly Row[] | null> {
  const grouping = await groupingOf(level);
  const order = await orderOf(level);
  const figures = await figuresOf(level.columns, level.figures, grouping);
  if (grouping === null || figures === null || order === null) return null;
  const counts = await countGroups(level.columns, grouping, figures);
  return shownRows({ level, grouping, figures, counts, order });
}

/** Which rows count and how they are told apart; every column needed is asked for, so that all are noted at once. */
async function groupingOf({ part, columns, steps }: ColumnLevel): Promise<Grouping | null> {
  const tests: (Coded | null)[] = [];
  const keys: (GroupKey | null)[] = [];
  if (part.bits === null) for (const each of allOf(part.where)) tests.push(await columns.coded(each));
  for (const step of steps) {
    if (step.kind === 'where') for (const each of allOf(step.test[0] ?? TRUE)) tests.push(await columns.coded(each));
    else if (step.kind === 'keys') for (const key of keysOf(step.plan)) keys.push(await groupKey(columns, key));
    else return null;
  }
  const [passes, found] = [tests.filter((test) => test !== null), keys.filter((key) => key !== null)];
  const groups = found.reduce((all, { coded }) => all * coded.keys.length, 1);
  if (passes.length < tests.length || found.length < keys.length || groups > MOST_GROUPS) return null;
  const live = await columns.live();
  return { groups, keys: found, tests: passes.map(passing), bits: part.bits, live };
}

/** Keys that are wanted only in part are left to SQL. */
const keysOf = ({ keys, wanted }: KeysPlan): readonly (KeyColumn | null)[] =>
  wanted === undefined ? keys : keys.map(() => null);

async function groupKey(columns: IndexColumns, key: KeyColumn | null): Promise<GroupKey | null> {
  if (key === null || key.list || key.bounds !== undefined) return null;
  const isNullable = key.nullable === true;
  const coded = await columns.coded(givenValue(key));
  if (coded === null) return null;
  const numbers = Int32Array.from({ length: coded.base }, (_, code) => {
    const own = coded.map === null ? code : (coded.map[code] ?? 0);
    return isNullable || own !== 0 ? own : -1;
  });
  return { name: `${coded.name} ${isNullable}`, coded, numbers };
}

/** The value of a key, NULL for rows that are to have none. */
function givenValue({ value, present }: KeyColumn): Sql {
  const [own = TRUE] = value;
  const test = present?.[0];
  return test === undefined ? own : sql`CASE WHEN ${test} THEN ${own} END`;
}

/** How many documents each group has; the gatherers of the figures see the same documents on the way. */
async function countGroups(columns: IndexColumns, grouping: Grouping, figures: Figures): Promise<Uint32Array> {
  const known = await knownCounts(columns, grouping);
  const rows = new RowCounts(grouping.groups, null);
  await goThrough(columns.version.nextDoc, grouping, known ? figures.gatherers : [rows, ...figures.gatherers]);
  figures.keep();
  return known ?? rows.counts;
}

/** Counts of groups that can be told from counts that are kept; null when the documents have to be gone through. */
async function knownCounts(columns: IndexColumns, grouping: Grouping): Promise<Uint32Array | null> {
  const { keys, tests, bits, groups } = grouping;
  const [key] = keys;
  if (isEverything(grouping) && keys.length === 0) return Uint32Array.of(columns.version.documents);
  if (isEverything(grouping) && keys.length === 1 && key !== undefined) {
    return folded(await codeCounts(columns, key.coded), key.numbers, key.coded.keys.length);
  }
  const [test] = tests;
  if (isKept(grouping)) return countsByKeys(columns, grouping);
  if (bits !== null || test === undefined || tests.length > 1 || keys.length > 1) return null;
  const whole = { ...grouping, groups: groups * test.base, keys: [...keys, everyCode(test)], tests: [] };
  if (!isKept(whole)) return null;
  const counted = await countsByKeys(columns, whole);
  const counts = new Uint32Array(groups);
  for (let at = 0; at < counted.length; at++) {
    const group = Math.floor(at / test.base);
    if (test.pass[at % test.base] === 1) counts[group] = (counts[group] ?? 0) + (counted[at] ?? 0);
  }
  return counts;
}

/** Counts by the keys, kept for questions that group by the same or choose among the values of one. */
const countsByKeys = (columns: IndexColumns, grouping: Grouping): Promise<Uint32Array> =>
  columns.remembered(
    `rows by ${grouping.keys.map(({ name }) => name).join()}`,
    async () => {
      const rows = new RowCounts(grouping.groups, null);
      await goThrough(columns.version.nextDoc, grouping, [rows]);
      return rows.counts;
    },
    (counts) => counts.byteLength,
  );

/** The codes a test looks at, as a key. */
const everyCode = ({ numbering, base, codes }: Passing): GroupKey => ({
  name: `codes ${numbering}`,
  coded: { numbering, codes, base, map: null, keys: Array.from({ length: base }, (_, code) => code), name: numbering },
  numbers: Int32Array.from({ length: base }, (_, code) => code),
});

async function goThrough(end: number, grouping: Grouping, gatherers: readonly Gatherer[]): Promise<void> {
  if (gatherers.length === 0) return;
  const groups = new Int32Array(BLOCK);
  for (let from = 0; from < end; from += BLOCK) {
    const length = Math.min(BLOCK, end - from);
    groupBlock(grouping, from, length, groups);
    for (const gatherer of gatherers) gatherer.add(from, length, groups);
    if ((from + BLOCK) % BREATH === 0) await setImmediate();
  }
}

/** By how much one group comes before another, by the numbers of their own keys and their counts. */
type Compare = (a: Group, b: Group) => number;

interface Group {
  readonly number: number;
  readonly count: number;
  /** Ranks of its own keys. */
  readonly ranks: readonly number[];
}

interface Ordering {
  readonly ranks: readonly Uint16Array[];
  readonly compare: Compare;
}

/** The order of a plan's buckets; null when only SQL knows it. */
async function orderOf({ plan, columns }: ColumnLevel): Promise<Ordering | null> {
  if (plan === null) return { ranks: [], compare: () => 0 };
  if (plan.order.some(({ by }) => by !== '_count' && by !== '_key')) return null;
  if (plan.orderKeys !== undefined && plan.directions === undefined) return null;
  const ranks: Uint16Array[] = [];
  for (const [i, key] of plan.keys.entries()) {
    const coded = await columns.coded(givenValue(key));
    const ranked = coded === null ? null : await ranksIn(columns, plan, key, coded, plan.directions?.[i]);
    if (ranked === null) return null;
    ranks.push(ranked);
  }
  return { ranks, compare: comparing(plan) };
}

async function ranksIn(
  columns: IndexColumns,
  { orderKey }: KeysPlan,
  key: KeyColumn,
  coded: Coded,
  direction: KeyDirection | undefined,
): Promise<Uint16Array | null> {
  if (orderKey === undefined) return directed(ranksOf(coded.keys), direction);
  const by = await columns.coded(orderKey(givenValue(key)));
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

interface Counted {
  readonly level: ColumnLevel;
  readonly grouping: Grouping;
  readonly figures: Figures;
  readonly counts: Uint32Array;
  readonly order: Ordering;
}

/** The wanted buckets of each bucket around, in order, as rows: keys, count, figures, total. */
function shownRows({ level, grouping, figures, counts, order }: Counted): readonly Row[] {
  const { plan, hasOwnTotal } = level;
  if (plan === null && grouping.keys.length === 0) return [[counts[0] ?? 0, ...figures.of(0, counts[0] ?? 0)]];
  const rows: Row[] = [];
  const own = plan?.keys.length ?? 0;
  const sizes = grouping.keys.map(({ coded }) => coded.keys.length);
  const within = sizes.slice(sizes.length - own).reduce((all, size) => all * size, 1);
  for (let first = 0; first < counts.length; first += within) {
    const found = groupsFrom(counts, first, within, plan, order.ranks);
    if (found.length === 0) continue;
    const around = keysAt(grouping, first).slice(0, sizes.length - own);
    if (around.length > 0 && !level.isShown(pathOf(around))) continue;
    const total = hasOwnTotal ? [found.reduce((sum, { count }) => sum + count, 0)] : [];
    for (const { number, count } of chosen(found, plan?.size ?? null, order.compare)) {
      rows.push([...keysAt(grouping, number), count, ...figures.of(number, count), ...total]);
    }
    if (rows.length > MAX_BUCKETS) return rows;
  }
  return rows;
}

function groupsFrom(
  counts: Uint32Array,
  first: number,
  within: number,
  plan: KeysPlan | null,
  ranks: readonly Uint16Array[],
): readonly Group[] {
  const least = Math.max(1, plan?.minDocCount ?? 1);
  const most = plan?.maxDocCount ?? Number.POSITIVE_INFINITY;
  const found: Group[] = [];
  for (let number = first; number < first + within; number++) {
    const count = counts[number] ?? 0;
    if (count < least || count > most) continue;
    found.push({ number, count, ranks: ranksAt(number - first, ranks) });
  }
  return found;
}

function ranksAt(number: number, ranks: readonly Uint16Array[]): readonly number[] {
  const own: number[] = [];
  let rest = number;
  for (let i = ranks.length - 1; i >= 0; i--) {
    const each = ranks[i] ?? NO_RANKS;
    own.unshift(each[rest % each.length] ?? 0);
    rest = Math.floor(rest / each.length);
  }
  return own;
}

const NO_RANKS = new Uint16Array(1);

function chosen(found: readonly Group[], size: number | null, compare: Compare): readonly Group[] {
  if (size === null) return found;
  const top = new Top<Group>(size, compare);
  for (const group of found) top.add(group);
  return top.sorted();
}

function keysAt({ keys }: Grouping, group: number): readonly unknown[] {
  const values: unknown[] = [];
  let rest = group;
  for (const { coded } of keys.toReversed()) {
    values.unshift(coded.keys[rest % coded.keys.length] ?? null);
    rest = Math.floor(rest / coded.keys.length);
  }
  return values;
}
