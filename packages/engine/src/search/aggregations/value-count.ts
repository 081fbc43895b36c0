import type { AggregationKinds } from '@datasarana/query';
import { fieldOf } from '../index-fields.ts';
import { type Sql, sql } from '../sql.ts';
import { ANY_KIND, fieldValues, kindOf, pointValues } from './field-values.ts';
import { at, countCall, orderBySingle, type PlanContext } from './metrics.ts';
import type { Expression, MetricPlan } from './plan.ts';
import { rangeValues } from './range-values.ts';
import { figure } from './shown-value.ts';

export function valueCount(node: AggregationKinds['value_count'], context: PlanContext): MetricPlan {
  const counted = countedValues(node, context);
  return {
    kind: 'metric',
    columns: (column) => [
      {
        call: counted.call(column(counted.values)),
        ...(!counted.list && {
          figure: { kind: 'values', of: counted.values, outputs: countIn, statistic: 'count' },
        }),
      },
    ],
    read: ([value]) => ({ value: figure(value) ?? 0 }),
    orderValue: orderBySingle((outcomes) => sql`coalesce(${at(outcomes, 0)}, 0)`),
  };
}

/** How many documents of a group have a value. */
export function countIn(keys: readonly unknown[], counts: Uint32Array, from: number): readonly number[] {
  let count = 0;
  for (let code = 1; code < keys.length; code++) count += counts[from + code] ?? 0;
  return [count];
}

interface Counted {
  readonly list: boolean;
  readonly values: Expression;
  readonly call: (value: Sql) => Sql;
}

function countedValues(node: AggregationKinds['value_count'], context: PlanContext): Counted {
  const { parts, now } = context;
  if (parts.some((part) => fieldOf(part.layout, node.field)?.type === 'geo_point')) {
    const { lat, list } = pointValues(parts, node.field, 'aggregation [value_count]');
    return { list, values: lat, call: (value) => (list ? sql`sum(len(${value}))` : sql`count(${value})`) };
  }
  const use = 'aggregation [value_count]';
  const ranges = rangeValues({ field: node.field, missing: node.missing, use }, context);
  if (ranges !== null) return { list: false, values: ranges, call: (value) => sql`count(${value})` };
  const values = fieldValues(parts, { field: node.field, missing: node.missing, use, kinds: ANY_KIND, now });
  const { list } = values;
  if (!list || values.kind !== 'text')
    return { list, values: values.values, call: (value) => countCall(values, value) };
  // a document has a text once, and a number that counts as one beside texts of another index as often as it stands there
  const own = values.values.map((value, i) => {
    const source = parts[i] === undefined ? null : fieldOf(parts[i].layout, node.field);
    return source === null || kindOf(source) === 'text' ? sql`list_distinct(${value})` : value;
  });
  return { list, values: own, call: (value) => sql`sum(len(${value}))` };
}
