import { barDsl, PARENTS, type Place, stepsTo, wrapped } from '@datasarana/query';
import { askedBuckets, needsAxis, seriesOf, wantsOthers } from './asked-buckets.ts';
import {
  asDrawn,
  listsRecords,
  type ViewBucket,
  type ViewDefinition,
  type ViewMetric,
  type ViewSearch,
  type ViewSort,
} from './definition.ts';
import { type Bounds, boxOf } from './map/bounds.ts';
import { countsRecords, levelOf, ordersBy } from './nested.ts';
import { offsetOf } from './steps.ts';

export type Dsl = Readonly<Record<string, unknown>>;

/** Points a map draws one by one; above it, grid cells are drawn (MAP-15). */
export const MAP_POINTS = 5000;

/** Records a table loads at a time. */
export const RECORDS = 200;

const ordersOf = (sort: ViewSort): readonly Dsl[] => [{ [sort.field]: { order: sort.order, missing: '_last' } }];

/** The first page of records in an order; equal ones always in the same. */
export const pageOf = (sort: ViewSort | null | undefined): Dsl => ({
  size: RECORDS,
  sort: [...(sort ? ordersOf(sort) : [{ _ts: 'desc' }]), { _doc: 'asc' }],
});

/** All matches, in the order that was chosen; without one as fast as they can be read. */
export const matchesRequest = (search: ViewSearch, sort: ViewSort | null | undefined): Dsl => ({
  query: barDsl(search),
  ...(sort && { sort: ordersOf(sort) }),
});

/** A page of the records of a table; a total below a column is asked for once, not with each page. */
export const recordsRequest = (view: ViewDefinition): Dsl => ({
  ...pageOf(view.sort),
  track_total_hits: true,
  query: barDsl(view.search),
  _source: (view.columns ?? []).map(({ field }) => field),
});

/** What is computed of all records a view finds; of a table of records this is all but the records. */
export function summaryRequest(view: ViewDefinition, timeZone: string): Dsl {
  const request = viewRequest(view, timeZone);
  if (!listsRecords(view)) return request;
  const { sort: _sort, _source, ...summary } = request;
  return { ...summary, size: 0 };
}

/** The search body for a view: one nested aggregation chain, metrics at its end, no hits but those of a table of records. */
export function viewRequest(asked: ViewDefinition, timeZone: string): Dsl {
  const view = asDrawn(asked);
  const query = barDsl(view.search);
  const head = listsRecords(view) ? recordsRequest(view) : { size: 0, track_total_hits: true, query };
  if (view.visual === 'Map') return mapRequest(view, head);
  const aggs = aggregations(view, timeZone);
  return Object.keys(aggs).length > 0 ? { ...head, aggs } : head;
}

/**
 * What lies along the axis of a view, of all records its series are made of: the values to ask the series of, and how high a stack of
 * all of them is. Null for a view that needs neither.
 */
export function axisRequest(view: ViewDefinition, timeZone: string): Dsl | null {
  if (!needsAxis(view) && !wantsOthers(view)) return null;
  const { query, ...rest } = viewRequest({ ...view, buckets: view.buckets.slice(0, 1) }, timeZone);
  const filter = [query, ...seriesOf(view).map(({ field }) => ({ exists: { field } }))];
  return { ...rest, query: { bool: { filter } } };
}

function mapRequest(view: ViewDefinition, head: Dsl): Dsl {
  const field = view.point ?? '';
  // shapes have neither bounds nor cells: they are asked for themselves
  if (view.shapes) return head;
  return {
    ...head,
    aggs: {
      bounds: { geo_bounds: { field } },
      cells: { geohash_grid: { field, precision: view.buckets[0]?.precision ?? 3, size: 10_000 } },
    },
  };
}

/** The same request, only for what lies within what a map shows. */
export function within(request: Dsl, field: string, sight: Bounds): Dsl {
  const [west, south, east, north] = boxOf(sight);
  const box = {
    top_left: { lat: north, lon: west },
    bottom_right: { lat: south, lon: east },
  };
  return { ...request, query: { bool: { filter: [request.query, { geo_bounding_box: { [field]: box } }] } } };
}

/** The points of a map view one by one, for when there are few enough (MAP-15). */
export const mapPointsRequest = (view: ViewDefinition, fields: readonly string[]): Dsl => ({
  size: MAP_POINTS,
  track_total_hits: true,
  query: { bool: { filter: [barDsl(view.search), { exists: { field: view.point ?? '' } }] } },
  _source: fields,
});

/** Shapes a map draws at once: closer up those in sight are. */
export const MAP_SHAPES = 1000;

