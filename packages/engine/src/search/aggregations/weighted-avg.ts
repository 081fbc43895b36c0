import { type AggregationKinds, notExecutable } from '@datasarana/query';
import { type Sql, sql } from '../sql.ts';
import { asNumbers, type FieldValues, fieldValues, NUMERIC } from './field-values.ts';
import { at, orderBySingle, type PlanContext, single } from './metrics.ts';
import type { MetricPlan } from './plan.ts';
import { figure, textFor } from './shown-value.ts';

export function weightedAvg(node: AggregationKinds['weighted_avg'], { parts, now }: PlanContext): MetricPlan {
  const of = ({ field, missing }: typeof node.value): FieldValues =>
    fieldValues(parts, { field, missing, use: 'aggregation [weighted_avg]', kinds: NUMERIC, now });
  const [values, weights] = [of(node.value), of(node.weight)];
  const text = node.format === undefined ? null : textFor(values, node.format);
  const [numbers, factors] = [asNumbers(values), asNumbers(weights)];
  return {
    kind: 'metric',
    columns: (column) => {
      const [value, given] = [column(numbers), column(factors)];
      const weight = weights.list ? sql`${given}[1]::DOUBLE` : sql`${given}::DOUBLE`;
      const isThere = values.list ? sql`len(${value}) > 0` : sql`${value} IS NOT NULL`;
      const most = weights.list ? [sql`max(CASE WHEN ${isThere} THEN len(${given}) END)`] : [];
      const isSingle = !values.list && !weights.list;
      return [...sums(values.list, value, weight), ...most].map((call, i) => ({
        call,
        ...(isSingle && {
          figure: { kind: 'products', value: numbers, weight: factors, figure: i === 0 ? 'sum' : 'weights' } as const,
        }),
      }));
    },
    read: (figures) => {
      const [sum = null, weight = null, most = null] = figures.map(figure);
      if (most !== null && most > 1) throw severalWeights(node.weight.field);
      return single(sum === null || !weight ? null : sum / weight, text);
    },
    orderValue: orderBySingle((outcomes) => sql`${at(outcomes, 0)} / nullif(${at(outcomes, 1)}, 0)`),
  };
}

/** Σ value × weight and Σ weight; of several values each counts with the weight. */
const sums = (list: boolean, value: Sql, weight: Sql): readonly Sql[] =>
  list
    ? [
        sql`fsum(list_sum(list_transform(${value}, lambda x: x::DOUBLE)) * ${weight})`,
        sql`fsum(CASE WHEN len(${value}) > 0 THEN len(${value}) * ${weight} END)`,
      ]
    : [sql`fsum(${value}::DOUBLE * ${weight})`, sql`fsum(CASE WHEN ${value} IS NOT NULL THEN ${weight} END)`];

const severalWeights = (field: string) =>
  notExecutable(
    `Encountered more than one weight for a single document, in field [${field}]. Use a script to combine multiple weights-per-doc into a single value.`,
    'Weigh by a field with one value per document.',
  );
