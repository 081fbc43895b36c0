import type { JsonObject } from '../reading/json.ts';
import { type AdjacencyMatrixAggregation, adjacencyMatrixForm } from './adjacency-matrix.ts';
import { type AutoDateHistogramAggregation, autoDateHistogramForm } from './auto-date-histogram.ts';
import { type AvgAggregation, avgForm } from './avg.ts';
import { type CardinalityAggregation, cardinalityForm } from './cardinality.ts';
import { type CompositeAggregation, compositeForm } from './composite.ts';
import { type DateHistogramAggregation, dateHistogramForm } from './date-histogram.ts';
import { type DateRangeAggregation, dateRangeForm } from './date-range.ts';
import type { AggregationForm } from './definition.ts';
import { type ExtendedStatsAggregation, extendedStatsForm } from './extended-stats.ts';
import { type FilterAggregation, filterForm } from './filter.ts';
import { type FiltersAggregation, filtersForm } from './filters.ts';
import { type GeoBoundsAggregation, geoBoundsForm } from './geo-bounds.ts';
import { type GeoCentroidAggregation, geoCentroidForm } from './geo-centroid.ts';
import { type GeoDistanceAggregation, geoDistanceRingsForm } from './geo-distance-rings.ts';
import { type GeohashGridAggregation, geohashGridForm } from './geohash-grid.ts';
import { type GeotileGridAggregation, geotileGridForm } from './geotile-grid.ts';
import { type GlobalAggregation, globalForm } from './global.ts';
import { type HistogramAggregation, histogramForm } from './histogram.ts';
import { type IpRangeAggregation, ipRangeForm } from './ip-range.ts';
import { type MatrixStatsAggregation, matrixStatsForm } from './matrix-stats.ts';
import { type MaxAggregation, maxForm } from './max.ts';
import { type MedianAbsoluteDeviationAggregation, medianAbsoluteDeviationForm } from './median-absolute-deviation.ts';
import { type MinAggregation, minForm } from './min.ts';
import { type MissingAggregation, missingForm } from './missing.ts';
import { type MultiTermsAggregation, multiTermsForm } from './multi-terms.ts';
import { type NestedAggregation, nestedForm, type ReverseNestedAggregation, reverseNestedForm } from './nested.ts';
import { type PercentileRanksAggregation, percentileRanksForm } from './percentile-ranks.ts';
import { type PercentilesAggregation, percentilesForm } from './percentiles.ts';
import {
  type AvgBucketAggregation,
  avgBucketForm,
  type ExtendedStatsBucketAggregation,
  extendedStatsBucketForm,
  type MaxBucketAggregation,
  type MinBucketAggregation,
  maxBucketForm,
  minBucketForm,
  type PercentilesBucketAggregation,
  percentilesBucketForm,
  type StatsBucketAggregation,
  type SumBucketAggregation,
  statsBucketForm,
  sumBucketForm,
} from './pipelines/bucket-metrics.ts';
import { type BucketSortAggregation, bucketSortForm } from './pipelines/bucket-sort.ts';
import { type MovingAvgAggregation, movingAvgForm } from './pipelines/moving-avg.ts';
import {
  type BucketScriptAggregation,
  type BucketSelectorAggregation,
  bucketScriptForm,
  bucketSelectorForm,
  type MovingFnAggregation,
  movingFnForm,
} from './pipelines/scripted.ts';
import {
  type CumulativeSumAggregation,
  cumulativeSumForm,
  type DerivativeAggregation,
  derivativeForm,
  type SerialDiffAggregation,
  serialDiffForm,
} from './pipelines/sequence.ts';
import { type RangeAggregation, rangeForm } from './range.ts';
import { type RareTermsAggregation, rareTermsForm } from './rare-terms.ts';
import {
  type DiversifiedSamplerAggregation,
  diversifiedSamplerForm,
  type SamplerAggregation,
  samplerForm,
} from './sampler.ts';
import { type SignificantTermsAggregation, significantTermsForm } from './significant-terms.ts';
import { type SignificantTextAggregation, significantTextForm } from './significant-text.ts';
import { type StatsAggregation, statsForm } from './stats.ts';
import { type StringStatsAggregation, stringStatsForm } from './string-stats.ts';
import { type SumAggregation, sumForm } from './sum.ts';
import { type TermsAggregation, termsForm } from './terms.ts';
import { type TopHitsAggregation, topHitsForm } from './top-hits.ts';
import { type ValueCountAggregation, valueCountForm } from './value-count.ts';
import { type VariableWidthHistogramAggregation, variableWidthHistogramForm } from './variable-width-histogram.ts';
import { type WeightedAvgAggregation, weightedAvgForm } from './weighted-avg.ts';

