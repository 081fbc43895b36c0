import type { AggregationKinds } from '@datasarana/query';
import { sql } from '../sql.ts';
import {
  at,
  countOf,
  numberMetric,
  numbersOf,
  orderBySingle,
  type PlanContext,
  single,
  sumOf,
  textOf,
} from './metrics.ts';
import type { MetricPlan } from './plan.ts';

export function avg(node: AggregationKinds['avg'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  return numberMetric({
    values,
    calls: (of, value) => [sumOf(of, value), countOf(of, value)],
    read: ([sum = null, count = null]) => single(mean(sum, count), text),
    orderValue: orderBySingle((outcomes) => sql`${at(outcomes, 0)} / ${at(outcomes, 1)}`),
  });
}

export const mean = (sum: number | null, count: number | null): number | null =>
  sum === null || !count ? null : sum / count;
