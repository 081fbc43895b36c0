import type { AggregationKinds } from '@datasarana/query';
import { sql } from '../sql.ts';
import { ANY_KIND, fieldValues } from './field-values.ts';
import { at, orderBySingle, type PlanContext } from './metrics.ts';
import type { MetricColumn, MetricPlan } from './plan.ts';
import { rangeValues } from './range-values.ts';
import { figure } from './shown-value.ts';

/** Exact, where OpenSearch estimates. */
export function cardinality(node: AggregationKinds['cardinality'], context: PlanContext): MetricPlan {
  const { parts, now } = context;
  const asked = { field: node.field, missing: node.missing, use: 'aggregation [cardinality]' };
  const ranges = rangeValues(asked, context);
  const { values, list } =
    ranges === null ? fieldValues(parts, { ...asked, kinds: ANY_KIND, now }) : { values: ranges, list: false };
  return {
    kind: 'metric',
    columns: (column): readonly MetricColumn[] => {
      const value = column(values);
      if (!list) {
        const figure = { kind: 'values', of: values, outputs: distinctIn, statistic: 'distinct' } as const;
        return [{ call: sql`count(DISTINCT ${value})`, figure }];
      }
      const where = sql`${value} IS NOT NULL`;
      return [{ call: sql`list(${value})`, where, outputs: (lists) => [sql`len(list_distinct(flatten(${lists})))`] }];
    },
    read: ([value]) => ({ value: figure(value) ?? 0 }),
    orderValue: orderBySingle((outcomes) =>
      list ? sql`coalesce(len(list_distinct(flatten(${at(outcomes, 0)}))), 0)` : at(outcomes, 0),
    ),
  };
}

function distinctIn(keys: readonly unknown[], counts: Uint32Array, from: number): readonly number[] {
  let distinct = 0;
  for (let code = 1; code < keys.length; code++) if (counts[from + code]) distinct++;
  return [distinct];
}
