import { invalid } from '@datasarana/schema';
import { type JsonObject, present } from '../reading/json.ts';
import type { Aggregate, AggregateFunction, AggregateRange } from './aggregate.ts';
import { type Placing, placingOf } from './aggregate-place.ts';
import { leavesDsl } from './leaf-dsl.ts';
import { AMONG_RECORDS, type Place, wrapped } from './nested-levels.ts';
import { orderDsl, PARENTS } from './order-path.ts';
import { sortDsl } from './sorts.ts';

const refused = (path: string, message: string) => invalid({ [path]: message }, message);

const FIXED: Readonly<Record<string, string>> = { second: 's', minute: 'm', hour: 'h', day: 'd' };

const ofField = ({ field, format }: Aggregate) => ({ field, format: format || undefined });

const rangesOf = (ranges: readonly AggregateRange[], { name }: Aggregate): readonly JsonObject[] => {
  if (ranges.length === 0) throw refused('ranges', `Aggregate [${name}] needs at least one range`);
  return ranges.map(({ key, from, to, mask }) => present({ key, from, to, mask }));
};

const valuesOf = ({ name, values, function: own }: Aggregate): readonly number[] => {
  if (values.length === 0) throw refused('values', `Aggregate [${name}] needs at least one value for its ${own}`);
  return values;
};

function interval({ name, date_histogram: { type, unit, value } }: Aggregate): JsonObject {
  const short = FIXED[unit];
  if (type === 'fixed' && short !== undefined) return { fixed_interval: `${value}${short}` };
  const longer = `Aggregate [${name}]: a fixed interval of [${unit}] differs in length, use type calendar`;
  if (type === 'fixed') throw refused('date_histogram.unit', longer);
  if (value !== 1) throw refused('date_histogram.value', `Aggregate [${name}]: a calendar interval is one ${unit}`);
  return { calendar_interval: unit };
}

const topHits = ({ top_hits: { size, sorts, sources } }: Aggregate, { own }: Placing): JsonObject =>
  present({
    size,
    sort: sorts.length === 0 ? undefined : sortDsl(sorts, own),
    _source: sources.length === 0 ? undefined : sources,
  });

function filterBuckets({ name, buckets, other }: Aggregate, { own }: Placing): JsonObject {
  const names = new Set(buckets.map((bucket) => bucket.name));
  const isListed = names.size === 1 && names.has('');
  if (buckets.length === 0) throw refused('buckets', `Aggregate [${name}] needs at least one filter`);
  if (!isListed && (names.has('') || names.size < buckets.length)) {
    throw refused('buckets', `Aggregate [${name}]: give every filter a name of its own, or none of them one`);
  }
  const written = buckets.map((bucket) => [bucket.name, leavesDsl(bucket.conditions, own)] as const);
  const filters = isListed ? written.map(([, dsl]) => dsl) : Object.fromEntries(written);
  return present({ filters, other_bucket_key: other || undefined });
}

type Body = (aggregate: Aggregate, placing: Placing) => JsonObject;

const plain: Body = ({ field }) => ({ field });
const formatted: Body = (aggregate) => present(ofField(aggregate));

