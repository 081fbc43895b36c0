import type { AggregationAnswer, BucketAnswer, HitAnswer, SearchAnswer } from '@datasarana/client';
import { formatNumber } from '../records/number-format.ts';
import { askedBuckets, seriesOf, wantsOthers } from './asked-buckets.ts';
import { withDays } from './days.ts';
import { asDrawn, isCounted, type ViewBucket, type ViewDefinition, type ViewMetric } from './definition.ts';
import { groupLabel, groupValue } from './group-label.ts';
import { answerOf, counted, countsRecords } from './nested.ts';
import { othersOf } from './others.ts';
import { documentsIn, type ResultKey, type ResultRow } from './result-row.ts';
import { withEmptySpans } from './spans.ts';
import { beginOf } from './steps.ts';

/** What of an answer is drawn. */
export interface Found extends Partial<Pick<SearchAnswer, 'took' | 'aggregations'>> {
  readonly hits: {
    readonly total: { readonly value: number; readonly relation?: string };
    readonly hits?: readonly HitAnswer[];
  };
  /** What lies along the axis, where that was asked first (`axisRequest`). */
  readonly axis?: Found;
  /** Date fields of its groups that hold days of the calendar. */
  readonly days?: readonly string[];
}

/** Every bucket path as a row, every metric as a figure. */
export interface ResultTable {
  readonly buckets: readonly ViewBucket[];
  readonly metrics: readonly ViewMetric[];
  readonly rows: readonly ResultRow[];
  /** All groups along the axis, where every series was asked of each: one without a row there has no documents. */
  readonly axis?: readonly ResultKey[];
  readonly total: number;
  /** Documents in terms that are not shown: the first level's `sum_other_doc_count`; 0 where that counts other things. */
  readonly others: number;
  /** Documents in groups of any level that are not shown. */
  readonly leftOut: number;
}

/** The bucket aggregations of an answer, of every level and in every branch. */
function* bucketAnswers(
  [first, ...deeper]: readonly ViewBucket[],
  at: Readonly<Record<string, unknown>> = {},
): Generator<AggregationAnswer> {
  if (!first) return;
  const found = aggregationAt(at, first.id);
  yield found;
  for (const bucket of found.buckets ?? []) yield* bucketAnswers(deeper, counted(first, bucket));
}

function leftOut(buckets: readonly ViewBucket[], answer: Found): number {
  let sum = 0;
  for (const { sum_other_doc_count = 0 } of bucketAnswers(buckets, answer.aggregations)) sum += sum_other_doc_count;
  return sum;
}

/** A view with the values along its axis, once they are known. */
export function withAxis(view: ViewDefinition, axis: Found | undefined): ViewDefinition {
  const [along, ...series] = view.buckets;
  if (!along || !axis || along.function !== 'terms') return view;
  const only = aggregationAt(axis.aggregations ?? {}, along.id).buckets ?? [];
  return { ...view, buckets: [{ ...along, only }, ...series] };
}

/** Flattens a nested answer into rows, in the answer's own order; series in the order of what lies along the axis. */
export function resultTable(given: ViewDefinition, answer: Found): ResultTable {
  const view = withAxis(asDrawn(withDays(given, answer.days)), answer.axis);
  const asked = askedBuckets(view);
  const total = answer.hits.total.value;
  const head = { buckets: view.buckets, metrics: view.metrics, total, leftOut: leftOut(asked, answer) };
  const root = (answer.aggregations ?? {}) as Readonly<Record<string, unknown>>;
  const [first] = asked;
  if (!first)
    return { ...head, others: 0, rows: [{ keys: [], figures: figures(view.metrics, root, total), documents: total }] };
  const others = countsRecords(first) ? 0 : (aggregationAt(root, first.id).sum_other_doc_count ?? 0);
  const rows = rowsOf({ ...view, buckets: asked }, 0, root, []);
  const [along] = view.buckets;
  if (asked === view.buckets || !along) return { ...head, others, rows };
  const turned = rows.map(({ keys, ...row }) => ({ ...row, keys: [...keys.slice(-1), ...keys.slice(0, -1)] }));
  return { ...head, others, ...alongAxis(along, turned), ...ofWhole(view, turned, answer) };
}

/** Whether no group is less than the parts it is split into, as it is where a record has several values and is in several of them. */
function areOnce(view: ViewDefinition, { aggregations = {}, hits }: Found): boolean {
  const within = ([series, ...deeper]: readonly ViewBucket[], at: object, documents: number): boolean => {
    if (!series) return true;
    const { buckets = [], sum_other_doc_count = 0 } = aggregationAt({ ...at }, series.id);
    const parts = buckets.reduce((sum, { doc_count }) => sum + doc_count, sum_other_doc_count);
    return parts <= documents && buckets.every((each) => within(deeper, each, each.doc_count));
  };
  return within(seriesOf(view), aggregations, hits.total.value);
}

