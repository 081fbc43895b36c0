import type { AggregationKinds } from '@datasarana/query';
import { at, minOf, numberMetric, numbersOf, orderBySingle, type PlanContext, single, textOf } from './metrics.ts';
import type { MetricPlan } from './plan.ts';

export function min(node: AggregationKinds['min'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  return numberMetric({
    values,
    calls: (of, value) => [minOf(of, value)],
    read: ([value = null]) => single(value, text),
    orderValue: orderBySingle((outcomes) => at(outcomes, 0)),
  });
}
