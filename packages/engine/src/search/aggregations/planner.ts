import type { Aggregation, AggregationKind, AggregationKinds, Aggregations } from '@datasarana/query';
import { avg } from './avg.ts';
import { cardinality } from './cardinality.ts';
import { dateHistogram } from './date-histogram.ts';
import { dateRange } from './date-range.ts';
import { extendedStats } from './extended-stats.ts';
import { filter } from './filter.ts';
import { filters } from './filters.ts';
import { geoBounds } from './geo-bounds.ts';
import { geoCentroid } from './geo-centroid.ts';
import { geohashGrid } from './geohash-grid.ts';
import { histogram } from './histogram.ts';
import { max } from './max.ts';
import type { PlanContext } from './metrics.ts';
import { min } from './min.ts';
import { missing } from './missing.ts';
import { percentiles } from './percentiles.ts';
import type { Plan, PlannedNode } from './plan.ts';
import { range } from './range.ts';
import { stats } from './stats.ts';
import { sum } from './sum.ts';
import { terms } from './terms.ts';
import { topHits } from './top-hits.ts';
import { valueCount } from './value-count.ts';

type Planner<A> = (aggregation: A, context: PlanContext) => Plan | Promise<Plan>;

const PLANNERS: { readonly [K in AggregationKind]: Planner<AggregationKinds[K]> } = {
  value_count: valueCount,
  sum,
  avg,
  min,
  max,
  stats,
  extended_stats: extendedStats,
  cardinality,
  percentiles,
  terms,
  histogram,
  date_histogram: dateHistogram,
  range,
  date_range: dateRange,
  missing,
  filter,
  filters,
  top_hits: topHits,
  geo_bounds: geoBounds,
  geo_centroid: geoCentroid,
  geohash_grid: geohashGrid,
};

/** How each aggregation is computed on the indexes of a search. */
export async function planAll(aggs: Aggregations, context: PlanContext): Promise<readonly PlannedNode[]> {
  const nodes: PlannedNode[] = [];
  for (const [name, node] of Object.entries(aggs)) {
    // TypeScript cannot relate the kind to the planner's parameter; the mapped type above does.
    const planner = PLANNERS[node.aggregation.kind] as Planner<Aggregation>;
    const plan = await planner(node.aggregation, context);
    nodes.push({ name, plan, meta: node.meta, inside: await planAll(node.aggs, context) });
  }
  return nodes;
}
