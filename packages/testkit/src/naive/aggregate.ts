import {
  type AggregationKinds,
  type AggregationNode,
  type Aggregations,
  type AggregationVisitor,
  type BucketOrder,
  orderPath,
  visitAggregation,
} from '@datasarana/query';
import {
  type Bucket,
  dateHistogramBuckets,
  dateRangeBuckets,
  filterBuckets,
  geohashBuckets,
  histogramBuckets,
  missingDocuments,
  rangeBuckets,
  termBuckets,
} from './buckets.ts';
import { compareValues } from './documents.ts';
import { hitsOf } from './hits.ts';
import { matches } from './matches.ts';
import { javaDouble, METRICS, type Rows } from './metrics.ts';

export type Result = Readonly<Record<string, unknown>>;

/** Computes aggregations over rows the slow and plain way; `all` are the rows of the index, matching or not. */
export function aggregate(aggregations: Aggregations, rows: Rows, all: Rows): Readonly<Record<string, Result>> {
  return Object.fromEntries(
    Object.entries(aggregations).map(([name, node]) => {
      const result = visitAggregation(node.aggregation, visitor(node, rows, all));
      return [name, node.meta === undefined ? result : { meta: node.meta, ...result }];
    }),
  );
}

const visitor = (node: AggregationNode, rows: Rows, all: Rows): AggregationVisitor<Result> => {
  const inside = (bucket: Bucket) => completed(bucket, node, rows, all);
  const one = (documents: Rows['documents']) => ({
    doc_count: documents.length,
    ...aggregate(node.aggs, { ...rows, documents }, all),
  });
  const { index, now } = rows;
  const metric = metricVisitor(rows);
  return {
    ...metric,
    terms: (of) => terms(of, node, rows, all),
    histogram: (of) =>
      keyedBuckets(of, ordered(histogramBuckets(rows, of).map(inside), of.order), (b) => javaDouble(Number(b.key))),
    date_histogram: (of) =>
      keyedBuckets(of, ordered(dateHistogramBuckets(rows, of).map(inside), of.order), (b) => String(b.key_as_string)),
    range: (of) => keyedBuckets(of, rangeBuckets(rows, of).map(inside), (b) => String(b.key)),
    date_range: (of) => keyedBuckets(of, dateRangeBuckets(rows, of).map(inside), (b) => String(b.key)),
    missing: (of) => one(missingDocuments(rows, of)),
    filter: (of) => one(rows.documents.filter((document) => matches(of.query, { index, document, now }))),
    filters: (of) => filters(of, filterBuckets(rows, of).map(inside)),
    geohash_grid: (of) => ({ buckets: geohashBuckets(rows, of).map(inside) }),
    top_hits: (of) => ({ hits: hitsOf(rows, of) }),
  };
};

const metricVisitor = (rows: Rows) => ({
  value_count: (of: AggregationKinds['value_count']) => METRICS.value_count(rows, of),
  cardinality: (of: AggregationKinds['cardinality']) => METRICS.cardinality(rows, of),
  sum: (of: AggregationKinds['sum']) => METRICS.sum(rows, of),
  avg: (of: AggregationKinds['avg']) => METRICS.avg(rows, of),
  min: (of: AggregationKinds['min']) => METRICS.min(rows, of),
  max: (of: AggregationKinds['max']) => METRICS.max(rows, of),
  stats: (of: AggregationKinds['stats']) => METRICS.stats(rows, of),
  extended_stats: (of: AggregationKinds['extended_stats']) => METRICS.extended_stats(rows, of),
  percentiles: (of: AggregationKinds['percentiles']) => METRICS.percentiles(rows, of),
  geo_bounds: (of: AggregationKinds['geo_bounds']) => METRICS.geo_bounds(rows, of),
  geo_centroid: (of: AggregationKinds['geo_centroid']) => METRICS.geo_centroid(rows, of),
});

interface BucketResult extends Result {
  readonly key: unknown;
  readonly doc_count: number;
}

function completed(bucket: Bucket, node: AggregationNode, rows: Rows, all: Rows): BucketResult {
  return {
    key: bucket.key,
    ...bucket.shown,
    doc_count: bucket.documents.length,
    ...aggregate(node.aggs, { ...rows, documents: bucket.documents }, all),
  };
}

function terms(of: AggregationKinds['terms'], node: AggregationNode, rows: Rows, all: Rows): Result {
  const buckets = ordered(
    termBuckets(rows, of, all).map((bucket) => completed(bucket, node, rows, all)),
    of.order,
  );
  const others = buckets.slice(of.size).reduce((sum, bucket) => sum + bucket.doc_count, 0);
  const error = of.showTermDocCountError ? { doc_count_error_upper_bound: 0 } : {};
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: others,
    buckets: buckets.slice(0, of.size).map((bucket) => ({ ...bucket, ...error })),
  };
}

/** Orders one after the other, then key ascending; a bucket without the figure it is ordered by stands last. */
function ordered(buckets: readonly BucketResult[], order: readonly BucketOrder[]): readonly BucketResult[] {
  return buckets.toSorted((a, b) => {
    for (const { by, direction } of order) {
      const [left, right] = [figureOf(a, by), figureOf(b, by)];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      const compared = compareValues(left, right);
      if (compared !== 0) return direction === 'asc' ? compared : -compared;
    }
    return compareValues(keyOf(a), keyOf(b));
  });
}

const keyOf = ({ key }: BucketResult): string | number => (typeof key === 'string' ? key : Number(key));

function figureOf(bucket: BucketResult, by: string): string | number | null {
  if (by === '_key') return keyOf(bucket);
  if (by === '_count') return bucket.doc_count;
  const path = orderPath(by);
  const result = path.aggregations.reduce<unknown>((inside, name) => memberOf(inside, name), bucket);
  const figure = memberOf(result, path.metric) ?? memberOf(result, 'doc_count');
  const percentile = memberOf(memberOf(result, 'values'), javaDouble(Number(path.metric)));
  const found = percentile ?? figure;
  return typeof found === 'number' ? found : null;
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function keyedBuckets(
  { keyed }: { readonly keyed: boolean },
  buckets: readonly BucketResult[],
  nameOf: (bucket: BucketResult) => string,
): Result {
  if (!keyed) return { buckets };
  const isNamed = buckets.every(({ key }) => typeof key === 'string');
  return {
    buckets: Object.fromEntries(
      buckets.map((bucket) => {
        const { key, ...rest } = bucket;
        return [nameOf(bucket), isNamed ? rest : { key, ...rest }];
      }),
    ),
  };
}

function filters(of: AggregationKinds['filters'], buckets: readonly BucketResult[]): Result {
  const bare = buckets.map(({ key, ...rest }) => [String(key), rest] as const);
  const isNamed = of.filters.some(({ name }) => name !== undefined);
  return { buckets: isNamed ? Object.fromEntries(bare) : bare.map(([, rest]) => rest) };
}