/** What is known of series by what all of them together are. */
function ofWhole(view: ViewDefinition, rows: readonly ResultRow[], answer: Found): Partial<ResultTable> {
  const [along, series] = view.buckets;
  if (!answer.axis || !along || !series) return {};
  const { rows: whole, leftOut } = resultTable({ ...view, buckets: [along] }, answer.axis);
  const { buckets = [], sum_other_doc_count = 0 } = aggregationAt(answer.aggregations ?? {}, series.id);
  const values = buckets.reduce((sum, { doc_count }) => sum + doc_count, sum_other_doc_count);
  // a record that has several values is in several series, which are more than the whole then
  const all = documentsIn(whole) + leftOut;
  if (seriesOf(view).length > 1) return areOnce(view, answer) ? { leftOut: all - documentsIn(rows) } : {};
  if (values !== answer.axis.hits.total.value) return {};
  if (sum_other_doc_count === 0 || !wantsOthers(view)) return { leftOut: all - documentsIn(rows) };
  const shown = buckets.map(groupValue);
  const others = othersOf(rows, whole, shown, view.metrics);
  return { ...alongAxis(along, [...rows, ...others]), leftOut: all - documentsIn([...rows, ...others]) };
}

/** Rows in the order of what lies along the axis, which they begin with. */
function alongAxis(bucket: ViewBucket, rows: readonly ResultRow[]): Pick<ResultTable, 'rows' | 'axis'> {
  const found = new Map<string | number, ResultKey>();
  for (const { keys } of rows) if (keys[0]) found.set(keys[0].value, keys[0]);
  const axis = axisOf(bucket, found);
  const places = new Map(axis.map(({ value }, place) => [value, place]));
  const placeOf = ({ keys: [along] }: ResultRow): number => places.get(along?.value ?? '') ?? 0;
  return { rows: rows.filter(({ documents }) => documents > 0).sort((a, b) => placeOf(a) - placeOf(b)), axis };
}

/** Spans of numbers and time stand in their order, the empty ones among them; ranges in that of the view, which every series has. */
function axisOf(bucket: ViewBucket, found: ReadonlyMap<string | number, ResultKey>): readonly ResultKey[] {
  if (bucket.only) return bucket.only.map((value) => keyOf(bucket, value));
  if (bucket.function === 'range') return [...found.values()];
  const begins = [...found.keys()].map(Number).sort((a, b) => a - b);
  return withEmptySpans(bucket, begins).map((key) => found.get(key) ?? keyOf(bucket, { key, doc_count: 0 }));
}

function rowsOf(
  view: ViewDefinition,
  level: number,
  at: Readonly<Record<string, unknown>>,
  keys: readonly ResultKey[],
): readonly ResultRow[] {
  const bucket = view.buckets[level];
  if (!bucket) return [];
  const last = level === view.buckets.length - 1;
  return (aggregationAt(at, bucket.id).buckets ?? []).flatMap((each) => {
    const found = counted(bucket, each);
    const path = [...keys, keyOf(bucket, found)];
    if (!last) return rowsOf(view, level + 1, found, path);
    const row = { keys: path, figures: figures(view.metrics, found, found.doc_count), documents: found.doc_count };
    return [found.score === undefined ? row : { ...row, score: found.score }];
  });
}

function keyOf(bucket: ViewBucket, found: BucketAnswer): ResultKey {
  if (bucket.function === 'date_histogram') {
    return { label: dateLabel(Number(found.key), bucket.calendar ?? 'day', bucket.days), value: found.key };
  }
  if (bucket.function === 'histogram') {
    const value = beginOf(Number(found.key), bucket);
    return { label: groupLabel('histogram', { ...found, key: value }), value };
  }
  const label = groupLabel(bucket.function, found);
  const { key_as_string: text } = found;
  return { label, value: groupValue(found), ...(text !== undefined && text !== label && { exported: text }) };
}

function figures(
  metrics: readonly ViewMetric[],
  at: Readonly<Record<string, unknown>>,
  documents: number,
): readonly (number | null)[] {
  return metrics.map((metric) => {
    if (metric.function === 'count') return documents;
    const answer = aggregationAt(at, metric.id);
    return metric.function === 'median' ? (answer.values?.['50.0'] ?? null) : (answer.value ?? null);
  });
}

const aggregationAt = (at: Readonly<Record<string, unknown>>, id: string): AggregationAnswer =>
  answerOf(at, id) as AggregationAnswer;

const DATE_PARTS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  minute: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false },
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

/** A bucket's date in the viewer's zone, of `days` in UTC, as short as its interval allows. */
export function dateLabel(ms: number, interval: string, days = false): string {
  const date = new Date(ms);
  if (interval === 'quarter') {
    const [month, year] = days ? [date.getUTCMonth(), date.getUTCFullYear()] : [date.getMonth(), date.getFullYear()];
    return `Q${Math.floor(month / 3) + 1} ${year}`;
  }
  const zone = days && ({ timeZone: 'UTC' } as const);
  return new Intl.DateTimeFormat('en-GB', { ...(DATE_PARTS[interval] ?? DATE_PARTS.day), ...zone }).format(date);
}

/** A figure of a metric in words; counts of documents or values are not in the unit of a field. */
export const figureWords = (metric: ViewMetric | undefined, figure: unknown): string =>
  formatNumber(figure, metric?.format, metric && !isCounted(metric) ? metric.unit : undefined);

/** Label of a metric when it has none of its own: `Count`, `Mean speed`. */
export function metricLabel(metric: ViewMetric): string {
  if (metric.label) return metric.label;
  const words: Readonly<Record<ViewMetric['function'], string>> = {
    count: 'Count',
    sum: 'Sum of',
    avg: 'Mean',
    min: 'Least',
    max: 'Most',
    cardinality: 'Different',
    median: 'Median',
  };
  return metric.field ? `${words[metric.function]} ${metric.field}` : words[metric.function];
}
