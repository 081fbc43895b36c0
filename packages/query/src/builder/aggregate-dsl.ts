import { invalid } from '@datasarana/schema';
import { type Json, type JsonObject, present } from '../reading/json.ts';
import type { Aggregate, AggregateFunction, AggregateRange } from './aggregate.ts';
import { leavesDsl } from './leaf.ts';
import { sortDsl } from './sorts.ts';

const refused = (path: string, message: string) => invalid({ [path]: message }, message);

const FIXED: Readonly<Record<string, string>> = { second: 's', minute: 'm', hour: 'h', day: 'd' };

const ofField = ({ field, format }: Aggregate) => ({ field, format: format || undefined });

const orderOf = ({ order }: Aggregate): Json | undefined =>
  order.length === 0 ? undefined : order.map(({ by, direction }) => ({ [by]: direction }));

const rangesOf = (ranges: readonly AggregateRange[], { name }: Aggregate): readonly Json[] => {
  if (ranges.length === 0) throw refused('ranges', `Aggregate [${name}] needs at least one range`);
  return ranges.map(({ from, to, mask }) => present({ from, to, mask }));
};

function interval({ name, date_histogram: { type, unit, value } }: Aggregate): JsonObject {
  const short = FIXED[unit];
  if (type === 'fixed' && short !== undefined) return { fixed_interval: `${value}${short}` };
  const longer = `Aggregate [${name}]: a fixed interval of [${unit}] differs in length, use type calendar`;
  if (type === 'fixed') throw refused('date_histogram.unit', longer);
  if (value !== 1) throw refused('date_histogram.value', `Aggregate [${name}]: a calendar interval is one ${unit}`);
  return { calendar_interval: unit };
}

const topHits = ({ top_hits: { size, sorts, sources } }: Aggregate): JsonObject =>
  present({
    size,
    sort: sorts.length === 0 ? undefined : sortDsl(sorts),
    _source: sources.length === 0 ? undefined : sources,
  });

/** What each function sends; one without does not compile. */
const BODIES: Readonly<Record<AggregateFunction, (aggregate: Aggregate) => JsonObject>> = {
  value_count: (aggregate) => present(ofField(aggregate)),
  cardinality: (aggregate) => present(ofField(aggregate)),
  sum: (aggregate) => present(ofField(aggregate)),
  avg: (aggregate) => present(ofField(aggregate)),
  min: (aggregate) => present(ofField(aggregate)),
  max: (aggregate) => present(ofField(aggregate)),
  stats: (aggregate) => present(ofField(aggregate)),
  extended_stats: (aggregate) => present(ofField(aggregate)),
  median_absolute_deviation: (aggregate) => present(ofField(aggregate)),
  string_stats: ({ field }) => ({ field }),
  geo_centroid: ({ field }) => ({ field }),
  geo_bounds: ({ field }) => ({ field }),
  missing: ({ field }) => ({ field }),
  percentiles: (aggregate) => present({ ...ofField(aggregate), percents: aggregate.values }),
  percentile_ranks: (aggregate) => present({ ...ofField(aggregate), values: aggregate.values }),
  weighted_avg: ({ field, weight, format }) =>
    present({ value: { field }, weight: { field: weight }, format: format || undefined }),
  top_hits: topHits,
  terms: (aggregate) => present({ ...ofField(aggregate), size: aggregate.size, order: orderOf(aggregate) }),
  significant_terms: ({ field, size }) => ({ field, size }),
  geohash_grid: ({ field, precision, size }) => ({ field, precision, size }),
  histogram: (aggregate) =>
    present({ ...ofField(aggregate), interval: aggregate.histogram.interval, order: orderOf(aggregate) }),
  date_histogram: (aggregate) => present({ ...ofField(aggregate), ...interval(aggregate), order: orderOf(aggregate) }),
  date_range: (aggregate) => present({ ...ofField(aggregate), ranges: rangesOf(aggregate.ranges, aggregate) }),
  ip: (aggregate) => ({ field: aggregate.field, ranges: rangesOf(aggregate.ranges, aggregate) }),
  geo_distance: (aggregate) => {
    const { unit, type, origin, ranges } = aggregate.geo_distance;
    return { field: aggregate.field, origin, unit, distance_type: type, ranges: rangesOf(ranges, aggregate) };
  },
  filters: ({ filters }) => ({ filters: filters.map((leaf) => leavesDsl([leaf])) }),
};

/** OpenSearch calls one of the functions otherwise. */
const dslName = (own: AggregateFunction): string => (own === 'ip' ? 'ip_range' : own);

/**
 * The DSL of aggregates and of those inside them, by name. A limit travels as `meta`, which comes back with the answer.
 * @throws PlatformError 400 for two of one name, figures that hold others and settings a function cannot have
 */
export function aggregatesDsl(aggregates: readonly Aggregate[]): JsonObject {
  const entries = aggregates.map((aggregate) => [aggregate.name, aggregateDsl(aggregate)] as const);
  const twice = aggregates.find(({ name }, i) => aggregates.findIndex((each) => each.name === name) !== i);
  if (twice) throw refused('name', `There are two aggregates called [${twice.name}], rename one`);
  return Object.fromEntries(entries);
}

function aggregateDsl(aggregate: Aggregate): JsonObject {
  const { name, type, limit, filters, aggregates } = aggregate;
  if (type === 'reduce' && aggregates.length > 0) {
    throw refused('aggregates', `Aggregate [${name}] is a figure and holds no others`);
  }
  const own = present({
    [dslName(aggregate.function)]: BODIES[aggregate.function](aggregate),
    aggs: aggregates.length === 0 ? undefined : aggregatesDsl(aggregates),
    meta: limit < 0 ? undefined : { limit },
  });
  const isWhole = filters.length === 0 || aggregate.function === 'filters';
  return isWhole ? own : { filter: leavesDsl(filters), aggs: { [name]: own } };
}
