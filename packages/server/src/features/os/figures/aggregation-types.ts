import type { DocumentAggregationKind } from '@datasarana/query';
import type { Body } from '../json-object.ts';

const NUMBERS = 'boolean date numeric';
const RANGES = `${NUMBERS} range`;
const KEYS = 'boolean bytes date ip numeric';
const EVERY = 'boolean bytes date geo_shape geopoint ip numeric range';

/** Values that aggregations are made of, in OpenSearch's names; `other` where it is not a field's. */
const TYPES: Readonly<Record<DocumentAggregationKind, string>> = {
  adjacency_matrix: 'other',
  auto_date_histogram: NUMBERS,
  avg: NUMBERS,
  cardinality: EVERY,
  composite: 'other',
  date_histogram: RANGES,
  date_range: NUMBERS,
  diversified_sampler: 'boolean bytes date numeric',
  extended_stats: NUMBERS,
  filter: 'other',
  filters: 'other',
  geo_bounds: 'geopoint',
  geo_centroid: 'geopoint',
  geo_distance: 'geopoint',
  geohash_grid: 'geopoint',
  geotile_grid: 'geopoint',
  global: 'other',
  histogram: RANGES,
  ip_range: 'ip',
  matrix_stats: 'other',
  max: NUMBERS,
  median_absolute_deviation: 'numeric',
  min: NUMBERS,
  missing: EVERY,
  multi_terms: KEYS,
  nested: 'other',
  percentile_ranks: NUMBERS,
  percentiles: NUMBERS,
  range: NUMBERS,
  rare_terms: KEYS,
  reverse_nested: 'other',
  sampler: 'other',
  significant_terms: KEYS,
  significant_text: 'other',
  stats: NUMBERS,
  string_stats: 'bytes',
  sum: NUMBERS,
  terms: KEYS,
  top_hits: 'other',
  value_count: EVERY,
  variable_width_histogram: 'numeric',
  weighted_avg: 'numeric',
};

/** Every aggregation over documents with what it can be made of. */
export const AGGREGATION_TYPES: Body = Object.fromEntries(
  Object.entries(TYPES).map(([kind, types]) => [kind, { types: types.split(' ') }]),
);
