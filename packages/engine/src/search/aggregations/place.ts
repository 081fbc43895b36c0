import type { BucketOrder } from '@datasarana/query';
import { orderPath } from '@datasarana/query';
import type { Breath } from '../../store/breath.ts';
import type { AggregationResult } from '../response.ts';
import { and, type Sql, sql } from '../sql.ts';
import { Level, type LevelRow, ROWS } from './level.ts';
import type { RowsStep } from './level-rows.ts';
import { orderFault } from './order-fault.ts';
import { withPipelines, withSiblings } from './pipelines/apply.ts';
import type {
  AroundBucket,
  BranchesPlan,
  BucketBody,
  Expression,
  KeysPlan,
  MetricColumn,
  MetricPlan,
  RowsPlan,
} from './plan.ts';
import type { PlannedNode, PlannedNodes } from './planner.ts';
import { typed } from './result-type.ts';

/** So many buckets are made in a moment. */
const FEW_BUCKETS = 16;

/** An aggregation placed in the level whose statement computes it. */
interface Placed {
  readonly name: string;
  /** Result for one bucket of the level around; undefined = a bucket without documents. */
  readonly result: (row: LevelRow | undefined) => AggregationResult;
  /** What buckets are ordered by, for a path of names below this one; `told` names an outcome where that is asked. */
  readonly order: (names: readonly string[], metric: string, told: Told) => Sql | null;
}

type Told = (outcome: Sql) => Sql;

/** Aggregations beside each other with what is computed from their results. */
export interface PlacedAll {
  readonly placed: readonly Placed[];
  readonly planned: PlannedNodes;
}

export interface Placement {
  readonly levels: {
    readonly level: Level;
    readonly before?: () => Promise<void>;
    readonly after?: () => Promise<void>;
  }[];
  /** How many documents match, when text alone decided it. */
  readonly known: number | null;
  /** Run after the statements, before results are read. */
  readonly preparations: (() => Promise<void>)[];
  /** Make what stands in many buckets, those of the outermost level first; others have their turn between them. */
  readonly bodies: ((breath: Breath) => Promise<void>)[];
}

export function resultsOf({ placed, planned }: PlacedAll, row: LevelRow | undefined) {
  const results = Object.fromEntries(placed.map(({ name, result }) => [name, result(row)]));
  return withSiblings(results, planned);
}

export function placeAll(
  planned: PlannedNodes,
  level: Level,
  filter: Expression | null,
  placement: Placement,
): PlacedAll {
  const placed = planned.nodes.map((node) => {
    const { name, result, order } = place(node, level, filter, placement);
    return {
      name,
      order,
      result: (row: LevelRow | undefined) => {
        const found = withPipelines(typed(result(row), node.type), node.inside);
        return node.meta === undefined ? found : typed({ meta: node.meta, ...found }, node.type);
      },
    };
  });
  return { placed, planned };
}

function place(node: PlannedNode, level: Level, filter: Expression | null, placement: Placement): Placed {
  switch (node.plan.kind) {
    case 'metric':
      return placeMetric(node.name, node.plan, level, filter, placement);
    case 'branches':
      return placeBranches(node, node.plan, level, filter, placement);
    case 'keys':
      return placeKeys(node, node.plan, level, filter, placement);
    case 'rows':
      return placeRows(node, node.plan, level, filter, placement);
  }
}

function placeMetric(
  name: string,
  plan: MetricPlan,
  level: Level,
  filter: Expression | null,
  placement: Placement,
): Placed {
  const { from, outcomes } = level.add(plan.columns(level.column), filter);
  const to = level.outputCount;
  const nothing = Array.from({ length: to - from }, () => null);
  const { prepare } = plan;
  if (prepare) {
    placement.preparations.push(() => prepare(level.rows.map((row) => row.values.slice(from, to))));
  }
  return {
    name,
    result: (row) => plan.read(row === undefined ? nothing : row.values.slice(from, to)),
    order: (names, metric, told) => (names.length === 0 ? plan.orderValue(metric, outcomes.map(told)) : null),
  };
}

const COUNT: MetricColumn = { call: sql`count(*)`, figure: { kind: 'rows' } };

function placeBranches(
  node: PlannedNode,
  plan: BranchesPlan,
  level: Level,
  filter: Expression | null,
  placement: Placement,
): Placed {
  const branches = plan.branches.map((branch) => {
    const inside = filter === null ? branch : branch.map((test, i) => and([filter[i] ?? sql`TRUE`, test]));
    const { from, outcomes } = level.add([COUNT], inside);
    return { from, outcomes, placed: placeAll(node.inside, level, inside, placement) };
  });
  const [only] = branches;
  return {
    name: node.name,
    result: (row) =>
      plan.read(
        branches.map(({ from, placed }): BucketBody => {
          const count = Number(row?.values[from] ?? 0);
          return { doc_count: count, ...resultsOf(placed, row) };
        }),
      ),
    order: (names, metric, told) => {
      const [count] = only?.outcomes ?? [];
      if (only === undefined || count === undefined || branches.length > 1) return null;
      return orderIn(only.placed, count, names, metric, told);
    },
  };
}

