import {
  type Aggregations,
  type DocumentAggregation,
  type DocumentAggregationKind,
  type DocumentAggregationKinds,
  isPipeline,
  type PipelineAggregation,
} from '@datasarana/query';
import type { AggregationResult } from '../response.ts';
import { adjacencyMatrix } from './adjacency-matrix.ts';
import { autoDateHistogram } from './auto-date-histogram.ts';
import { avg } from './avg.ts';
import { withBranchesAsSets } from './branches-as-sets.ts';
import { cardinality } from './cardinality.ts';
import { composite } from './composite.ts';
import { dateHistogram } from './date-histogram.ts';
import { dateRange } from './date-range.ts';
import { extendedStats } from './extended-stats.ts';
import { filter } from './filter.ts';
import { filters } from './filters.ts';
import { geoBounds } from './geo-bounds.ts';
import { geoCentroid } from './geo-centroid.ts';
import { geoDistanceRings } from './geo-distance-rings.ts';
import { geohashGrid } from './geohash-grid.ts';
import { geotileGrid } from './geotile-grid.ts';
import { global } from './global.ts';
import { histogram } from './histogram.ts';
import { ipRange } from './ip-range.ts';
import { matrixStats } from './matrix-stats.ts';
import { max } from './max.ts';
import { medianAbsoluteDeviation } from './median-absolute-deviation.ts';
import type { PlanContext } from './metrics.ts';
import { min } from './min.ts';
import { missing } from './missing.ts';
import { multiTerms } from './multi-terms.ts';
import { nested, reverseNested } from './nested.ts';
import { percentileRanks } from './percentile-ranks.ts';
import { percentiles } from './percentiles.ts';
import type { Plan, RowsPlan } from './plan.ts';
import { range } from './range.ts';
import { rareTerms } from './rare-terms.ts';
import { diversifiedSampler, sampler } from './sampler.ts';
import { significantTerms } from './significant-terms.ts';
import { significantText } from './significant-text.ts';
import { stats } from './stats.ts';
import { stringStats } from './string-stats.ts';
import { sum } from './sum.ts';
import { terms } from './terms.ts';
import { topHits } from './top-hits.ts';
import { valueCount } from './value-count.ts';
import { variableWidthHistogram } from './variable-width-histogram.ts';
import { weightedAvg } from './weighted-avg.ts';

/** A plan with those inside its buckets. */
export interface PlannedNode {
  readonly name: string;
  readonly plan: Plan;
  readonly type: string;
  readonly meta: AggregationResult | undefined;
  readonly inside: PlannedNodes;
}

/** Aggregations beside each other, in the caller's order, those apart that are computed from the others' results. */
export interface PlannedNodes {
  readonly nodes: readonly PlannedNode[];
  readonly pipelines: readonly NamedPipeline[];
}

export interface NamedPipeline {
  readonly name: string;
  readonly aggregation: PipelineAggregation;
  readonly meta: AggregationResult | undefined;
}

type Planner<A> = (aggregation: A, context: PlanContext) => Plan | Promise<Plan>;

const PLANNERS: { readonly [K in DocumentAggregationKind]: Planner<DocumentAggregationKinds[K]> } = {
  value_count: valueCount,
  sum,
  avg,
  min,
  max,
  stats,
  extended_stats: extendedStats,
  cardinality,
  percentiles,
  percentile_ranks: percentileRanks,
  median_absolute_deviation: medianAbsoluteDeviation,
  weighted_avg: weightedAvg,
  string_stats: stringStats,
  matrix_stats: matrixStats,
  terms,
  rare_terms: rareTerms,
  multi_terms: multiTerms,
  significant_terms: significantTerms,
  significant_text: significantText,
  composite,
  histogram,
  date_histogram: dateHistogram,
  auto_date_histogram: autoDateHistogram,
  variable_width_histogram: variableWidthHistogram,
  range,
  date_range: dateRange,
  ip_range: ipRange,
  geo_distance: geoDistanceRings,
  missing,
  filter,
  filters,
  adjacency_matrix: adjacencyMatrix,
  global,
  nested,
  reverse_nested: reverseNested,
  sampler,
  diversified_sampler: diversifiedSampler,
  top_hits: topHits,
  geo_bounds: geoBounds,
  geo_centroid: geoCentroid,
  geohash_grid: geohashGrid,
  geotile_grid: geotileGrid,
};

/** How each aggregation is computed on the indexes of a search. */
export async function planAll(aggs: Aggregations, context: PlanContext): Promise<PlannedNodes> {
  const nodes: PlannedNode[] = [];
  const pipelines: NamedPipeline[] = [];
  for (const [name, { aggregation, meta, aggs: below }] of Object.entries(aggs)) {
    if (isPipeline(aggregation)) {
      pipelines.push({ name, aggregation, meta });
      continue;
    }
    const own: PlanContext = {
      ...context,
      name,
      holds: below,
      above: [...context.above, { name, kind: aggregation.kind }],
    };
    // TypeScript cannot relate the kind to the planner's parameter; the mapped type above does.
    const planner = PLANNERS[aggregation.kind] as Planner<DocumentAggregation>;
    const plan = await withBranchesAsSets(await planner(aggregation, own), own);
    const inner = plan.kind === 'rows' ? within(plan, own) : own;
    nodes.push({ name, plan, type: plan.type ?? aggregation.kind, meta, inside: await planAll(below, inner) });
  }
  return { nodes, pipelines };
}

/** What stands inside other rows sees those; inside all rows, all documents. */
const within = ({ parts, sources, all, nests, unnests }: RowsPlan, context: PlanContext): PlanContext => ({
  ...context,
  parts,
  sources,
  nests: nests ?? context.nests,
  depth: all ? 0 : context.depth + (unnests?.length ?? 0),
  documents: all ? parts : context.documents,
});
