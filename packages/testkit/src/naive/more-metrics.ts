import { type AggregationKinds, percentileOf } from '@datasarana/query';
import type { Value } from './documents.ts';
import { compensatedSum, javaDouble, type Rows, valuesFor } from './metrics.ts';

type Result = Readonly<Record<string, unknown>>;
type OfField = { readonly field: string; readonly missing?: Value };

const numbers = ({ index, documents }: Rows, of: OfField): readonly number[] =>
  documents.flatMap((document) => valuesFor(index, document, of)).map(Number);

const ascending = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);
const mean = (values: readonly number[]): number => compensatedSum(values) / values.length;
const shown = (value: number): number | string => (Number.isFinite(value) ? value : String(value));

export const MORE_METRICS = {
  percentile_ranks: (rows: Rows, of: AggregationKinds['percentile_ranks']): Result => {
    const values = numbers(rows, of);
    const rank = (limit: number) =>
      values.length === 0 ? null : (100 * values.filter((value) => value <= limit).length) / values.length;
    if (!of.keyed) return { values: of.values.map((key) => ({ key, value: rank(key) })) };
    return { values: Object.fromEntries(of.values.map((key) => [javaDouble(key), rank(key)])) };
  },
  median_absolute_deviation: (rows: Rows, of: AggregationKinds['median_absolute_deviation']): Result => {
    const values = numbers(rows, of);
    const median = percentileOf(ascending(values), 50);
    if (median === null) return { value: null };
    return { value: percentileOf(ascending(values.map((value) => Math.abs(value - median))), 50) };
  },
  weighted_avg: (rows: Rows, of: AggregationKinds['weighted_avg']): Result => {
    const pairs = rows.documents.flatMap((document) => {
      const [weight] = valuesFor(rows.index, document, of.weight).map(Number);
      const values = valuesFor(rows.index, document, of.value).map(Number);
      return weight === undefined ? [] : values.map((value) => ({ value, weight }));
    });
    const weights = compensatedSum(pairs.map(({ weight }) => weight));
    const sum = compensatedSum(pairs.map(({ value, weight }) => value * weight));
    return { value: pairs.length === 0 || weights === 0 ? null : sum / weights };
  },
  string_stats: (rows: Rows, of: AggregationKinds['string_stats']): Result => stringStats(rows, of),
  matrix_stats: (rows: Rows, of: AggregationKinds['matrix_stats']): Result => matrixStats(rows, of),
};

function stringStats({ index, documents }: Rows, of: AggregationKinds['string_stats']): Result {
  const texts = documents.flatMap((document) => valuesFor(index, document, of)).map(String);
  const units = texts.flatMap((text) => text.split(''));
  const share = (unit: string) => units.filter((each) => each === unit).length / units.length;
  const shares = [...new Set(units)].map((unit) => [unit, share(unit)] as const);
  const lengths = texts.map((text) => text.length);
  return {
    count: texts.length,
    min_length: texts.length === 0 ? null : Math.min(...lengths),
    max_length: texts.length === 0 ? null : Math.max(...lengths),
    avg_length: texts.length === 0 ? null : mean(lengths),
    entropy: shares.reduce((sum, [, each]) => sum - each * Math.log2(each), 0),
    ...(of.showDistribution && { distribution: Object.fromEntries(shares) }),
  };
}

function matrixStats({ index, documents }: Rows, of: AggregationKinds['matrix_stats']): Result {
  const table = documents
    .map((document) =>
      of.fields.map((field) => {
        const values = valuesFor(index, document, { field }).map(Number);
        return values.length === 0 ? of.missing[field] : mean(values);
      }),
    )
    .filter((row): row is number[] => row.every((value) => value !== undefined));
  const count = table.length;
  if (count === 0) return { doc_count: 0 };
  const columns = of.fields.map((_, i) => table.map((row) => row[i] ?? Number.NaN));
  const apart = columns.map((values) => values.map((value) => value - mean(values)));
  const product = (i: number, j: number) =>
    compensatedSum((apart[i] ?? []).map((value, at) => value * (apart[j]?.[at] ?? Number.NaN)));
  const power = (i: number, by: number) => compensatedSum((apart[i] ?? []).map((value) => value ** by));
  const fields = of.fields.map((name, i) => ({
    name,
    count,
    mean: mean(columns[i] ?? []),
    variance: shown(power(i, 2) / (count - 1)),
    skewness: shown((Math.sqrt(count) * power(i, 3)) / power(i, 2) ** 1.5),
    kurtosis: shown((count * power(i, 4)) / power(i, 2) ** 2),
    covariance: Object.fromEntries(of.fields.map((other, j) => [other, shown(product(i, j) / (count - 1))])),
    correlation: Object.fromEntries(
      of.fields.map((other, j) => [
        other,
        i === j ? 1 : shown(product(i, j) / Math.sqrt(product(i, i) * product(j, j))),
      ]),
    ),
  }));
  return { doc_count: count, fields };
}
