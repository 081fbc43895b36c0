import type { AggregationKinds } from '@datasarana/query';
import { SpreadMaker, spreadOf } from '../columns/figures.ts';
import { type Sql, sql } from '../sql.ts';
import { asNumbers } from './field-values.ts';
import { hazenIn, hazenOf, using } from './hazen.ts';
import { at, numbersOf, orderBySingle, type PlanContext, single, textOf } from './metrics.ts';
import type { MetricColumn, MetricPlan } from './plan.ts';
import { figure } from './shown-value.ts';

/** Exact, both medians by Hazen's rule, where OpenSearch estimates. */
export function medianAbsoluteDeviation(
  node: AggregationKinds['median_absolute_deviation'],
  context: PlanContext,
): MetricPlan {
  const values = numbersOf(node, context, ['whole', 'decimal']);
  const text = textOf(values, node);
  const numbers = asNumbers(values);
  const deviation = (outcome: Sql): Sql => medianDeviation(values.list ? sql`flatten(${outcome})` : outcome);
  return {
    kind: 'metric',
    columns: (column): readonly MetricColumn[] => {
      const value = column(numbers);
      const where = sql`${value} IS NOT NULL`;
      const figure = { kind: 'values', of: numbers, outputs: deviationIn } as const;
      const outputs = (outcome: Sql) => [deviation(outcome)];
      return [{ call: sql`list(${value})`, where, outputs, ...(!values.list && { figure }) }];
    },
    read: ([value]) => single(figure(value), text),
    orderValue: orderBySingle((outcomes) => deviation(at(outcomes, 0))),
  };
}

function medianDeviation(values: Sql): Sql {
  const median = using(sql`list_sort(${values})`, (sorted) => hazenOf(sorted, 50));
  const apart = (middle: Sql) => sql`list_sort(list_transform(${values}, lambda x: abs(x::DOUBLE - ${middle})))`;
  const found = using(median, (middle) => using(apart(middle), (sorted) => hazenOf(sorted, 50), 'b'), 'c');
  return sql`CASE WHEN len(${values}) > 0 THEN ${found} END`;
}

function deviationIn(keys: readonly unknown[], counts: Uint32Array, from: number): readonly (number | null)[] {
  const spread = spreadOf(keys, counts, from);
  const median = hazenIn(spread, 50);
  if (median === null) return [null];
  const { values, counts: times } = spread;
  const apart = new SpreadMaker();
  // below the median they are farther apart the further to the left they stand, above it to the right
  let right = values.findIndex((value) => value >= median);
  if (right < 0) right = values.length;
  let left = right - 1;
  while (left >= 0 || right < values.length) {
    const [below, above] = [median - (values[left] ?? Number.NaN), (values[right] ?? Number.NaN) - median];
    if (right >= values.length || below < above) apart.add(below, times[left--] ?? 0);
    else apart.add(above, times[right++] ?? 0);
  }
  return [hazenIn(apart.done(), 50)];
}
