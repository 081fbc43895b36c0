import {
  type AggregationKinds,
  type AggregationNode,
  type Aggregations,
  type AggregationVisitor,
  type BucketOrder,
  isPipeline,
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
  rareBuckets,
  termBuckets,
} from './buckets.ts';
import { adjacencyBuckets, compositeBuckets, multiTermBuckets, significantBuckets } from './combined-buckets.ts';
import { compareValues } from './documents.ts';
import { hitsOf } from './hits.ts';
import { matches } from './matches.ts';
import { autoDateBuckets, distanceBuckets, tileBuckets, widthBuckets } from './measured-buckets.ts';
import { javaDouble, METRICS, type Rows } from './metrics.ts';
import { MORE_METRICS } from './more-metrics.ts';
import { nestedDocuments, parentsOf } from './nested.ts';
import { besideBuckets, inBuckets } from './pipelines.ts';

export type Result = Readonly<Record<string, unknown>>;

/** Computes aggregations over rows the slow and plain way; `all` are the rows of the index, matching or not. */
export function aggregate(aggregations: Aggregations, rows: Rows, all: Rows): Readonly<Record<string, Result>> {
  const results = Object.fromEntries(
    Object.entries(aggregations).flatMap(([name, node]) => {
      const { aggregation } = node;
      if (isPipeline(aggregation)) return [];
      const result = inBuckets(visitAggregation(aggregation, visitor(node, rows, all)), node.aggs);
      return [[name, node.meta === undefined ? result : { meta: node.meta, ...result }]];
    }),
  );
  return besideBuckets(results, aggregations);
}

/** Kinds that score or estimate; their results are tested by example. */
const undecided = ({ kind }: { readonly kind: string }): never => {
  throw new Error(`The plain evaluator does not decide ${kind}`);
};

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
    geotile_grid: (of) => ({ buckets: tileBuckets(rows, of).map(inside) }),
    top_hits: (of) => ({ hits: hitsOf(rows, of) }),
    rare_terms: (of) => ({ buckets: rareBuckets(rows, of).map(inside) }),
    multi_terms: (of) => multiTerms(of, multiTermBuckets(rows, of).map(inside)),
    significant_terms: (of) => {
      const { buckets, ...sizes } = significantBuckets(rows, of, all);
      return { ...sizes, buckets: buckets.map(inside) };
    },
    composite: (of) => {
      const { buckets, ...after } = compositeBuckets(rows, of);
      return { ...after, buckets: buckets.map(inside) };
    },
    auto_date_histogram: (of) => {
      const { buckets, interval } = autoDateBuckets(rows, of);
      return { buckets: buckets.map(inside), interval };
    },
    variable_width_histogram: (of) => ({ buckets: widthBuckets(rows, of).map(inside) }),
    geo_distance: (of) => keyedBuckets(of, distanceBuckets(rows, of).map(inside), (b) => String(b.key)),
    adjacency_matrix: (of) => ({ buckets: adjacencyBuckets(rows, of).map(inside) }),
    global: () => ({
      doc_count: all.documents.length,
      ...aggregate(node.aggs, { ...all, documents: all.documents }, all),
    }),
    nested: (of) => one(nestedDocuments(rows, of.path)),
    reverse_nested: () => one(parentsOf(rows.documents)),
    ip_range: undecided,
    sampler: undecided,
    diversified_sampler: undecided,
    significant_text: undecided,
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
  percentile_ranks: (of: AggregationKinds['percentile_ranks']) => MORE_METRICS.percentile_ranks(rows, of),
  median_absolute_deviation: (of: AggregationKinds['median_absolute_deviation']) =>
    MORE_METRICS.median_absolute_deviation(rows, of),
  weighted_avg: (of: AggregationKinds['weighted_avg']) => MORE_METRICS.weighted_avg(rows, of),
  string_stats: (of: AggregationKinds['string_stats']) => MORE_METRICS.string_stats(rows, of),
  matrix_stats: (of: AggregationKinds['matrix_stats']) => MORE_METRICS.matrix_stats(rows, of),
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

function multiTerms(of: AggregationKinds['multi_terms'], found: readonly BucketResult[]): Result {
  const buckets = ordered(found, of.order);
  const others = buckets.slice(of.size).reduce((sum, bucket) => sum + bucket.doc_count, 0);
  return { doc_count_error_upper_bound: 0, sum_other_doc_count: others, buckets: buckets.slice(0, of.size) };
}

/** Orders one after the other, then key ascending; a bucket without the figure it is ordered by stands last. */
function ordered(buckets: readonly BucketResult[], order: readonly BucketOrder[]): readonly BucketResult[] {
  return buckets.toSorted((a, b) => {
    const differences = order.map((each) => compareBy(a, b, each));
    return differences.find((difference) => difference !== 0) ?? compareKeys(a, b);
  });
}

function compareBy(a: BucketResult, b: BucketResult, { by, direction }: BucketOrder): number {
  const sign = direction === 'asc' ? 1 : -1;
  if (by === '_key') return sign * compareKeys(a, b);
  const [left, right] = [figureOf(a, by), figureOf(b, by)];
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  return sign * compareValues(left, right);
}

function compareKeys(a: BucketResult, b: BucketResult): number {
  if (!Array.isArray(a.key) || !Array.isArray(b.key)) return compareValues(keyOf(a), keyOf(b));
  for (const [i, value] of a.key.entries()) {
    const compared = compareValues(value, b.key[i]);
    if (compared !== 0) return compared;
  }
  return 0;
}

const keyOf = ({ key }: BucketResult): string | number => (typeof key === 'string' ? key : Number(key));

function figureOf(bucket: BucketResult, by: string): string | number | null {
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
