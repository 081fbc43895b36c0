import { type Aggregations, isPipeline, type PipelineAggregation } from '@datasarana/query';

type Result = Readonly<Record<string, unknown>>;
type Bucket = Readonly<Record<string, unknown>>;

const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The number a plain path (`m1`, `s1.max`, `f1>m1`, `_count`) leads to, NaN for none or an empty bucket. */
function figure(bucket: Bucket, path: string): number {
  if (path === '_count') return Number(bucket.doc_count);
  const [last = '', ...above] = path.split('>').toReversed();
  const [name = '', value = 'value'] = last.split('.');
  const around = above.toReversed().reduce<unknown>(inside, bucket);
  const found = inside(inside(around, name), value);
  return bucket.doc_count === 0 || typeof found !== 'number' ? Number.NaN : found;
}

const shown = (value: number) => ({ value: Number.isFinite(value) ? value : null });

/** Results with pipelines that read the buckets of one of them. */
export function besideBuckets(results: Readonly<Record<string, Result>>, aggs: Aggregations) {
  const siblings = Object.entries(aggs).flatMap(([name, { aggregation }]) => {
    if (!isPipeline(aggregation) || !('bucketsPath' in aggregation)) return [];
    if (!aggregation.kind.endsWith('_bucket')) return [];
    const [first = '', ...path] = aggregation.bucketsPath.split('>');
    const buckets = inside(results[first], 'buckets');
    if (!Array.isArray(buckets)) throw new Error('The plain evaluator reads no keyed buckets');
    const values = buckets.map((bucket: Bucket) => ({ name: nameOf(bucket), value: figure(bucket, path.join('>')) }));
    return [
      [
        name,
        overAll(
          aggregation,
          values.filter(({ value }) => !Number.isNaN(value)),
        ),
      ] as const,
    ];
  });
  return { ...results, ...Object.fromEntries(siblings) };
}

const nameOf = (bucket: Bucket): string => String(bucket.key_as_string ?? bucket.key);

function overAll(
  { kind }: PipelineAggregation,
  values: readonly { readonly name: string; readonly value: number }[],
): Result {
  const numbers = values.map(({ value }) => value);
  const sum = numbers.reduce((a, b) => a + b, 0);
  const extreme = (best: number) => ({
    ...shown(best),
    keys: values.filter(({ value }) => value === best).map(({ name }) => name),
  });
  const none = numbers.length === 0;
  switch (kind) {
    case 'avg_bucket':
      return shown(sum / numbers.length);
    case 'sum_bucket':
      return shown(sum);
    case 'min_bucket':
      return extreme(Math.min(...numbers));
    case 'max_bucket':
      return extreme(Math.max(...numbers));
    case 'stats_bucket':
      return {
        count: numbers.length,
        min: none ? null : Math.min(...numbers),
        max: none ? null : Math.max(...numbers),
        avg: none ? null : sum / numbers.length,
        sum,
      };
    default:
      throw new Error(`The plain evaluator does not decide ${kind}`);
  }
}

/** Buckets with pipelines that read from one to the next. */
export function inBuckets(result: Result, aggs: Aggregations): Result {
  const { buckets } = result;
  if (!Array.isArray(buckets)) return result;
  const changed = Object.entries(aggs).reduce<readonly Bucket[]>((all, [name, { aggregation }]) => {
    if (!isPipeline(aggregation) || aggregation.kind.endsWith('_bucket')) return all;
    const results = alongside(aggregation, all);
    return all.map((bucket, i) => (results[i] === undefined ? bucket : { ...bucket, [name]: results[i] }));
  }, buckets);
  return { ...result, buckets: changed };
}

function alongside(aggregation: PipelineAggregation, buckets: readonly Bucket[]): readonly (Result | undefined)[] {
  if (!('bucketsPath' in aggregation)) throw new Error(`The plain evaluator does not decide ${aggregation.kind}`);
  const values = buckets.map((bucket) => figure(bucket, aggregation.bucketsPath));
  switch (aggregation.kind) {
    case 'derivative':
      return values.map((value, i) => (i === 0 ? undefined : shown(value - (values[i - 1] ?? Number.NaN))));
    case 'cumulative_sum':
      return values.map((_, i) => shown(values.slice(0, i + 1).reduce((a, b) => a + (Number.isNaN(b) ? 0 : b), 0)));
    case 'serial_diff':
      return values.map((value, i) => {
        const difference = value - (values[i - aggregation.lag] ?? Number.NaN);
        return Number.isNaN(difference) ? undefined : shown(difference);
      });
    default:
      throw new Error(`The plain evaluator does not decide ${aggregation.kind}`);
  }
}
