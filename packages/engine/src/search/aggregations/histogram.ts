import { type AggregationKinds, type HistogramBounds, illegalArgument } from '@datasarana/query';
import { bigint, double, type Sql, sql, whole } from '../sql.ts';
import { type FieldValues, fieldValues } from './field-values.ts';
import { fillGaps, inOrder, keyedBy, type PlacedBucket } from './fill.ts';
import type { PlanContext } from './metrics.ts';
import type { KeyColumn, KeysPlan } from './plan.ts';
import { rangeKey, rangeTypeOf } from './range-key.ts';
import { javaDouble, textFor, type ValueText, valueText } from './shown-value.ts';

export async function histogram(node: AggregationKinds['histogram'], context: PlanContext): Promise<KeysPlan> {
  const { interval, offset } = node;
  const { key: column, add, text, isCut } = await keyFor(node, context);
  const keyOf = (number: number) => number * interval + offset;
  const numberAt = (value: number) => Math.floor((value - offset) / interval);
  const { hardBounds, extendedBounds } = node;
  refuseWider(extendedBounds, hardBounds);
  const [least, most] = isCut ? [] : [hardBounds?.min, hardBounds?.max];
  return {
    kind: 'keys',
    keys: [column],
    size: null,
    minDocCount: node.minDocCount,
    order: node.order,
    read: ({ buckets, empty }) => {
      const found: PlacedBucket[] = buckets
        .map((bucket) => ({ start: Number(bucket.key) + add, bucket }))
        .filter(({ start }) => start * interval >= (least ?? Number.NEGATIVE_INFINITY))
        .filter(({ start }) => start * interval <= (most ?? Number.POSITIVE_INFINITY))
        .sort((a, b) => a.start - b.start);
      const bound = (limit: number | undefined) => (limit === undefined ? null : numberAt(limit));
      const bounds = { min: bound(extendedBounds?.min), max: bound(extendedBounds?.max) };
      const all = node.minDocCount === 0 ? fillGaps(found, (start) => start + 1, empty, bounds) : found;
      const labelled = inOrder(all, node.order).map(({ start, bucket }) => {
        const key = keyOf(start);
        return { key, ...(text !== null && { key_as_string: text(key) }), ...bucket.body() };
      });
      if (!node.keyed) return { buckets: labelled };
      return { buckets: keyedBy(labelled, ({ key }) => text?.(key) ?? javaDouble(key)) };
    },
  };
}

/** What stands for the number of a bucket, what to add to it, and how keys are written. */
interface NumberKey {
  readonly key: KeyColumn;
  readonly add: number;
  readonly text: ValueText | null;
  /** Ranges are cut at the hard bounds, and stand in the buckets they are cut in; numbers have buckets that begin within them alone. */
  readonly isCut: boolean;
}

async function keyFor(node: AggregationKinds['histogram'], context: PlanContext): Promise<NumberKey> {
  const { field, missing, interval, offset, hardBounds } = node;
  const use = 'aggregation [histogram]';
  if (rangeTypeOf(field, context) !== null) {
    const number = (value: Sql) => sql`floor((${value} - ${double(offset)}) / ${double(interval)})`;
    const [least, most] = [hardBounds?.min ?? null, hardBounds?.max ?? null];
    const key = await rangeKey({ field, use, types: NUMBER_RANGES, number, least, most }, context);
    return { key, add: 0, text: valueText('decimal', node.format), isCut: true };
  }
  const kinds = ['whole', 'decimal', 'date', 'boolean'] as const;
  const values = fieldValues(context.parts, { field, missing, use, kinds, now: context.now });
  const numbers = bucketNumbers(values, interval, offset);
  const key: KeyColumn = {
    value: values.values.map((value) =>
      values.list ? sql`list_transform(${value}, lambda x: ${numbers.key(sql`x`)})` : numbers.key(value),
    ),
    list: values.list,
    ...(!values.list && { present: values.values.map((value) => sql`${value} IS NOT NULL`) }),
  };
  return { key, add: numbers.add, text: textFor(values, node.format), isCut: false };
}

const NUMBER_RANGES = ['integer_range', 'long_range', 'float_range', 'double_range'] as const;

/** Limits to fill up to must lie within those that nothing stands outside of. */
export function refuseWider(extended: HistogramBounds<number> | undefined, hard: HistogramBounds<number> | undefined) {
  if (extended === undefined || hard === undefined) return;
  const isInside =
    (hard.min === undefined || (extended.min ?? Number.POSITIVE_INFINITY) >= hard.min) &&
    (hard.max === undefined || (extended.max ?? Number.NEGATIVE_INFINITY) <= hard.max);
  if (isInside) return;
  const shown = (limit: number | undefined) => (limit === undefined ? '' : javaDouble(limit));
  const both = ({ min, max }: HistogramBounds<number>) => `[${shown(min)}--${shown(max)}]`;
  throw illegalArgument(
    `Extended bounds have to be inside hard bounds, hard bounds: ${both(hard)}, extended bounds: ${both(extended)}`,
    'Narrow the extended bounds.',
  );
}

/** How keys are computed in SQL, and what to add to a key for the number of its bucket. */
interface BucketNumbers {
  readonly key: (value: Sql) => Sql;
  readonly add: number;
}

/** Beyond every number of 32 bits; lifted by more than this, a value is above 0 and a division needs no care about signs. */
const NARROW = 2 ** 31;

/** Number of the bucket: floor((value − offset) / interval); whole numbers stay whole, which is faster. */
function bucketNumbers(values: FieldValues, interval: number, offset: number): BucketNumbers {
  const isWhole = values.kind === 'whole' && Number.isSafeInteger(interval) && Number.isSafeInteger(offset);
  if (isWhole && values.narrow && Math.abs(offset) < NARROW && interval < NARROW) {
    const lift = Math.ceil((2 * NARROW) / interval);
    const from = bigint(offset - lift * interval);
    return { key: (value) => sql`(${value}::BIGINT - ${from}) // ${whole(interval)}`, add: -lift };
  }
  if (isWhole) {
    // beyond 64 bits with a sign, before or after the offset is taken away
    const type = values.isUnsigned || offset !== 0 ? sql`HUGEINT` : sql`BIGINT`;
    return { key: (value) => floorDivide(sql`(${value}::${type} - ${bigint(offset)})`, interval), add: 0 };
  }
  const number = (value: Sql) => (values.kind === 'boolean' ? sql`${value}::INTEGER` : value);
  return { key: (value) => sql`floor((${number(value)} - ${double(offset)}) / ${double(interval)})`, add: 0 };
}

/** Floor of a division of whole numbers: DuckDB's `//` cuts towards zero. */
export const floorDivide = (value: Sql, interval: number): Sql =>
  sql`CASE WHEN ${value} >= 0 THEN ${value} // ${whole(interval)} ELSE (${value} + 1) // ${whole(interval)} - 1 END`;
