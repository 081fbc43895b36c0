import { MAX_DEPTH } from '../clauses/query.ts';
import { pathOf } from '../reading/fields.ts';
import { isObject, type Json, type JsonObject, present } from '../reading/json.ts';
import { unsupported, wrongShape } from '../reading/refusal.ts';
import { type AvgAggregation, avgForm } from './avg.ts';
import { type CardinalityAggregation, cardinalityForm } from './cardinality.ts';
import { type DateHistogramAggregation, dateHistogramForm } from './date-histogram.ts';
import { type DateRangeAggregation, dateRangeForm } from './date-range.ts';
import type { AggregationForm } from './definition.ts';
import { type ExtendedStatsAggregation, extendedStatsForm } from './extended-stats.ts';
import { type FilterAggregation, filterForm } from './filter.ts';
import { type FiltersAggregation, filtersForm } from './filters.ts';
import { type GeoBoundsAggregation, geoBoundsForm } from './geo-bounds.ts';
import { type GeoCentroidAggregation, geoCentroidForm } from './geo-centroid.ts';
import { type GeohashGridAggregation, geohashGridForm } from './geohash-grid.ts';
import { type HistogramAggregation, histogramForm } from './histogram.ts';
import { type MaxAggregation, maxForm } from './max.ts';
import { type MinAggregation, minForm } from './min.ts';
import { type MissingAggregation, missingForm } from './missing.ts';
import { type PercentilesAggregation, percentilesForm } from './percentiles.ts';
import { type RangeAggregation, rangeForm } from './range.ts';
import { type StatsAggregation, statsForm } from './stats.ts';
import { type SumAggregation, sumForm } from './sum.ts';
import { type TermsAggregation, termsForm } from './terms.ts';
import { type TopHitsAggregation, topHitsForm } from './top-hits.ts';
import { type ValueCountAggregation, valueCountForm } from './value-count.ts';

/** Every aggregation by its kind, which is its name in DSL. */
export interface AggregationKinds {
  readonly value_count: ValueCountAggregation;
  readonly sum: SumAggregation;
  readonly avg: AvgAggregation;
  readonly min: MinAggregation;
  readonly max: MaxAggregation;
  readonly stats: StatsAggregation;
  readonly extended_stats: ExtendedStatsAggregation;
  readonly cardinality: CardinalityAggregation;
  readonly percentiles: PercentilesAggregation;
  readonly terms: TermsAggregation;
  readonly histogram: HistogramAggregation;
  readonly date_histogram: DateHistogramAggregation;
  readonly range: RangeAggregation;
  readonly date_range: DateRangeAggregation;
  readonly missing: MissingAggregation;
  readonly filter: FilterAggregation;
  readonly filters: FiltersAggregation;
  readonly top_hits: TopHitsAggregation;
  readonly geo_bounds: GeoBoundsAggregation;
  readonly geo_centroid: GeoCentroidAggregation;
  readonly geohash_grid: GeohashGridAggregation;
}

export type AggregationKind = keyof AggregationKinds;
export type Aggregation = AggregationKinds[AggregationKind];

/** An aggregation with those inside its buckets. */
export interface AggregationNode {
  readonly aggregation: Aggregation;
  readonly aggs: Aggregations;
  /** Answered as given. */
  readonly meta?: JsonObject;
}

/** Aggregations by the name the caller gave them, in the caller's order. */
export type Aggregations = Readonly<Record<string, AggregationNode>>;

/** One handler per aggregation: an aggregation without one does not compile. */
export type AggregationVisitor<R> = { readonly [K in AggregationKind]: (aggregation: AggregationKinds[K]) => R };

export function visitAggregation<R>(aggregation: Aggregation, visitor: AggregationVisitor<R>): R {
  // TypeScript cannot relate the kind to the handler's parameter; the mapped type above does.
  return (visitor[aggregation.kind] as (given: Aggregation) => R)(aggregation);
}