/** What a bucket that stands alone is ordered by: how many documents it holds, or what is inside. */
function orderIn(
  { placed }: PlacedAll,
  count: Sql,
  [name, ...rest]: readonly string[],
  metric: string,
  told: Told,
): Sql | null {
  if (name === undefined) return isCount(metric) ? sql`coalesce(${told(count)}, 0)` : null;
  return placed.find((each) => each.name === name)?.order(rest, metric, told) ?? null;
}

const isCount = (metric: string): boolean => metric === 'value' || metric === 'doc_count';

const whereStep = (filter: Expression | null): readonly RowsStep[] =>
  filter === null ? [] : [{ kind: 'where', test: filter }];

function placeRows(
  node: PlannedNode,
  plan: RowsPlan,
  level: Level,
  filter: Expression | null,
  placement: Placement,
): Placed {
  const steps: RowsStep[] = [
    ...whereStep(filter),
    ...(plan.unnests ?? []).map((lists) => ({ kind: 'unnest', lists }) as const),
    ...(plan.change === undefined ? [] : [{ kind: 'change', change: plan.change } as const]),
  ];
  const own = plan.all ? new Level(plan.parts, null, []) : new Level(level.parts, level, steps);
  placement.levels.push({ level: own });
  const placed = placeAll(node.inside, own, null, placement);
  return {
    name: node.name,
    result: (row) => {
      const inner = row === undefined ? undefined : own.row(plan.all ? '' : row.path);
      return plan.read({ doc_count: inner?.docCount ?? 0, ...resultsOf(placed, inner) });
    },
    order: (names, metric, told) => {
      const beside = plan.all ? null : level.beside(own);
      return beside && orderIn(placed, ROWS, names, metric, (outcome) => told(beside(outcome)));
    },
  };
}

function placeKeys(
  node: PlannedNode,
  given: KeysPlan,
  level: Level,
  filter: Expression | null,
  placement: Placement,
): Placed {
  const plan = given.fresh?.() ?? given;
  const own = new Level(level.parts, level, [...whereStep(filter), { kind: 'keys', plan }]);
  // A statement of its own only for this total would cost more than adding up the buckets.
  const addsUp = plan.minDocCount > 1 || (placement.known !== null && own.depth === 1);
  const total = plan.total && !addsUp ? level.add([plan.total(level.column)], filter).from : null;
  if (plan.total && addsUp) own.addOwnTotal();
  const aroundFrom = level.outputCount;
  level.add(plan.around?.(level.column) ?? [], filter);
  const aroundTo = level.outputCount;
  const around = (row: LevelRow) => row.values.slice(aroundFrom, aroundTo);
  const nothing = Array.from({ length: aroundTo - aroundFrom }, () => null);
  const { before, after } = plan;
  placement.levels.push({
    level: own,
    ...(before && {
      before: () =>
        before(level.rows.map((row): AroundBucket => ({ path: row.path, keys: row.keys, values: around(row) }))),
    }),
    ...(after && { after: () => after(own.rows.map((row) => row.keys.slice(own.depth - plan.keys.length))) }),
  });
  const bodies = new Map<LevelRow, BucketBody>();
  placement.bodies.push(async (breath) => {
    if (own.rows.length < FEW_BUCKETS) return;
    for (const each of own.rows) {
      bodies.set(each, bodyOf(each));
      if (breath.isDue) await breath.take();
    }
  });
  const placed = placeAll(node.inside, own, null, placement);
  own.orderBy(plan.order.flatMap((order) => metricOrder(order, placed, node.name)));
  const bodyOf = (row: LevelRow | undefined): BucketBody => ({
    doc_count: row?.docCount ?? 0,
    ...resultsOf(placed, row),
  });
  return {
    name: node.name,
    result: (row) => {
      const rows = row === undefined ? [] : own.rowsIn(row.path);
      const buckets = rows.map((each) => {
        const keys = each.keys.slice(own.depth - plan.keys.length);
        return {
          key: keys[0],
          keys,
          docCount: each.docCount,
          orders: each.orders,
          body: () => bodies.get(each) ?? bodyOf(each),
        };
      });
      const empty = () => bodyOf(undefined);
      const inAll = addsUp ? rows[0]?.orders.at(-1) : total === null ? null : row?.values[total];
      const figures = row === undefined ? nothing : around(row);
      return plan.read({ buckets, empty, total: inAll, around: figures, path: row?.path ?? '' });
    },
    order: () => null,
  };
}

function metricOrder({ by }: BucketOrder, { placed, planned }: PlacedAll, name: string): readonly Sql[] {
  if (by === '_count' || by === '_key') return [];
  const { aggregations, metric } = orderPath(by);
  const [first, ...rest] = aggregations;
  const value = placed.find((each) => each.name === first)?.order(rest, metric, (outcome) => outcome);
  if (value) return [value];
  throw orderFault(by, planned, name);
}
