import { type Aggregations, type BucketOrder, orderPath } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { IndexPart, PartContext } from '../part.ts';
import type { AggregationResult } from '../response.ts';
import { and, type Sql, sql } from '../sql.ts';
import { Level, type LevelRow, ROOT } from './level.ts';
import type { BranchesPlan, BucketBody, Expression, KeysPlan, MetricPlan, PlannedNode } from './plan.ts';
import { planAll } from './planner.ts';

export interface Aggregated {
  /** How many documents match. */
  readonly total: number;
  readonly aggregations: Readonly<Record<string, AggregationResult>>;
}

/** An aggregation placed in the level whose statement computes it. */
interface Placed {
  readonly name: string;
  /** Result for one bucket of the level around; undefined = a bucket without documents. */
  readonly result: (row: LevelRow | undefined) => AggregationResult;
  /** What buckets are ordered by, for a path of names below this one. */
  readonly order: (names: readonly string[], metric: string) => Sql | null;
}

interface Placement {
  readonly levels: Level[];
  readonly parts: readonly IndexPart[];
  /** How many documents match, when text alone decided it. */
  readonly known: number | null;
  /** Run after the statements, before results are read. */
  readonly preparations: (() => Promise<void>)[];
}

/** Computes aggregations, one statement per path of bucket keys; null when none were asked for. */
export async function aggregate(
  parts: readonly IndexPart[],
  aggs: Aggregations,
  context: PartContext,
): Promise<Aggregated | null> {
  if (Object.keys(aggs).length === 0) return null;
  const planned = await planAll(aggs, { ...context, parts });
  const root = new Level(parts, null, null, null);
  const known = knownTotal(parts);
  const placement: Placement = { levels: [root], parts, known, preparations: [] };
  const placed = placeAll(planned, root, null, placement);
  for (const level of placement.levels) {
    if (level === root && known !== null && root.assume(known)) continue;
    await level.run(context.connection);
  }
  for (const prepare of placement.preparations) await prepare();
  const row = root.row(ROOT);
  return { total: row?.docCount ?? 0, aggregations: resultsOf(placed, row) };
}

const knownTotal = (parts: readonly IndexPart[]): number | null =>
  parts.reduce<number | null>((sum, { bits }) => (sum === null || bits === null ? null : sum + bits.size), 0);

const resultsOf = (placed: readonly Placed[], row: LevelRow | undefined) =>
  Object.fromEntries(placed.map(({ name, result }) => [name, result(row)]));

function placeAll(
  nodes: readonly PlannedNode[],
  level: Level,
  filter: Expression | null,
  placement: Placement,
): readonly Placed[] {
  return nodes.map((node) => {
    const placed = place(node, level, filter, placement);
    if (node.meta === undefined) return placed;
    return { ...placed, result: (row: LevelRow | undefined) => ({ meta: node.meta, ...placed.result(row) }) };
  });
}

function place(node: PlannedNode, level: Level, filter: Expression | null, placement: Placement): Placed {
  switch (node.plan.kind) {
    case 'metric':
      return placeMetric(node.name, node.plan, level, filter, placement);
    case 'branches':
      return placeBranches(node, node.plan, level, filter, placement);
    case 'keys':
      return placeKeys(node, node.plan, level, filter, placement);
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
    order: (names, metric) => (names.length === 0 ? plan.orderValue(metric, outcomes) : null),
  };
}

const COUNT = { call: sql`count(*)` };

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
    order: (names, metric) => {
      if (only === undefined || branches.length > 1) return null;
      const [name, ...rest] = names;
      if (name === undefined) return isCount(metric) ? (only.outcomes[0] ?? null) : null;
      return only.placed.find((placed) => placed.name === name)?.order(rest, metric) ?? null;
    },
  };
}

const isCount = (metric: string): boolean => metric === '_count' || metric === 'value';

function placeKeys(
  node: PlannedNode,
  plan: KeysPlan,
  level: Level,
  filter: Expression | null,
  placement: Placement,
): Placed {
  const own = new Level(placement.parts, level, plan, filter);
  // A statement of its own only for this total would cost more than adding up the buckets.
  const addsUp = plan.minDocCount > 1 || (placement.known !== null && own.keys.length === 1);
  const total = plan.total && !addsUp ? level.add([plan.total(level.column)], filter).from : null;
  if (plan.total && addsUp) own.addOwnTotal();
  placement.levels.push(own);
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
      const buckets = rows.map((each) => ({
        key: each.keys.at(-1),
        docCount: each.docCount,
        orders: each.orders,
        body: () => bodyOf(each),
      }));
      const empty = () => bodyOf(undefined);
      const inAll = addsUp ? rows[0]?.orders.at(-1) : total === null ? null : row?.values[total];
      return plan.read({ buckets, empty, total: inAll });
    },
    order: () => null,
  };
}

function metricOrder({ by }: BucketOrder, placed: readonly Placed[], name: string): readonly Sql[] {
  if (by === '_count' || by === '_key') return [];
  const { aggregations, metric } = orderPath(by);
  const [first, ...rest] = aggregations;
  const value = placed.find((each) => each.name === first)?.order(rest, metric);
  if (value) return [value];
  throw malformed(
    `Invalid aggregation order path [${by}] in [${name}]`,
    'Name a metric inside the buckets (avg1, stats1.max) or a single-bucket aggregation and its metric (filter1>avg1).',
  );
}