/** The shapes of a map view, those alone that reach into what it shows. */
export function mapShapesRequest(view: ViewDefinition, sight: Bounds | null): Dsl {
  const field = view.point ?? '';
  const filter: Dsl[] = [barDsl(view.search), { exists: { field } }];
  if (sight) {
    const [west, south, east, north] = boxOf(sight);
    const shape = {
      type: 'envelope',
      coordinates: [
        [west, north],
        [east, south],
      ],
    };
    filter.push({ geo_shape: { [field]: { shape, relation: 'intersects' } } });
  }
  return { size: MAP_SHAPES, track_total_hits: true, query: { bool: { filter } }, _source: [field] };
}

function aggregations(view: ViewDefinition, timeZone: string): Dsl {
  const nested = [...view.buckets, ...view.metrics].flatMap((each) => each.nested ?? []);
  const records: Place = { fields: { nested: [...new Set(nested)], shapes: [] }, level: '' };
  return view.buckets.length === 0 ? metricsAt(view, records) : groups(view, askedBuckets(view), records, timeZone);
}

/** A group with the figures and further groups in it, led to from a place; figures stand in every group. */
function groups(view: ViewDefinition, [bucket, ...deeper]: readonly ViewBucket[], place: Place, timeZone: string): Dsl {
  if (!bucket) return {};
  const own = { ...place, level: levelOf(bucket) };
  const inside = countsRecords(bucket) ? { ...own, level: '' } : own;
  const children = { ...metricsAt(view, inside), ...groups(view, deeper, inside, timeZone) };
  const held = Object.keys(children).length > 0 ? { aggs: children } : {};
  const aggs = countsRecords(bucket) ? { aggs: { [PARENTS]: { reverse_nested: {}, ...held } } } : held;
  const body = { ...bucketBody(bucket, view, timeZone), ...aggs } as Parameters<typeof wrapped>[1];
  return { [bucket.id]: wrapped(bucket.id, body, stepsTo(own.level, place)) };
}

const metricsAt = (view: ViewDefinition, place: Place): Dsl =>
  Object.fromEntries(
    view.metrics.flatMap((metric) =>
      metricEntry(metric).map(([id, own]) => [id, wrapped(id, own, stepsTo(levelOf(metric), place))] as const),
    ),
  );

function metricEntry(metric: ViewMetric): readonly (readonly [string, Parameters<typeof wrapped>[1]])[] {
  if (metric.function === 'count' || !metric.field) return [];
  if (metric.function === 'median') return [[metric.id, { percentiles: { field: metric.field, percents: [50] } }]];
  return [[metric.id, { [metric.function]: { field: metric.field } }]];
}

function bucketBody(bucket: ViewBucket, view: ViewDefinition, timeZone: string): Dsl {
  const { field } = bucket;
  // within a series the empty spans are not asked for: they would be as many for each of them
  const held = bucket !== askedBuckets(view)[0] && bucket === view.buckets[0] ? { min_doc_count: 1 } : {};
  switch (bucket.function) {
    case 'terms':
      return { terms: { field, size: bucket.size ?? 5, ...termsOrder(bucket, view), ...onlyOf(bucket) } };
    case 'significant_terms':
    case 'significant_text':
      return { [bucket.function]: { field, size: bucket.size ?? 10 } };
    case 'date_histogram': {
      const calendar_interval = bucket.calendar ?? 'day';
      return { date_histogram: { field, calendar_interval, time_zone: bucket.days ? 'UTC' : timeZone, ...held } };
    }
    case 'histogram': {
      const { interval = 50 } = bucket;
      const offset = offsetOf(interval);
      return { histogram: { field, interval, ...(offset !== null && { offset }), ...held } };
    }
    case 'range':
      return { range: { field, ranges: bucket.ranges ?? [] } };
    case 'geohash_grid':
      return { geohash_grid: { field, precision: bucket.precision ?? 3, size: bucket.size ?? 1000 } };
  }
}

const onlyOf = ({ only }: ViewBucket): Dsl =>
  only ? { include: only.map(({ key, key_as_string }) => key_as_string ?? key) } : {};

function termsOrder(bucket: ViewBucket, { metrics }: ViewDefinition): Dsl {
  const { orderBy = '_count', order = 'desc' } = bucket;
  if (orderBy === '_key') return { order: { _key: order } };
  const metric = metrics.find(({ id }) => id === orderBy);
  if (metric && metric.function !== 'count' && ordersBy(bucket, metric)) return { order: { [orderBy]: order } };
  return { order: { [countsRecords(bucket) ? PARENTS : '_count']: order } };
}
