import {
  type AggregationKinds,
  type DateRounding,
  illegalArgument,
  nextDate,
  readDate,
  roundDate,
  type Zone,
  zoneOf,
} from '@datasarana/query';
import { longList } from '../clauses/values.ts';
import { fieldOf } from '../index-fields.ts';
import { rowsOf } from '../run.ts';
import { type Sql, sql } from '../sql.ts';
import { MAX_BUCKETS, tooManyBuckets } from './bucket-limit.ts';
import { type DateBuckets, dateBuckets, type Span } from './date-buckets.ts';
import type { FieldValues } from './field-values.ts';
import { fillGaps, inOrder, type PlacedBucket } from './fill.ts';
import type { PlanContext } from './metrics.ts';
import { momentsFrom } from './moments.ts';
import type { KeyColumn, KeysPlan } from './plan.ts';
import { rangeKey, rangeTypeOf } from './range-key.ts';
import { textFor } from './shown-value.ts';

export async function dateHistogram(node: AggregationKinds['date_histogram'], context: PlanContext): Promise<KeysPlan> {
  const zone = zoneOf(node.timeZone);
  const rounding: DateRounding = { interval: node.interval, zone, offset: node.offset };
  const { write, read } = readingOf(node, zone, context);
  const given = { min: boundAt(node.hardBounds?.min, read), max: boundAt(node.hardBounds?.max, read) };
  // as in OpenSearch bounds are rounded as if the buckets had no offset
  const bound = (limit: number | null) => (limit === null ? null : roundDate(limit, { ...rounding, offset: 0 }));
  const hard = { min: bound(given.min), max: bound(given.max) };
  const extended = { min: boundAt(node.extendedBounds?.min, read), max: boundAt(node.extendedBounds?.max, read) };
  refuseCrossed('hard_bounds', given, context.name);
  refuseCrossed('extended_bounds', extended, context.name);
  refuseWiderDates(node, given, extended);
  const isRanges = rangeTypeOf(node.field, context) !== null;
  const { buckets, key } = isRanges
    ? await rangeKeyOf(node, rounding, hard, context)
    : await dateKey(datesOf(node, context), rounding, context);
  return {
    kind: 'keys',
    keys: [key],
    size: null,
    minDocCount: node.minDocCount,
    order: node.order,
    read: ({ buckets: rows, empty }) => {
      const found: PlacedBucket[] = rows
        .map((bucket) => ({ start: buckets.startOf(Number(bucket.key)), bucket }))
        .filter(({ start }) => isRanges || isWithin(start, hard))
        .sort((a, b) => a.start - b.start);
      const bounds = { min: moved(bound(extended.min), node.offset), max: moved(bound(extended.max), node.offset) };
      const next = (start: number) => nextDate(start, rounding);
      const all = node.minDocCount === 0 ? fillGaps(found, next, empty, bounds) : found;
      const labelled = inOrder(all, node.order).map(({ start, bucket }) => ({
        ...(write !== null && { key_as_string: write(start) }),
        key: start,
        ...bucket.body(),
      }));
      if (!node.keyed) return { buckets: labelled };
      return { buckets: Object.fromEntries(labelled.map((each) => [each.key_as_string ?? String(each.key), each])) };
    },
  };
}

const moved = (bound: number | null, offset: number): number | null => (bound === null ? null : bound + offset);

const isWithin = (start: number, { min, max }: Limits): boolean =>
  (min === null || start >= min) && (max === null || start < max);

type Node = AggregationKinds['date_histogram'];

function refuseCrossed(bounds: string, { min, max }: Limits, name: string): void {
  if (min === null || max === null || min <= max) return;
  const [least, most] = [`[${bounds}.min][${min}]`, `[${bounds}.max][${max}]`];
  throw illegalArgument(
    `${least} cannot be greater than ${most} for histogram aggregation [${name}]`,
    'Let the earlier date come first.',
  );
}

/** Dates to fill up to must lie within those that nothing stands outside of. */
function refuseWiderDates({ extendedBounds, hardBounds }: Node, hard: Limits, extended: Limits): void {
  if (extendedBounds === undefined || hardBounds === undefined) return;
  const isInside =
    (hard.min === null || (extended.min ?? Number.POSITIVE_INFINITY) >= hard.min) &&
    (hard.max === null || (extended.max ?? Number.NEGATIVE_INFINITY) <= hard.max);
  if (isInside) return;
  const both = ({ min = '', max = '' }: NonNullable<Node['hardBounds']>) => `[${min}--${max}]`;
  throw illegalArgument(
    `Extended bounds have to be inside hard bounds, hard bounds: ${both(hardBounds)}, extended bounds: ${both(extendedBounds)}`,
    'Narrow the extended bounds.',
  );
}

const USE = 'aggregation [date_histogram]';

const datesOf = ({ field, missing, format, timeZone }: Node, context: PlanContext): FieldValues =>
  momentsFrom({ field, missing, format, timeZone, use: USE }, context);

const numberOf = (bound: string | number): number => (bound === 'true' ? 1 : bound === 'false' ? 0 : Number(bound));

