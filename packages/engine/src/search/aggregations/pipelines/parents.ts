import {
  evaluate,
  isTrue,
  numberIn,
  type PipelineAggregation,
  type PipelineVisitor,
  parseBucketsPath,
  parseExpression,
  type Script,
  visitPipeline,
} from '@datasarana/query';
import type { AggregationResult } from '../../response.ts';
import { typed } from '../result-type.ts';
import { decimalText } from '../shown-value.ts';
import { sorted } from './bucket-sort.ts';
import { movingAverage, movingFunction } from './moving.ts';
import { resolve, type ShownBucket } from './values.ts';

/** A bucket that stays, with what was computed in it. */
export interface Changed {
  readonly bucket: ShownBucket;
  readonly result?: AggregationResult;
}

/** The buckets that stay, in order, with the result of a pipeline in each that has one; `nameOf` is what they are keyed by. */
export const inBuckets = (
  aggregation: PipelineAggregation,
  buckets: readonly ShownBucket[],
  nameOf: (bucket: ShownBucket) => string,
): readonly Changed[] => visitPipeline(aggregation, visitor(buckets, nameOf));

/** `{value, value_as_string?}`, null for what is not a number. */
export function simple(value: number, format: string | undefined, type = 'simple_value'): AggregationResult {
  if (!Number.isFinite(value)) return typed({ value: null }, type);
  return typed({ value, ...(format !== undefined && { value_as_string: decimalText(format)(value) }) }, type);
}

type Of<K extends PipelineAggregation['kind']> = Extract<PipelineAggregation, { readonly kind: K }>;

function derivative(of: Of<'derivative'>, buckets: readonly ShownBucket[]): readonly Changed[] {
  const path = parseBucketsPath(of.bucketsPath);
  let before: { readonly key: number; readonly value: number } | null = null;
  return buckets.map((bucket) => {
    const value = resolve(bucket, path, of.gapPolicy);
    const last = before;
    before = value === null ? null : { key: Number(bucket.key), value };
    if (last === null || value === null) return { bucket };
    const change = value - last.value;
    const result = simple(change, of.format, 'derivative');
    if (of.unit === undefined) return { bucket, result };
    const per = change / ((Number(bucket.key) - last.key) / of.unit);
    const shown = Number.isFinite(per) ? per : null;
    const text =
      shown !== null && of.format !== undefined ? { normalized_value_as_string: decimalText(of.format)(shown) } : {};
    return { bucket, result: typed({ ...result, normalized_value: shown, ...text }, 'derivative') };
  });
}

function cumulativeSum(of: Of<'cumulative_sum'>, buckets: readonly ShownBucket[]): readonly Changed[] {
  const path = parseBucketsPath(of.bucketsPath);
  let sum = 0;
  return buckets.map((bucket) => {
    const value = resolve(bucket, path, 'insert_zeros');
    if (value !== null && Number.isFinite(value)) sum += value;
    return { bucket, result: simple(sum, of.format) };
  });
}

function serialDiff(of: Of<'serial_diff'>, buckets: readonly ShownBucket[]): readonly Changed[] {
  const path = parseBucketsPath(of.bucketsPath);
  const values = buckets.map((bucket) => resolve(bucket, path, of.gapPolicy) ?? Number.NaN);
  return buckets.map((bucket, i) => {
    const difference = (values[i] ?? Number.NaN) - (values[i - of.lag] ?? Number.NaN);
    return Number.isNaN(difference) ? { bucket } : { bucket, result: simple(difference, of.format) };
  });
}

interface Scripted {
  readonly paths: Readonly<Record<string, string>>;
  readonly script: Script;
  readonly gapPolicy: 'skip' | 'insert_zeros';
}

/** What a script of a bucket is computed with. */
function paramsOf({ paths, script, gapPolicy }: Scripted, bucket: ShownBucket): ReadonlyMap<string, number> {
  const values = Object.entries(paths).map(
    ([name, path]) => [name, resolve(bucket, parseBucketsPath(path), gapPolicy) ?? Number.NaN] as const,
  );
  return new Map([...Object.entries(script.params), ...values]);
}

function bucketScript(of: Of<'bucket_script'>, buckets: readonly ShownBucket[]): readonly Changed[] {
  const expression = parseExpression(of.script.source, 'script');
  return buckets.map((bucket) => {
    const params = paramsOf(of, bucket);
    const hasGap = Object.keys(of.paths).some((name) => Number.isNaN(params.get(name)));
    // a name alone that has no value makes no figure
    const isNothing = expression.kind === 'variable' && !params.has(expression.name);
    if (isNothing || (hasGap && of.gapPolicy === 'skip')) return { bucket };
    return { bucket, result: simple(numberIn(evaluate(expression, { params })), of.format) };
  });
}

function bucketSelector(of: Of<'bucket_selector'>, buckets: readonly ShownBucket[]): readonly Changed[] {
  const expression = parseExpression(of.script.source, 'script');
  return buckets
    .filter((bucket) => isTrue(evaluate(expression, { params: paramsOf(of, bucket) })))
    .map((bucket) => ({ bucket }));
}

function notInside(): never {
  throw new Error('A pipeline beside buckets was computed in them');
}

const visitor = (
  buckets: readonly ShownBucket[],
  nameOf: (bucket: ShownBucket) => string,
): PipelineVisitor<readonly Changed[]> => ({
  derivative: (of) => derivative(of, buckets),
  cumulative_sum: (of) => cumulativeSum(of, buckets),
  serial_diff: (of) => serialDiff(of, buckets),
  moving_avg: (of) => movingAverage(of, buckets).map(([bucket, value]) => shown(bucket, value, of.format)),
  moving_fn: (of) => movingFunction(of, buckets).map(([bucket, value]) => shown(bucket, value, of.format)),
  bucket_script: (of) => bucketScript(of, buckets),
  bucket_selector: (of) => bucketSelector(of, buckets),
  bucket_sort: (of) => sorted(of, buckets, nameOf).map((bucket) => ({ bucket })),
  avg_bucket: notInside,
  sum_bucket: notInside,
  min_bucket: notInside,
  max_bucket: notInside,
  stats_bucket: notInside,
  extended_stats_bucket: notInside,
  percentiles_bucket: notInside,
});

const shown = (bucket: ShownBucket, value: number | null, format: string | undefined): Changed =>
  value === null ? { bucket } : { bucket, result: simple(value, format) };
