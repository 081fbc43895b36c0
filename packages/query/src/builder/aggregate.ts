import type { BucketOrder } from '../aggregations/order.ts';
import { DEFAULT_PERCENTS } from '../aggregations/percentiles.ts';
import type { Leaf } from './leaf.ts';
import type { QuerySort } from './sorts.ts';
import { HISTOGRAM_DATE_FORMAT } from './time-range.ts';

/** The 26 functions of the query builder (AGG-01) with their kind: a figure or buckets (QRY-13). */
export const AGGREGATE_FUNCTIONS = {
  value_count: 'reduce',
  cardinality: 'reduce',
  sum: 'reduce',
  avg: 'reduce',
  min: 'reduce',
  max: 'reduce',
  geo_centroid: 'reduce',
  geo_bounds: 'reduce',
  date_histogram: 'map',
  date_range: 'map',
  filters: 'map',
  geo_distance: 'map',
  geohash_grid: 'map',
  histogram: 'map',
  ip: 'map',
  missing: 'map',
  top_hits: 'reduce',
  terms: 'map',
  significant_terms: 'map',
  string_stats: 'reduce',
  stats: 'reduce',
  extended_stats: 'reduce',
  percentiles: 'reduce',
  weighted_avg: 'reduce',
  percentile_ranks: 'reduce',
  median_absolute_deviation: 'reduce',
} as const;
export type AggregateFunction = keyof typeof AGGREGATE_FUNCTIONS;

/** Units of `date_histogram`; a fixed interval knows only those that are always equally long. */
export const INTERVAL_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** from ≤ value < to, or for addresses all of a `mask` such as 10.0.0.0/8. */
export interface AggregateRange {
  /** What its bucket is called; absent = after its ends. */
  readonly key?: string;
  readonly from?: string | number;
  readonly to?: string | number;
  readonly mask?: string;
}

/** One bucket of `filters`: the records its conditions choose. */
export interface FilterBucket {
  /** All buckets have one, or none. The answer has them in alphabetical order. */
  readonly name: string;
  readonly conditions: readonly Leaf[];
}

/** What the figures of a bucket of nested objects are of (QRY-23): the objects, or the records that hold them. */
export type NestedCount = 'parents' | 'children';

/** One aggregate of the query builder (QRY-09). What its function does not use stays as it was made. */
export interface Aggregate {
  readonly name: string;
  readonly function: AggregateFunction;
  /** A figure or buckets, as the function is. */
  readonly type: 'reduce' | 'map';
  readonly field: string;
  /** Buckets asked for, by terms, significant_terms and geohash_grid. */
  readonly size: number;
  /** Buckets shown of those that were found; -1 = all (QRY-14). */
  readonly limit: number;
  /** Of terms and histograms; empty = the function's own. By `_count`, `_key` or a path of names inside. */
  readonly order: readonly BucketOrder[];
  /** What is looked at; empty = all that is around. */
  readonly filters: readonly Leaf[];
  /** Of `filters`. */
  readonly buckets: readonly FilterBucket[];
  /** Of `filters`: the name of the bucket for the rest; empty = none. */
  readonly other: string;
  /** Of buckets on fields under Nested, where it has to be said. */
  readonly count?: NestedCount;
  readonly aggregates: readonly Aggregate[];
  readonly top_hits: {
    readonly size: number;
    readonly sorts: readonly QuerySort[];
    /** Fields of each record; empty = all. */
    readonly sources: readonly string[];
  };
  /** Letters of a geohash. */
  readonly precision: number;
  /** How values are written as text; empty = as they are. Of a new date_histogram QRY-20. */
  readonly format: string;
  readonly geo_distance: {
    readonly unit: string;
    readonly type: 'arc' | 'plane';
    readonly origin: { readonly lat: number; readonly lon: number };
    readonly ranges: readonly AggregateRange[];
  };
  readonly date_histogram: {
    readonly type: 'fixed' | 'calendar';
    readonly unit: IntervalUnit;
    /** How many units; a calendar interval is always one. */
    readonly value: number;
    /** `+07:00` or `Asia/Jakarta`, whose days are cut (FMT-08); absent = UTC. */
    readonly time_zone?: string;
  };
  readonly histogram: { readonly interval: number };
  /** Of date_range and ip. */
  readonly ranges: readonly AggregateRange[];
  /** Percents of percentiles, values of percentile_ranks; ascending. */
  readonly values: readonly number[];
  /** The field that weighs, of weighted_avg. */
  readonly weight: string;
}

const DEFAULTS = {
  field: '',
  size: 5,
  limit: -1,
  order: [],
  filters: [],
  buckets: [],
  other: '',
  aggregates: [],
  top_hits: { size: 1, sorts: [], sources: [] },
  precision: 3,
  format: '',
  geo_distance: {
    unit: 'km',
    type: 'arc',
    origin: { lat: 0, lon: 0 },
    ranges: [
      { from: 0, to: 10 },
      { from: 10, to: 50 },
      { from: 50, to: 100 },
    ],
  },
  date_histogram: { type: 'fixed', unit: 'day', value: 1 },
  histogram: { interval: 50 },
  ranges: [],
  values: [],
  weight: '',
} as const satisfies Omit<Aggregate, 'name' | 'function' | 'type'>;

/** What single functions start with instead. */
const OWN_DEFAULTS: Readonly<Partial<Record<AggregateFunction, Partial<Aggregate>>>> = {
  date_histogram: { format: HISTOGRAM_DATE_FORMAT },
  percentiles: { values: DEFAULT_PERCENTS },
};

/** An aggregate with the defaults of QRY-10, QRY-11, QRY-12 and QRY-20. */
export const createAggregate = (
  name: string,
  own: AggregateFunction,
  given: Partial<Omit<Aggregate, 'name' | 'function' | 'type'>> = {},
): Aggregate => ({
  name,
  function: own,
  type: AGGREGATE_FUNCTIONS[own],
  ...DEFAULTS,
  ...OWN_DEFAULTS[own],
  ...given,
});

/** The buckets a limit leaves, after they were sorted, and what is said of the others: `first 3 of 12` (QRY-14). */
export function limited<B>(
  buckets: readonly B[],
  limit: number,
): { readonly shown: readonly B[]; readonly note: string | null } {
  if (limit < 0 || buckets.length <= limit) return { shown: buckets, note: null };
  return { shown: buckets.slice(0, limit), note: `first ${limit} of ${buckets.length}` };
}
