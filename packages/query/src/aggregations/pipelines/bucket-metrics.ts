import { Fields } from '../../reading/fields.ts';
import { present } from '../../reading/json.ts';
import type { AggregationForm } from '../definition.ts';
import { readSigma } from '../extended-stats.ts';
import { readSwitch } from '../filters.ts';
import { DEFAULT_PERCENTS, readPercents } from '../percentiles.ts';
import { type BucketsMetric, bucketsMetric, type OfBuckets, printOfBuckets, readOfBuckets } from './definition.ts';

/** Figures over the buckets of an aggregation beside: `buckets_path: "terms1>avg1"`. */
export type AvgBucketAggregation = BucketsMetric<'avg_bucket'>;
export type SumBucketAggregation = BucketsMetric<'sum_bucket'>;
export type MinBucketAggregation = BucketsMetric<'min_bucket'>;
export type MaxBucketAggregation = BucketsMetric<'max_bucket'>;
export type StatsBucketAggregation = BucketsMetric<'stats_bucket'>;

export const avgBucketForm = bucketsMetric('avg_bucket', 'sibling_pipeline');
export const sumBucketForm = bucketsMetric('sum_bucket', 'sibling_pipeline');
export const minBucketForm = bucketsMetric('min_bucket', 'sibling_pipeline');
export const maxBucketForm = bucketsMetric('max_bucket', 'sibling_pipeline');
export const statsBucketForm = bucketsMetric('stats_bucket', 'sibling_pipeline');

export interface ExtendedStatsBucketAggregation extends OfBuckets {
  readonly kind: 'extended_stats_bucket';
  readonly sigma: number;
}

export const extendedStatsBucketForm: AggregationForm<ExtendedStatsBucketAggregation> = {
  shape: 'sibling_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'extended_stats_bucket');
    const sigma = fields.optional('sigma', (given, at) => readSigma(given, at, name)) ?? 2;
    const node: ExtendedStatsBucketAggregation = {
      kind: 'extended_stats_bucket',
      ...readOfBuckets(fields, name),
      sigma,
    };
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfBuckets(node), sigma: node.sigma === 2 ? undefined : node.sigma }),
};

/** The nearest value at each percent. */
export interface PercentilesBucketAggregation extends OfBuckets {
  readonly kind: 'percentiles_bucket';
  readonly percents: readonly number[];
  readonly keyed: boolean;
}

export const percentilesBucketForm: AggregationForm<PercentilesBucketAggregation> = {
  shape: 'sibling_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'percentiles_bucket');
    const node: PercentilesBucketAggregation = {
      kind: 'percentiles_bucket',
      ...readOfBuckets(fields, name),
      percents: readPercents(fields, value, name),
      keyed: fields.optional('keyed', readSwitch) ?? true,
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfBuckets(node),
      percents: node.percents.join() === DEFAULT_PERCENTS.join() ? undefined : node.percents,
      keyed: node.keyed ? undefined : false,
    }),
};
