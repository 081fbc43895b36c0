import type { AggregationKinds } from '@datasarana/query';
import { fieldOf } from '../index-fields.ts';
import { type Sql, sql } from '../sql.ts';
import { ANY_KIND, fieldValues, pointValues } from './field-values.ts';
import { at, countCall, orderBySingle, type PlanContext } from './metrics.ts';
import type { Expression, MetricPlan } from './plan.ts';
import { figure } from './shown-value.ts';

export function valueCount(node: AggregationKinds['value_count'], context: PlanContext): MetricPlan {
  const counted = countedValues(node, context);
  return {
    kind: 'metric',
    columns: (column) => [{ call: counted.call(column(counted.values)) }],
    read: ([value]) => ({ value: figure(value) ?? 0 }),
    orderValue: orderBySingle((outcomes) => sql`coalesce(${at(outcomes, 0)}, 0)`),
  };
}

interface Counted {
  readonly values: Expression;
  readonly call: (value: Sql) => Sql;
}

function countedValues(node: AggregationKinds['value_count'], { parts, now }: PlanContext): Counted {
  if (parts.some((part) => fieldOf(part.layout, node.field)?.type === 'geo_point')) {
    const { lat, list } = pointValues(parts, node.field, 'aggregation [value_count]');
    return { values: lat, call: (value) => (list ? sql`sum(len(${value}))` : sql`count(${value})`) };
  }
  const use = 'aggregation [value_count]';
  const values = fieldValues(parts, { field: node.field, missing: node.missing, use, kinds: ANY_KIND, now });
  return { values: values.values, call: (value) => countCall(values, value) };
}
