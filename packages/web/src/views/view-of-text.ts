import {
  type AggregationKinds,
  type Aggregations,
  type BucketOrder,
  type BucketRange,
  PARENTS,
  parseSearch,
  printSearch,
  readBar,
  type SearchRequest,
} from '@datasarana/query';
import { parseWhole } from '@datasarana/schema';
import {
  CALENDAR_INTERVALS,
  listsRecords,
  type ViewBucket,
  type ViewDefinition,
  type ViewMetric,
} from './definition.ts';
import { viewRequest } from './request.ts';
import { withoutOwnClocks } from './search-texts.ts';

/**
 * The view whose request a text is, with what a request does not say as it was in the view before (VIS-15); null for text
 * that says more than a view can show: nothing of it is left out.
 * @throws PlatformError 400 for what is no search; SyntaxError for what is no JSON
 */
export function viewOfText(view: ViewDefinition, text: string, timeZone: string): ViewDefinition | null {
  const given = withoutOwnClocks(parseWhole(text));
  const request = parseSearch(given);
  const search = readBar(Reflect.get(Object(given), 'query') ?? { match_all: {} }, view.search.time?.field);
  if (search === null) return null;
  const off = view.search.filters.filter(({ disabled }) => disabled);
  const searched = { ...view, search: { ...search, filters: [...search.filters, ...off] } };
  const other = listsRecords(view) ? withRecords(searched, request) : withAggregations(searched, request.aggs);
  const read = view.visual === 'Map' || other === null ? [] : [other, turned(other)];
  return [searched, ...read].find((each) => asks(each, request, timeZone)) ?? null;
}

const asks = (view: ViewDefinition, request: SearchRequest, timeZone: string): boolean =>
  JSON.stringify(printSearch(parseSearch(viewRequest(view, timeZone)))) === JSON.stringify(printSearch(request));

/** A view with the group that is asked for last along its axis (`askedBuckets`). */
const turned = (read: ViewDefinition): ViewDefinition => ({
  ...read,
  buckets: [...read.buckets.slice(-1), ...read.buckets.slice(0, -1)],
});

/** The order of the records and which of the columns are shown, with the totals they had. */
function withRecords(view: ViewDefinition, { sort: [first], source }: SearchRequest): ViewDefinition {
  const { sort: _, ...rest } = view;
  const names = source.kind === 'fields' ? source.includes : [];
  const columns = names.flatMap((name) => view.columns?.find(({ field }) => field === name) ?? []);
  const chosen = first?.kind === 'field' && (first.field !== '_ts' || first.order === 'asc') ? first : undefined;
  return { ...rest, columns, ...(chosen && { sort: { field: chosen.field, order: chosen.order } }) };
}

/** One chain of groups, figures in each of them; those of the innermost are all there are. */
function withAggregations(view: ViewDefinition, aggs: Aggregations): ViewDefinition | null {
  const buckets: ViewBucket[] = [];
  let metrics: ViewMetric[] = [];
  let level: Aggregations | undefined = aggs;
  while (level !== undefined) {
    const found: readonly Found[] = Object.entries(level).map(([id, node]) => ({ id, ...unwrapped(id, node, []) }));
    const group: Found | undefined = found.find(({ node }) => node.aggregation.kind in BUCKETS);
    metrics = found.filter((each) => each !== group).flatMap((each) => metricOf(view, each) ?? []);
    if (group) buckets.push(bucketOf(view, group));
    level = group && (group.node.aggs[PARENTS]?.aggs ?? group.node.aggs);
  }
  const ids = new Set(metrics.map(({ id }) => id));
  const kept = view.metrics.filter(({ id, function: name }) => name === 'count' || ids.has(id));
  const known = kept.map((metric) => metrics.find(({ id }) => id === metric.id) ?? metric);
  return { ...view, buckets, metrics: [...known, ...metrics.filter(({ id }) => !kept.some((each) => each.id === id))] };
}