const FORMS: { readonly [K in AggregationKind]: AggregationForm<AggregationKinds[K]> } = {
  value_count: valueCountForm,
  sum: sumForm,
  avg: avgForm,
  min: minForm,
  max: maxForm,
  stats: statsForm,
  extended_stats: extendedStatsForm,
  cardinality: cardinalityForm,
  percentiles: percentilesForm,
  terms: termsForm,
  histogram: histogramForm,
  date_histogram: dateHistogramForm,
  range: rangeForm,
  date_range: dateRangeForm,
  missing: missingForm,
  filter: filterForm,
  filters: filtersForm,
  top_hits: topHitsForm,
  geo_bounds: geoBoundsForm,
  geo_centroid: geoCentroidForm,
  geohash_grid: geohashGridForm,
};

/** Names of all aggregations, for messages and editors. */
export const AGGREGATION_KINDS: readonly string[] = Object.keys(FORMS);

/** Whether an aggregation makes buckets (`map`) or a figure (`reduce`) (QRY-13). */
export const aggregationShape = (kind: AggregationKind): 'bucket' | 'metric' => FORMS[kind].shape;

const CHILDREN = new Set(['aggs', 'aggregations']);

/** Reads `{name: {kind: body, aggs?}}`; `depth` counts the levels above. */
export function readAggregations(value: unknown, path: string, depth = 1): Aggregations {
  if (!isObject(value)) throw wrongShape(path, 'an object of named aggregations', value);
  if (depth > MAX_DEPTH) throw wrongShape(path, `at most ${MAX_DEPTH} aggregations within each other`, 'more');
  const entries = Object.entries(value).map(([name, body]) => {
    const at = pathOf(path, name);
    if (/[[\]>]/.test(name) || name === '') throw wrongShape(at, 'a name without [, ] and >', name);
    return [name, readAggregation(body, at, depth)] as const;
  });
  return Object.fromEntries(entries);
}

function readAggregation(value: unknown, path: string, depth: number): AggregationNode {
  if (!isObject(value)) throw wrongShape(path, 'an object with one aggregation', value);
  const kinds = Object.keys(value).filter((key) => !CHILDREN.has(key) && key !== 'meta');
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) throw wrongShape(path, 'exactly one aggregation', kinds);
  if (!isAggregationKind(kind)) throw unsupported(pathOf(path, kind), `Aggregation [${kind}]`, AGGREGATION_KINDS);
  const meta = value.meta ?? undefined;
  if (meta !== undefined && !isObject(meta)) throw wrongShape(`${path}.meta`, 'an object', meta);
  return {
    aggregation: FORMS[kind].parse(value[kind], pathOf(path, kind)),
    aggs: readChildren(value, path, kind, depth),
    ...present({ meta: meta as JsonObject | undefined }),
  } as AggregationNode;
}

function readChildren(
  value: Readonly<Record<string, unknown>>,
  path: string,
  kind: AggregationKind,
  depth: number,
): Aggregations {
  const name = value.aggs === undefined ? 'aggregations' : 'aggs';
  const children = value[name];
  if (children === undefined || children === null) return {};
  const at = pathOf(path, name);
  const aggs = readAggregations(children, at, depth + 1);
  if (FORMS[kind].shape === 'metric' && Object.keys(aggs).length > 0) {
    throw wrongShape(at, `nothing, as [${kind}] is a metric and holds no aggregations`, Object.keys(aggs));
  }
  return aggs;
}

/** The DSL of aggregations, with `aggs` at every level. */
export function printAggregations(aggregations: Aggregations): JsonObject {
  return Object.fromEntries(Object.entries(aggregations).map(([name, node]) => [name, printNode(node)]));
}

function printNode(node: AggregationNode): Json {
  const form = FORMS[node.aggregation.kind] as AggregationForm<Aggregation>;
  return present({
    [node.aggregation.kind]: form.print(node.aggregation),
    aggs: Object.keys(node.aggs).length === 0 ? undefined : printAggregations(node.aggs),
    meta: node.meta,
  });
}

export function isAggregationKind(kind: string): kind is AggregationKind {
  return Object.hasOwn(FORMS, kind);
}