/** Every aggregation that looks at documents, by its kind, which is its name in DSL. */
export interface DocumentAggregationKinds {
  readonly value_count: ValueCountAggregation;
  readonly sum: SumAggregation;
  readonly avg: AvgAggregation;
  readonly min: MinAggregation;
  readonly max: MaxAggregation;
  readonly stats: StatsAggregation;
  readonly extended_stats: ExtendedStatsAggregation;
  readonly cardinality: CardinalityAggregation;
  readonly percentiles: PercentilesAggregation;
  readonly percentile_ranks: PercentileRanksAggregation;
  readonly median_absolute_deviation: MedianAbsoluteDeviationAggregation;
  readonly weighted_avg: WeightedAvgAggregation;
  readonly string_stats: StringStatsAggregation;
  readonly matrix_stats: MatrixStatsAggregation;
  readonly top_hits: TopHitsAggregation;
  readonly geo_bounds: GeoBoundsAggregation;
  readonly geo_centroid: GeoCentroidAggregation;
  readonly terms: TermsAggregation;
  readonly rare_terms: RareTermsAggregation;
  readonly multi_terms: MultiTermsAggregation;
  readonly significant_terms: SignificantTermsAggregation;
  readonly significant_text: SignificantTextAggregation;
  readonly composite: CompositeAggregation;
  readonly histogram: HistogramAggregation;
  readonly date_histogram: DateHistogramAggregation;
  readonly auto_date_histogram: AutoDateHistogramAggregation;
  readonly variable_width_histogram: VariableWidthHistogramAggregation;
  readonly range: RangeAggregation;
  readonly date_range: DateRangeAggregation;
  readonly ip_range: IpRangeAggregation;
  readonly geo_distance: GeoDistanceAggregation;
  readonly geohash_grid: GeohashGridAggregation;
  readonly geotile_grid: GeotileGridAggregation;
  readonly missing: MissingAggregation;
  readonly filter: FilterAggregation;
  readonly filters: FiltersAggregation;
  readonly adjacency_matrix: AdjacencyMatrixAggregation;
  readonly global: GlobalAggregation;
  readonly nested: NestedAggregation;
  readonly reverse_nested: ReverseNestedAggregation;
  readonly sampler: SamplerAggregation;
  readonly diversified_sampler: DiversifiedSamplerAggregation;
}

/** Every aggregation that is computed from the results of others. */
export interface PipelineKinds {
  readonly avg_bucket: AvgBucketAggregation;
  readonly sum_bucket: SumBucketAggregation;
  readonly min_bucket: MinBucketAggregation;
  readonly max_bucket: MaxBucketAggregation;
  readonly stats_bucket: StatsBucketAggregation;
  readonly extended_stats_bucket: ExtendedStatsBucketAggregation;
  readonly percentiles_bucket: PercentilesBucketAggregation;
  readonly derivative: DerivativeAggregation;
  readonly cumulative_sum: CumulativeSumAggregation;
  readonly serial_diff: SerialDiffAggregation;
  readonly moving_avg: MovingAvgAggregation;
  readonly moving_fn: MovingFnAggregation;
  readonly bucket_script: BucketScriptAggregation;
  readonly bucket_selector: BucketSelectorAggregation;
  readonly bucket_sort: BucketSortAggregation;
}

/** Every aggregation by the name it has in a request. */
export type AggregationKinds = DocumentAggregationKinds & PipelineKinds;
export type AggregationKind = keyof AggregationKinds;
export type DocumentAggregationKind = keyof DocumentAggregationKinds;
export type PipelineKind = keyof PipelineKinds;
/** One aggregation, told apart by its `kind`. */
export type Aggregation = AggregationKinds[AggregationKind];
/** An aggregation over documents. */
export type DocumentAggregation = DocumentAggregationKinds[DocumentAggregationKind];
/** An aggregation over what other aggregations came to. */
export type PipelineAggregation = PipelineKinds[PipelineKind];

/** An aggregation with those inside its buckets. */
export interface AggregationNode {
  readonly aggregation: Aggregation;
  readonly aggs: Aggregations;
  /** Answered as given. */
  readonly meta?: JsonObject;
}

/** Aggregations by the name the caller gave them, in the caller's order. */
export type Aggregations = Readonly<Record<string, AggregationNode>>;

/** How each kind is read and written; one without a form does not compile. */
export const FORMS: { readonly [K in AggregationKind]: AggregationForm<AggregationKinds[K]> } = {
  value_count: valueCountForm,
  sum: sumForm,
  avg: avgForm,
  min: minForm,
  max: maxForm,
  stats: statsForm,
  extended_stats: extendedStatsForm,
  cardinality: cardinalityForm,
  percentiles: percentilesForm,
  percentile_ranks: percentileRanksForm,
  median_absolute_deviation: medianAbsoluteDeviationForm,
  weighted_avg: weightedAvgForm,
  string_stats: stringStatsForm,
  matrix_stats: matrixStatsForm,
  top_hits: topHitsForm,
  geo_bounds: geoBoundsForm,
  geo_centroid: geoCentroidForm,
  terms: termsForm,
  rare_terms: rareTermsForm,
  multi_terms: multiTermsForm,
  significant_terms: significantTermsForm,
  significant_text: significantTextForm,
  composite: compositeForm,
  histogram: histogramForm,
  date_histogram: dateHistogramForm,
  auto_date_histogram: autoDateHistogramForm,
  variable_width_histogram: variableWidthHistogramForm,
  range: rangeForm,
  date_range: dateRangeForm,
  ip_range: ipRangeForm,
  geo_distance: geoDistanceRingsForm,
  geohash_grid: geohashGridForm,
  geotile_grid: geotileGridForm,
  missing: missingForm,
  filter: filterForm,
  filters: filtersForm,
  adjacency_matrix: adjacencyMatrixForm,
  global: globalForm,
  nested: nestedForm,
  reverse_nested: reverseNestedForm,
  sampler: samplerForm,
  diversified_sampler: diversifiedSamplerForm,
  avg_bucket: avgBucketForm,
  sum_bucket: sumBucketForm,
  min_bucket: minBucketForm,
  max_bucket: maxBucketForm,
  stats_bucket: statsBucketForm,
  extended_stats_bucket: extendedStatsBucketForm,
  percentiles_bucket: percentilesBucketForm,
  derivative: derivativeForm,
  cumulative_sum: cumulativeSumForm,
  serial_diff: serialDiffForm,
  moving_avg: movingAvgForm,
  moving_fn: movingFnForm,
  bucket_script: bucketScriptForm,
  bucket_selector: bucketSelectorForm,
  bucket_sort: bucketSortForm,
};