type Node = Aggregations[string];
interface Found {
  readonly id: string;
  readonly node: Node;
  /** Nested fields on the way. */
  readonly nested: readonly string[];
}

/** Takes off what leads to an aggregation, which is called as it is. */
function unwrapped(id: string, node: Node, nested: readonly string[]): Omit<Found, 'id'> {
  const { aggregation, aggs } = node;
  const inner = aggs[id];
  if (inner === undefined) return { node, nested };
  if (aggregation.kind === 'nested') return unwrapped(id, inner, [...nested, aggregation.path]);
  return aggregation.kind === 'reverse_nested' ? unwrapped(id, inner, []) : { node, nested };
}

type Read<K extends keyof AggregationKinds> = (node: AggregationKinds[K]) => Partial<ViewBucket>;
/** A view has ranges of numbers: without its bound, one of dates asks something else, and the text is more than a view can show. */
const ofNumbers = ({ from, to, ...range }: BucketRange<string | number>): BucketRange<number> => ({
  ...range,
  ...(typeof from === 'number' && { from }),
  ...(typeof to === 'number' && { to }),
});

type Buckets =
  | 'terms'
  | 'significant_terms'
  | 'significant_text'
  | 'date_histogram'
  | 'histogram'
  | 'range'
  | 'geohash_grid';

/** What each grouping says beside its field. */
const BUCKETS: { readonly [K in Buckets]: Read<K> } = {
  terms: ({ size, order }) => ({ size, ...orderOf(order) }),
  significant_terms: ({ size }) => ({ size }),
  significant_text: ({ size }) => ({ size }),
  date_histogram: ({ interval }) => {
    const calendar = CALENDAR_INTERVALS.find((unit) => interval.kind === 'calendar' && interval.unit === unit);
    return calendar === undefined ? {} : { calendar };
  },
  histogram: ({ interval }) => ({ interval }),
  range: ({ ranges }) => ({ ranges: ranges.map(ofNumbers) }),
  geohash_grid: ({ precision, size }) => ({ precision, size }),
};

function orderOf([first]: readonly BucketOrder[]): Partial<ViewBucket> {
  const by = first?.by === PARENTS ? '_count' : first?.by;
  return by === undefined || (by === '_count' && first?.direction === 'desc')
    ? {}
    : { orderBy: by, ...directed(first) };
}

const directed = (order: BucketOrder | undefined) => (order ? { order: order.direction } : {});

function bucketOf(view: ViewDefinition, { id, node, nested }: Found): ViewBucket {
  const { aggregation } = node;
  const before = view.buckets.find((bucket) => bucket.id === id);
  const field = String(Reflect.get(aggregation, 'field') ?? '');
  const read = BUCKETS[aggregation.kind as Buckets] as (given: unknown) => Partial<ViewBucket>;
  const levels = before?.field === field ? before.nested : nested;
  const counted = { nested: levels ?? nested, count: node.aggs[PARENTS] ? 'parents' : 'children' } as const;
  const days = before?.field === field && before.days && { days: before.days };
  const own = { id, function: aggregation.kind as Buckets, field, ...read(aggregation), ...days };
  return (levels ?? nested).length > 0 ? { ...own, ...counted } : own;
}

const METRICS: readonly string[] = [
  'sum',
  'avg',
  'min',
  'max',
  'cardinality',
] satisfies readonly ViewMetric['function'][];

function metricOf(view: ViewDefinition, { id, node, nested }: Found): ViewMetric | null {
  const { kind } = node.aggregation;
  const name = kind === 'percentiles' ? 'median' : METRICS.includes(kind) ? (kind as ViewMetric['function']) : null;
  if (name === null) return null;
  const field = String(Reflect.get(node.aggregation, 'field') ?? '');
  const before = view.metrics.find((metric) => metric.id === id);
  if (before?.field === field) return { ...before, function: name };
  return { id, function: name, field, ...(nested.length > 0 && { nested }) };
}
