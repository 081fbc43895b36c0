import type { Coded } from '../columns/coded.ts';
import type { IndexColumns } from '../columns/index-columns.ts';
import { type Grouping, type GroupKey, passing } from '../columns/selected.ts';
import type { IndexPart } from '../part.ts';
import { allOf, TRUE } from '../sql.ts';
import { MAX_BUCKETS } from './bucket-limit.ts';
import { type Figures, figuresOf, type LevelFigure } from './figures-on-columns.ts';
import { countGroups } from './group-counts.ts';
import { chosen, type Group, givenValue, type Ordering, orderOf, ranksAt } from './group-order.ts';
import { pathOf } from './key-path.ts';
import type { RowsStep } from './level-rows.ts';
import type { KeyColumn, KeysPlan } from './plan.ts';

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

type Row = readonly unknown[];

/** The rows the level's statement would give, from kept columns; null when they do not suffice. */
export async function rowsOnColumns(level: ColumnLevel): Promise<readonly Row[] | null> {
  const grouping = await groupingOf(level);
  const order = await orderOf(level.plan, level.columns);
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

function keysAt({ keys }: Grouping, group: number): readonly unknown[] {
  const values: unknown[] = [];
  let rest = group;
  for (const { coded } of keys.toReversed()) {
    values.unshift(coded.keys[rest % coded.keys.length] ?? null);
    rest = Math.floor(rest / coded.keys.length);
  }
  return values;
}
