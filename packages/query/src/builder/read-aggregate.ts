import type { AggregationNode, Aggregations, DocumentAggregationKinds } from '../aggregations/kinds.ts';
import type { SourceFilter } from '../search/source.ts';
import {
  AGGREGATE_FUNCTIONS,
  type Aggregate,
  type AggregateFunction,
  createAggregate,
  type NestedCount,
} from './aggregate.ts';
import { placingOf } from './aggregate-place.ts';
import type { Leaf } from './leaf.ts';
import type { Place } from './nested-levels.ts';
import { PARENTS, readOrder } from './order-path.ts';
import { readLeaves } from './read-leaf.ts';
import { readSorts } from './sorts.ts';

type Kinds = DocumentAggregationKinds;
type Settings = Partial<Omit<Aggregate, 'name' | 'function' | 'type'>>;

const ofField = ({ field, format = '' }: { readonly field: string; readonly format?: string }) => ({ field, format });

const sourcesOf = (source: SourceFilter): readonly string[] => (source.kind === 'fields' ? source.includes : []);

/** Units by length, the longest that fits first. */
const FIXED = ['day', 'hour', 'minute', 'second'] as const;
const LENGTHS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 } as const;

function intervalOf({ interval, timeZone }: Kinds['date_histogram']): Aggregate['date_histogram'] {
  const zone = timeZone === undefined ? {} : { time_zone: timeZone };
  if (interval.kind === 'calendar') return { type: 'calendar', unit: interval.unit, value: 1, ...zone };
  const unit = FIXED.find((each) => interval.milliseconds % LENGTHS[each] === 0) ?? 'second';
  return { type: 'fixed', unit, value: interval.milliseconds / LENGTHS[unit], ...zone };
}

function bucketsOf({ filters, otherBucketKey: other = '' }: Kinds['filters']): Settings | null {
  const buckets = filters.flatMap(({ name = '', query }) => {
    const conditions = readLeaves(query);
    return conditions === null ? [] : [{ name, conditions }];
  });
  return buckets.length < filters.length ? null : { buckets, other };
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
  top_hits: ({ size, sort, source }) => ({ top_hits: { size, sorts: readSorts(sort), sources: sourcesOf(source) } }),
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
  filters: bucketsOf,
};

const functionOf = (kind: string): AggregateFunction | null => {
  const own = kind === 'ip_range' ? 'ip' : kind;
  return Object.hasOwn(AGGREGATE_FUNCTIONS, own) ? (own as AggregateFunction) : null;
};

/** The aggregates `aggregatesDsl` was given; null where one is more than the builder can show. */
export function readAggregates(aggregations: Aggregations, place: Place): readonly Aggregate[] | null {
  const entries = Object.entries(aggregations).map(([name, node]) => readAggregate(name, node, place, []));
  const found = entries.filter((aggregate) => aggregate !== null);
  return found.length < entries.length ? null : found.map((aggregate) => withOrder(aggregate, place));
}

/** Its paths lead through what stands around aggregates, which depends on where they stand. */
const withOrder = (aggregate: Aggregate, place: Place): Aggregate => ({
  ...aggregate,
  order: readOrder(aggregate, placingOf(aggregate, place)),
});

/** Takes off what leads to an aggregate or chooses what it looks at, which is called as it is. */
function readAggregate(name: string, node: AggregationNode, place: Place, filters: readonly Leaf[]): Aggregate | null {
  const { aggregation } = node;
  const inner = node.aggs[name];
  switch (aggregation.kind) {
    case 'filter': {
      const found = readLeaves(aggregation.query);
      return inner === undefined || found === null ? null : readAggregate(name, inner, place, found);
    }
    case 'nested':
    case 'reverse_nested': {
      const at = { ...place, level: aggregation.path ?? '' };
      return inner === undefined ? null : readAggregate(name, inner, at, filters);
    }
    default:
      return readOwn(name, node, place, filters);
  }
}

function readOwn(
  name: string,
  { aggregation, aggs, meta }: AggregationNode,
  place: Place,
  filters: readonly Leaf[],
): Aggregate | null {
  const read = READERS[aggregation.kind as keyof Kinds] as ((given: unknown) => Settings | null) | undefined;
  const settings = read?.(aggregation) ?? null;
  const own = functionOf(aggregation.kind);
  if (settings === null || own === null) return null;
  const parents = aggs[PARENTS];
  const isCounted = AGGREGATE_FUNCTIONS[own] === 'map' && place.level !== '';
  const count: NestedCount = parents === undefined ? 'children' : 'parents';
  const at = parents === undefined ? place : { ...place, level: '' };
  const aggregates = readAggregates(parents?.aggs ?? aggs, at);
  if (aggregates === null) return null;
  const limit = typeof meta?.limit === 'number' ? meta.limit : -1;
  const common = { limit, filters, aggregates, ...(isCounted && { count }) };
  return createAggregate(name, own, { ...settings, ...common });
}