/** What each function sends; one without does not compile. */
const BODIES: Readonly<Record<AggregateFunction, Body>> = {
  value_count: formatted,
  cardinality: formatted,
  sum: formatted,
  avg: formatted,
  min: formatted,
  max: formatted,
  stats: formatted,
  extended_stats: formatted,
  median_absolute_deviation: formatted,
  string_stats: plain,
  geo_centroid: plain,
  geo_bounds: plain,
  missing: plain,
  percentiles: (aggregate) => present({ ...ofField(aggregate), percents: valuesOf(aggregate) }),
  percentile_ranks: (aggregate) => present({ ...ofField(aggregate), values: valuesOf(aggregate) }),
  weighted_avg: ({ field, weight, format }) =>
    present({ value: { field }, weight: { field: weight }, format: format || undefined }),
  top_hits: topHits,
  terms: (aggregate, placing) =>
    present({ ...ofField(aggregate), size: aggregate.size, order: orderDsl(aggregate, placing) }),
  significant_terms: ({ field, size }) => ({ field, size }),
  geohash_grid: ({ field, precision, size }) => ({ field, precision, size }),
  histogram: (aggregate, placing) =>
    present({ ...ofField(aggregate), interval: aggregate.histogram.interval, order: orderDsl(aggregate, placing) }),
  date_histogram: (aggregate, placing) =>
    present({
      ...ofField(aggregate),
      ...interval(aggregate),
      time_zone: aggregate.date_histogram.time_zone,
      order: orderDsl(aggregate, placing),
    }),
  date_range: (aggregate) => present({ ...ofField(aggregate), ranges: rangesOf(aggregate.ranges, aggregate) }),
  ip: (aggregate) => ({ field: aggregate.field, ranges: rangesOf(aggregate.ranges, aggregate) }),
  geo_distance: (aggregate) => {
    const { unit, type, origin, ranges } = aggregate.geo_distance;
    return {
      field: aggregate.field,
      origin: { ...origin },
      unit,
      distance_type: type,
      ranges: rangesOf(ranges, aggregate),
    };
  },
  filters: filterBuckets,
};

/** OpenSearch calls one of the functions otherwise. */
const dslName = (own: AggregateFunction): string => (own === 'ip' ? 'ip_range' : own);

/**
 * The DSL of aggregates and of those inside them, by name. A limit travels as `meta`, which comes back with the answer.
 * Those on fields under Nested are wrapped in the nested aggregations that lead there, called as they are (QRY-23).
 * @throws PlatformError 400 for two of one name, figures that hold others and settings a function cannot have
 */
export function aggregatesDsl(aggregates: readonly Aggregate[], place: Place = AMONG_RECORDS): JsonObject {
  const entries = aggregates.map((aggregate) => [aggregate.name, aggregateDsl(aggregate, place)] as const);
  const twice = aggregates.find(({ name }, i) => aggregates.findIndex((each) => each.name === name) !== i);
  if (twice) throw refused('name', `There are two aggregates called [${twice.name}], rename one`);
  return Object.fromEntries(entries);
}

function check({ name, function: own, type, field, weight, limit, aggregates }: Aggregate): void {
  if (name === PARENTS) throw refused('name', `The name [${PARENTS}] is taken, rename the aggregate`);
  if (!Object.hasOwn(BODIES, own)) throw refused('function', `Aggregate [${name}]: there is no function [${own}]`);
  if (type === 'reduce' && aggregates.length > 0) {
    throw refused('aggregates', `Aggregate [${name}] is a figure and holds no others`);
  }
  const isWithout = own === 'top_hits' || own === 'filters';
  if (!isWithout && field === '') throw refused('field', `Aggregate [${name}] needs a field`);
  if (own === 'weighted_avg' && weight === '') throw refused('weight', `Aggregate [${name}] needs a field that weighs`);
  if (limit !== -1 && !(Number.isInteger(limit) && limit > 0)) {
    throw refused('limit', `Aggregate [${name}]: the limit [${limit}] is not a number of buckets; -1 shows all`);
  }
}

function aggregateDsl(aggregate: Aggregate, place: Place): JsonObject {
  check(aggregate);
  const { name, limit, filters, aggregates } = aggregate;
  const placing = placingOf(aggregate, place);
  const inner = aggregates.length === 0 ? undefined : aggregatesDsl(aggregates, placing.inside);
  const own = present({
    [dslName(aggregate.function)]: BODIES[aggregate.function](aggregate, placing),
    aggs: placing.parents ? { [PARENTS]: present({ reverse_nested: {}, aggs: inner }) } : inner,
    meta: limit < 0 ? undefined : { limit },
  });
  const wrappers = [
    ...(placing.filter === 'before steps' ? [{ filter: leavesDsl(filters, place) }] : []),
    ...placing.steps,
    ...(placing.filter === 'after steps' ? [{ filter: leavesDsl(filters, placing.own) }] : []),
  ];
  return wrapped(name, own, wrappers);
}
