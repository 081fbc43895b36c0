import type { AggregationKinds } from '@datasarana/query';
import { sql } from '../sql.ts';
import { at, numberMetric, numbersOf, orderBySingle, type PlanContext, single, sumOf, textOf } from './metrics.ts';
import type { MetricPlan } from './plan.ts';

export function sum(node: AggregationKinds['sum'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  return numberMetric({
    values,
    calls: (of, value) => [sumOf(of, value)],
    read: ([value = null]) => single(value ?? 0, text),
    orderValue: orderBySingle((outcomes) => sql`coalesce(${at(outcomes, 0)}, 0)`),
  });
}
