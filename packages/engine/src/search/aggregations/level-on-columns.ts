import type { IndexColumns } from '../columns/index-columns.ts';
import type { Grouping } from '../columns/selected.ts';
import type { IndexPart } from '../part.ts';
import { MAX_BUCKETS } from './bucket-limit.ts';
import { type Figures, figuresOf, type LevelFigure } from './figures-on-columns.ts';
import { countGroups } from './group-counts.ts';
import { chosen, type Group, type Ordering, orderOf, ranksAt } from './group-order.ts';
import { groupingOf } from './grouping.ts';
import { pathOf } from './key-path.ts';
import type { RowsStep } from './level-rows.ts';
import type { KeysPlan } from './plan.ts';

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

type Row = readonly unknown[];

/** So many figures of one level are worth the columns they read: a statement of a thousand of them takes DuckDB seconds to plan. */
const MANY_FIGURES = 64;

/** The rows the level's statement would give, from kept columns; null when they do not suffice. */
export async function rowsOnColumns(level: ColumnLevel): Promise<readonly Row[] | null> {
  const rows = await rowsFromKept(level);
  // the second question about a column brings it into memory
  return rows === null && level.figures.length >= MANY_FIGURES ? rowsFromKept(level) : rows;
}

async function rowsFromKept(level: ColumnLevel): Promise<readonly Row[] | null> {
  const grouping = await groupingOf(level.part, level.columns, level.steps);
  // columns of an index so large are not read for what its table answers
  if (grouping === null && !level.columns.hasRoomForNumbers) return null;
  const order = await orderOf(level.plan, level.columns, grouping);
  const figures = await figuresOf(level.columns, level.figures, grouping);
  if (grouping === null || figures === null || order === null) return null;
  const counts = await countGroups(level.columns, grouping, figures);
  return shownRows({ level, grouping, figures, counts, order });
}

interface Counted {
  readonly level: ColumnLevel;
  readonly grouping: Grouping;
  readonly figures: Figures;
  readonly counts: Uint32Array;
  readonly order: Ordering;
}

/** The wanted buckets of each bucket around, in order, as rows: keys, count, figures, total. */
async function shownRows({ level, grouping, figures, counts, order }: Counted): Promise<readonly Row[]> {
  const { plan, hasOwnTotal } = level;
  if (plan === null && grouping.keys.length === 0) return [[counts[0] ?? 0, ...figures.of(0, counts[0] ?? 0)]];
  const rows: Row[] = [];
  const breath = level.columns.breath();
  const own = plan?.keys.length ?? 0;
  const sizes = grouping.keys.map(({ keys }) => keys.length);
  const within = sizes.slice(sizes.length - own).reduce((all, size) => all * size, 1);
  for (let first = 0; first < counts.length; first += within) {
    const found = groupsFrom(counts, first, within, plan, order.ranks);
    if (found.length === 0) continue;
    const around = keysAt(grouping, first).slice(0, sizes.length - own);
    if (around.length > 0 && !level.isShown(pathOf(around))) continue;
    const total = hasOwnTotal ? [found.reduce((sum, { count }) => sum + count, 0)] : [];
    for (const { number, count } of chosen(found, plan?.size ?? null, order.compare)) {
      rows.push([...keysAt(grouping, number), count, ...figures.of(number, count), ...total]);
      if (breath.isDue) await breath.take();
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
  const values: unknown[] = keys.map(() => null);
  let rest = group;
  for (let i = keys.length - 1; i >= 0; i--) {
    const own = keys[i]?.keys ?? [];
    values[i] = own[rest % own.length] ?? null;
    rest = Math.floor(rest / own.length);
  }
  return values;
}
