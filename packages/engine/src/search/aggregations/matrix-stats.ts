import type { AggregationKinds } from '@datasarana/query';
import type { AggregationResult } from '../response.ts';
import { joined, type Sql, sql, whole } from '../sql.ts';
import { asNumbers, fieldValues, NUMERIC } from './field-values.ts';
import { using } from './hazen.ts';
import type { PlanContext } from './metrics.ts';
import type { MetricColumn, MetricPlan } from './plan.ts';
import { jsonFigure } from './shown-value.ts';

/** Two passes inside the statement: means first, then moments about them, so that nothing cancels. */
export function matrixStats(node: AggregationKinds['matrix_stats'], { parts, now }: PlanContext): MetricPlan {
  const columns = node.fields.map((field) => {
    const missing = Object.hasOwn(node.missing, field) ? node.missing[field] : undefined;
    const values = fieldValues(parts, { field, missing, use: 'aggregation [matrix_stats]', kinds: NUMERIC, now });
    const numbers = asNumbers(values);
    const isMapped = values.isMapped;
    return { isMapped, numbers: values.list ? numbers.map((each) => REDUCED[node.mode](each)) : numbers };
  });
  const used = node.fields.flatMap((field, i) =>
    columns[i]?.isMapped ? [{ field, numbers: columns[i].numbers }] : [],
  );
  const isComplete = used.length > 0;
  return {
    kind: 'metric',
    columns: (column): readonly MetricColumn[] => {
      if (!isComplete) return [];
      const row = sql`[${joined(
        used.map(({ numbers }) => sql`${column(numbers)}::DOUBLE`),
        ', ',
      )}]`;
      const where = joined(
        used.map(({ numbers }) => sql`${column(numbers)} IS NOT NULL`),
        ' AND ',
      );
      return [{ call: sql`list(${row})`, where, outputs: (rows) => moments(rows, used.length) }];
    },
    read: ([count, means, deviations]) =>
      resultOf(
        used.map(({ field }) => field),
        Number(count ?? 0),
        numbersIn(means),
        numbersIn(deviations),
      ),
    orderValue: () => null,
  };
}

type Mode = AggregationKinds['matrix_stats']['mode'];

const REDUCED: Readonly<Record<Mode, (values: Sql) => Sql>> = {
  avg: (values) => sql`list_aggregate(${values}, 'favg')`,
  min: (values) => sql`list_min(${values})`,
  max: (values) => sql`list_max(${values})`,
  sum: (values) => sql`list_aggregate(${values}, 'fsum')`,
  median: (values) => sql`list_aggregate(${values}, 'median')`,
};

/** Count, means, and Σ of products of deviations: of each field to the 2nd, 3rd and 4th, then of each pair. */
function moments(rows: Sql, size: number): readonly Sql[] {
  const index = Array.from({ length: size }, (_, i) => i);
  const at = (row: Sql, i: number): Sql => sql`${row}[${POSITION[i] ?? sql`NULL`}]`;
  const summed = (term: (row: Sql) => Sql): Sql =>
    sql`list_aggregate(list_transform(${rows}, lambda r: ${term(sql`r`)}), 'fsum')`;
  const means = sql`[${joined(
    index.map((i) => sql`list_aggregate(list_transform(${rows}, lambda r: ${at(sql`r`, i)}), 'favg')`),
    ', ',
  )}]`;
  const all = using(means, (mean) => {
    const apart = (row: Sql, i: number) => sql`(${at(row, i)} - ${at(mean, i)})`;
    const powers = index.flatMap((i) =>
      [sql`2`, sql`3`, sql`4`].map((power) => summed((row) => sql`pow(${apart(row, i)}, ${power})`)),
    );
    const pairs = index.flatMap((i) => index.map((j) => summed((row) => sql`${apart(row, i)} * ${apart(row, j)}`)));
    return sql`[${joined([...powers, ...pairs], ', ')}]`;
  });
  return [sql`len(${rows})`, means, all];
}

const POSITION: readonly Sql[] = Array.from({ length: 64 }, (_, i) => whole(i + 1));

const numbersIn = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

function resultOf(
  fields: readonly string[],
  count: number,
  means: readonly number[],
  sums: readonly number[],
): AggregationResult {
  if (count === 0) return { doc_count: 0 };
  const size = fields.length;
  const pair = (i: number, j: number) => sums[3 * size + i * size + j] ?? 0;
  const described = fields.map((name, i) => {
    const [second = 0, third = 0, fourth = 0] = sums.slice(3 * i, 3 * i + 3);
    const others = (value: (j: number) => number) =>
      Object.fromEntries(fields.map((other, j) => [other, jsonFigure(value(j))]));
    return {
      name,
      count,
      mean: means[i],
      variance: jsonFigure(second / (count - 1)),
      skewness: jsonFigure((Math.sqrt(count) * third) / second ** 1.5),
      kurtosis: jsonFigure((count * fourth) / (second * second)),
      covariance: others((j) => pair(i, j) / (count - 1)),
      correlation: others((j) => (i === j ? 1 : pair(i, j) / Math.sqrt(pair(i, i) * pair(j, j)))),
    };
  });
  return { doc_count: count, fields: described };
}
