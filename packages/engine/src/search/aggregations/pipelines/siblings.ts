import {
  notExecutable,
  type PipelineAggregation,
  type PipelineVisitor,
  parseBucketsPath,
  visitPipeline,
} from '@datasarana/query';
import type { AggregationResult } from '../../response.ts';
import { extendedResult, spread } from '../extended-stats.ts';
import { type PercentRow, percentRows } from '../percentiles.ts';
import { typed } from '../result-type.ts';
import { decimalText, javaDouble, jsonFigure, type ValueText } from '../shown-value.ts';
import { type Stats, shownStats, texts } from '../stats.ts';
import { bucketsIn, MUST_BE_NUMBER, NAME_FIGURE, resolve } from './values.ts';

type Results = Readonly<Record<string, AggregationResult>>;
type Sibling = Extract<PipelineAggregation, { readonly kind: `${string}_bucket` }>;

interface Value {
  readonly name: string;
  readonly value: number;
}

/** The result of a pipeline from the buckets of an aggregation beside it. */
export const besideBuckets = (aggregation: PipelineAggregation, results: Results): AggregationResult =>
  visitPipeline(aggregation, visitor(results));

/** The numbers a path leads to, one per bucket that has one. */
function valuesOf({ bucketsPath, gapPolicy }: Sibling, results: Results): readonly Value[] {
  const [first = '', ...path] = parseBucketsPath(bucketsPath);
  return bucketsIn(results[first]).flatMap(([name, bucket]) => {
    if (path.length === 0)
      throw notExecutable(`${MUST_BE_NUMBER}, got: [Bucket] at aggregation [${first}]`, NAME_FIGURE);
    const value = resolve(bucket, path, gapPolicy);
    return value === null || Number.isNaN(value) ? [] : [{ name, value }];
  });
}

const textOf = (format: string | undefined): ValueText | null => (format === undefined ? null : decimalText(format));

function single(value: number, format: string | undefined, more: AggregationResult = {}): AggregationResult {
  const text = textOf(format);
  if (!Number.isFinite(value)) return { value: null, ...more };
  return { value, ...(text !== null && { value_as_string: text(value) }), ...more };
}

const numbers = (of: Sibling, results: Results) => valuesOf(of, results).map(({ value }) => value);
const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

function extreme(of: Sibling, results: Results, start: number, isBeyond: (a: number, b: number) => boolean) {
  const values = valuesOf(of, results);
  const best = values.reduce((found, { value }) => (isBeyond(value, found) ? value : found), start);
  const keys = values.filter(({ value }) => value === best).map(({ name }) => name);
  return typed(single(best, of.format, { keys }), 'bucket_metric_value');
}

function statsOf(values: readonly number[]): Stats {
  const sum = total(values);
  const count = values.length;
  const none = count === 0;
  return {
    count,
    min: none ? null : values.reduce((a, b) => Math.min(a, b)),
    max: none ? null : values.reduce((a, b) => Math.max(a, b)),
    avg: none ? null : sum / count,
    sum,
  };
}

/** In a list of these percentiles OpenSearch names the text by its percent: `{"key": 1.0, "value": 3.0, "1.0_as_string": "$3"}`. */
const withTextByPercent = ({ key, value, value_as_string: text }: PercentRow): AggregationResult => ({
  key,
  value,
  ...(text !== undefined && { [`${javaDouble(key)}_as_string`]: text }),
});

function notBeside(): never {
  throw new Error('A pipeline of buckets was computed beside them');
}

const visitor = (results: Results): PipelineVisitor<AggregationResult> => ({
  avg_bucket: (of) => {
    const values = numbers(of, results);
    return typed(single(total(values) / values.length, of.format), 'simple_value');
  },
  sum_bucket: (of) => typed(single(total(numbers(of, results)), of.format), 'simple_value'),
  min_bucket: (of) => extreme(of, results, Number.POSITIVE_INFINITY, (a, b) => a < b),
  max_bucket: (of) => extreme(of, results, Number.NEGATIVE_INFINITY, (a, b) => a > b),
  stats_bucket: (of) => {
    const all = statsOf(numbers(of, results));
    return typed({ ...shownStats(all), ...texts(all, textOf(of.format)) }, 'stats_bucket');
  },
  extended_stats_bucket: (of) => {
    const values = numbers(of, results);
    const all = statsOf(values);
    const squares = values.length === 0 ? null : total(values.map((value) => value * value));
    const text = textOf(of.format);
    return typed(extendedResult(all, spread(all, squares, of.sigma), { text, bare: text }), 'extended_stats_bucket');
  },
  percentiles_bucket: (of) => {
    const sorted = [...numbers(of, results)].sort((a, b) => a - b);
    const text = textOf(of.format);
    const rows = of.percents.map((key) => {
      const value = sorted[Math.round((key / 100) * (sorted.length - 1))] ?? null;
      return {
        key,
        value: value === null ? null : (jsonFigure(value) as number),
        ...(value !== null && text !== null && { value_as_string: text(value) }),
      };
    });
    const shown = of.keyed ? percentRows(rows, true) : { values: rows.map(withTextByPercent) };
    return typed(shown, 'percentiles_bucket');
  },
  derivative: notBeside,
  cumulative_sum: notBeside,
  serial_diff: notBeside,
  moving_avg: notBeside,
  moving_fn: notBeside,
  bucket_script: notBeside,
  bucket_selector: notBeside,
  bucket_sort: notBeside,
});
