import type { AggregationKinds } from '@datasarana/query';
import { at, maxOf, numberMetric, numbersOf, orderBySingle, type PlanContext, single, textOf } from './metrics.ts';
import type { MetricPlan } from './plan.ts';

export function max(node: AggregationKinds['max'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  return numberMetric({
    values,
    calls: (of, value) => [maxOf(of, value)],
    read: ([value = null]) => single(value, text),
    orderValue: orderBySingle((outcomes) => at(outcomes, 0)),
  });
}
