import type { AggregationKinds } from '@datasarana/query';
import { type Sql, sql } from '../sql.ts';
import { asNumbers } from './field-values.ts';
import { hazenOf, using } from './hazen.ts';
import { at, numbersOf, orderBySingle, type PlanContext, single, textOf } from './metrics.ts';
import type { MetricColumn, MetricPlan } from './plan.ts';
import { figure } from './shown-value.ts';

/** Exact, both medians by Hazen's rule, where OpenSearch estimates. */
export function medianAbsoluteDeviation(
  node: AggregationKinds['median_absolute_deviation'],
  context: PlanContext,
): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  const numbers = asNumbers(values);
  const deviation = (outcome: Sql): Sql => medianDeviation(values.list ? sql`flatten(${outcome})` : outcome);
  return {
    kind: 'metric',
    columns: (column): readonly MetricColumn[] => {
      const value = column(numbers);
      const where = sql`${value} IS NOT NULL`;
      return [{ call: sql`list(${value})`, where, outputs: (outcome) => [deviation(outcome)] }];
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
