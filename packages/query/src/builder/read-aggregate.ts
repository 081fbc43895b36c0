import type { AggregationNode, Aggregations, DocumentAggregationKinds } from '../aggregations/kinds.ts';
import type { Sort } from '../search/sort.ts';
import type { SourceFilter } from '../search/source.ts';
import { AGGREGATE_FUNCTIONS, type Aggregate, type AggregateFunction, createAggregate } from './aggregate.ts';
import type { Leaf } from './leaf.ts';
import { readLeaves } from './read-leaf.ts';
import type { QuerySort } from './sorts.ts';

type Kinds = DocumentAggregationKinds;
type Settings = Partial<Omit<Aggregate, 'name' | 'function' | 'type'>>;

const ofField = ({ field, format = '' }: { readonly field: string; readonly format?: string }) => ({ field, format });

const sortsOf = (sorts: readonly Sort[]): readonly QuerySort[] =>
  sorts.flatMap((sort) => (sort.kind === 'field' ? [{ field: sort.field, order: sort.order }] : []));

const sourcesOf = (source: SourceFilter): readonly string[] => (source.kind === 'fields' ? source.includes : []);

/** Units by length, the longest that fits first. */
const FIXED = ['day', 'hour', 'minute', 'second'] as const;
const LENGTHS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const;

function intervalOf({ interval }: Kinds['date_histogram']): Aggregate['date_histogram'] {
  if (interval.kind === 'calendar') return { type: 'calendar', unit: interval.unit, value: 1 };
  const unit = FIXED.find((each) => interval.milliseconds % LENGTHS[each] === 0) ?? 'second';
  return { type: 'fixed', unit, value: interval.milliseconds / LENGTHS[unit] };
}

function filtersOf({ filters }: Kinds['filters']): Settings | null {
  const leaves = filters.map(({ query }) => readLeaves(query)?.[0]);
  const found = leaves.filter((leaf): leaf is Leaf => leaf !== undefined);
  return found.length < leaves.length ? null : { filters: found };
}

/** What the builder knows of each kind; a kind without is more than it can show. */
const READERS: { readonly [K in keyof Kinds]?: (node: Kinds[K]) => Settings | null } = {
  value_count: ofField,
  cardinality: ofField,
  sum: ofField,
  avg: ofField,
  min: ofField,
  max: ofField,
  stats: ofField,
  extended_stats: ofField,
  median_absolute_deviation: ofField,
  string_stats: ({ field }) => ({ field }),
  geo_centroid: ({ field }) => ({ field }),
  geo_bounds: ({ field }) => ({ field }),
  missing: ({ field }) => ({ field }),
  percentiles: (node) => ({ ...ofField(node), values: node.percents }),
  percentile_ranks: (node) => ({ ...ofField(node), values: node.values }),
  weighted_avg: ({ value, weight, format = '' }) => ({ field: value.field, weight: weight.field, format }),
  top_hits: ({ size, sort, source }) => ({ top_hits: { size, sorts: sortsOf(sort), sources: sourcesOf(source) } }),
  terms: (node) => ({ ...ofField(node), size: node.size, order: node.order }),
  significant_terms: ({ field, size }) => ({ field, size }),
  geohash_grid: ({ field, precision, size }) => ({ field, precision, size }),
  histogram: (node) => ({ ...ofField(node), histogram: { interval: node.interval }, order: node.order }),
  date_histogram: (node) => ({ ...ofField(node), date_histogram: intervalOf(node), order: node.order }),
  date_range: (node) => ({ ...ofField(node), ranges: node.ranges }),
  ip_range: ({ field, ranges }) => ({ field, ranges }),
  geo_distance: ({ field, unit, distanceType, origin, ranges }) => ({
    field,
    geo_distance: { unit, type: distanceType, origin: { lat: origin.lat, lon: origin.lon }, ranges },
  }),
  filters: filtersOf,
};

const functionOf = (kind: string): AggregateFunction | null => {
  const own = kind === 'ip_range' ? 'ip' : kind;
  return Object.hasOwn(AGGREGATE_FUNCTIONS, own) ? (own as AggregateFunction) : null;
};

/** The aggregates `aggregatesDsl` was given; null where one is more than the builder can show. */
export function readAggregates(aggregations: Aggregations): readonly Aggregate[] | null {
  const entries = Object.entries(aggregations).map(([name, node]) => readAggregate(name, node));
  const found = entries.filter((aggregate) => aggregate !== null);
  return found.length < entries.length ? null : found;
}

function readAggregate(name: string, node: AggregationNode): Aggregate | null {
  const { aggregation, aggs, meta } = node;
  if (aggregation.kind === 'filter') {
    const inner = aggs[name];
    const filters = readLeaves(aggregation.query);
    const own = inner === undefined ? null : readAggregate(name, inner);
    return own === null || filters === null ? null : { ...own, filters };
  }
  const read = READERS[aggregation.kind as keyof Kinds] as ((given: unknown) => Settings | null) | undefined;
  const settings = read?.(aggregation) ?? null;
  const own = functionOf(aggregation.kind);
  const aggregates = readAggregates(aggs);
  if (settings === null || own === null || aggregates === null) return null;
  const limit = typeof meta?.limit === 'number' ? meta.limit : -1;
  return createAggregate(name, own, { ...settings, limit, aggregates });
}