/** How bounds are read and keys written; numbers have no text without a format. */
function readingOf(node: Node, zone: Zone, context: PlanContext) {
  const { now } = context;
  const values = rangeTypeOf(node.field, context) === null ? datesOf(node, context) : null;
  if (values !== null && values.kind !== 'date') return { write: textFor(values, node.format), read: numberOf };
  const format = values === null ? (node.format ?? rangeFormatOf(node.field, context)) : values.format;
  const read = (bound: string | number) =>
    typeof bound === 'number' ? Math.trunc(bound) : readDate(bound, node.field, { format, zone, now, roundUp: false });
  return { write: textFor({ kind: 'date', format }, undefined, zone), read };
}

/** Ranges of dates are told in the format of their field, too. */
const rangeFormatOf = (field: string, { parts }: PlanContext): string | undefined =>
  parts.map(({ layout }) => fieldOf(layout, field)?.field?.field.format).find((format) => format !== undefined);

interface Limits {
  readonly min: number | null;
  readonly max: number | null;
}

/** Dates reach that far to either side. */
const FAR = 8_640_000_000_000_000;

async function rangeKeyOf(node: Node, rounding: DateRounding, hard: Limits, context: PlanContext) {
  const limits = { least: hard.min ?? -FAR, most: hard.max ?? FAR };
  const buckets =
    rounding.zone.fixed === null
      ? bucketsBetween(await reachOf(node.field, limits, context), rounding)
      : dateBuckets(rounding, null);
  const number = (value: Sql) => buckets.number(sql`(${value})::BIGINT`);
  const key = await rangeKey({ field: node.field, use: USE, types: ['date_range'], number, ...limits }, context);
  return { buckets, key };
}

/** Where clocks change, buckets are as long as the days are: all that ranges reach into are told one by one. */
function bucketsBetween(reach: Span | null, rounding: DateRounding): DateBuckets {
  const starts: number[] = [];
  if (reach !== null) {
    let start = roundDate(reach.first, rounding);
    for (; start <= reach.last; start = nextDate(start, rounding)) {
      if (starts.push(start) > MAX_BUCKETS) throw tooManyBuckets();
    }
    // One more, so that what begins later is in none of them.
    starts.push(start);
  }
  const list = longList(starts.map((start) => BigInt(start)));
  return {
    number: (moment) => sql`len(list_filter(${list}, lambda b: b <= ${moment}))`,
    startOf: (number) => starts[number - 1] ?? Number.NaN,
  };
}

/** First and last moment that ranges of a field reach, within the limits. */
async function reachOf(
  field: string,
  { least, most }: { readonly least: number; readonly most: number },
  { parts, sources, connection }: PlanContext,
): Promise<Span | null> {
  const ends: { readonly first: number; readonly last: number }[] = [];
  for (const [i, part] of parts.entries()) {
    const ranges = fieldOf(part.layout, field);
    const [from, to] = ranges?.columns ?? [];
    if (ranges === null || from === undefined || to === undefined) continue;
    const wanted = ranges.list ? sql`min(list_min(${from})), max(list_max(${to}))` : sql`min(${from}), max(${to})`;
    const [[first, last] = []] = await rowsOf(connection, sql`SELECT ${wanted} FROM ${sources[i] ?? sql`NULL`}`);
    if (first === null || last === null) continue;
    ends.push({ first: Math.max(Number(first), least), last: Math.min(Number(last), most) });
  }
  if (ends.length === 0) return null;
  return { first: Math.min(...ends.map(({ first }) => first)), last: Math.max(...ends.map(({ last }) => last)) };
}

/** Moments of a field as numbers of the buckets they fall into. */
export async function dateKey(
  values: FieldValues,
  rounding: DateRounding,
  context: PlanContext,
): Promise<{ readonly buckets: DateBuckets; readonly key: KeyColumn }> {
  const span = rounding.zone.fixed === null ? await spanOf(values, context) : null;
  const buckets = dateBuckets(rounding, span);
  const key: KeyColumn = {
    value: values.values.map((value) =>
      values.list ? sql`list_transform(${value}, lambda x: ${buckets.number(sql`x`)})` : buckets.number(value),
    ),
    list: values.list,
    ...(!values.list && { present: values.values.map((value) => sql`${value} IS NOT NULL`) }),
  };
  return { buckets, key };
}

const boundAt = (bound: string | number | undefined, read: (bound: string | number) => number): number | null =>
  bound === undefined ? null : read(bound);

/** First and last moment any document has, so that only clock changes between them matter. */
async function spanOf({ values, list }: FieldValues, { sources, connection }: PlanContext): Promise<Span | null> {
  const moments: number[] = [];
  for (const [i, source] of sources.entries()) {
    const value = values[i] ?? sql`NULL`;
    const ends = list ? sql`min(list_min(${value})), max(list_max(${value}))` : sql`min(${value}), max(${value})`;
    const [row = []] = await rowsOf(connection, sql`SELECT ${ends} FROM ${source}`);
    moments.push(...row.filter((moment) => moment !== null).map(Number));
  }
  return moments.length === 0 ? null : { first: Math.min(...moments), last: Math.max(...moments) };
}
