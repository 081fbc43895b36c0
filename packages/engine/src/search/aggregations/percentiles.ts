import type { AggregationKinds } from '@datasarana/query';
import { double, joined, type Sql, sql, whole } from '../sql.ts';
import { asNumbers } from './field-values.ts';
import { at, numbersOf, type PlanContext, textOf } from './metrics.ts';
import type { MetricColumn, MetricPlan } from './plan.ts';
import { figure, javaDouble } from './shown-value.ts';

/** Exact values by Hazen's rule, where OpenSearch estimates. */
export function percentiles(node: AggregationKinds['percentiles'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  const numbers = asNumbers(values);
  const gathered = (outcome: Sql) => (values.list ? sql`flatten(${outcome})` : outcome);
  return {
    kind: 'metric',
    columns: (column): readonly MetricColumn[] => {
      const value = column(numbers);
      return [
        {
          call: sql`list(${value})`,
          where: sql`${value} IS NOT NULL`,
          outputs: (outcome) => neighbours(gathered(outcome), node.percents),
        },
      ];
    },
    read: ([count, picked]) => {
      const found = Array.isArray(picked) ? picked.map(figure) : [];
      const rows = node.percents.map((percent, i) => {
        const value = interpolated(figure(count) ?? 0, percent, found[2 * i] ?? null, found[2 * i + 1] ?? null);
        return { key: percent, value, ...(value !== null && text !== null && { value_as_string: text(value) }) };
      });
      if (!node.keyed) return { values: rows };
      const entries = rows.flatMap((row) => {
        const name = javaDouble(row.key);
        const shown = row.value_as_string;
        return shown === undefined
          ? [[name, row.value]]
          : [
              [name, row.value],
              [`${name}_as_string`, shown],
            ];
      });
      return { values: Object.fromEntries(entries) };
    },
    orderValue: (metric, outcomes) => {
      const percent = Number(metric);
      if (!Number.isFinite(percent) || !node.percents.includes(percent)) return null;
      return inOrder(gathered(at(outcomes, 0)), percent);
    },
  };
}

/** 0-based position of a percentile among n ascending values: p/100·n − 0.5, held inside. */
const position = (count: Sql, percent: number): Sql =>
  sql`greatest(least(${double(percent / 100)} * ${count} - 0.5, ${count} - 1), 0)`;

/** How many values there are, and for each percent the two it lies between. */
function neighbours(values: Sql, percents: readonly number[]): readonly Sql[] {
  const count = sql`len(${values})`;
  const places = percents.flatMap((percent) => {
    const below = sql`floor(${position(count, percent)})::BIGINT + 1`;
    return [below, sql`least(${below} + 1, ${count})`];
  });
  return [count, sql`list_select(list_sort(${values}), [${joined(places, ', ')}])`];
}

function interpolated(count: number, percent: number, low: number | null, high: number | null): number | null {
  if (count === 0 || low === null || high === null) return null;
  const place = Math.min(Math.max((percent / 100) * count - 0.5, 0), count - 1);
  return low + (high - low) * (place - Math.floor(place));
}

function inOrder(values: Sql, percent: number): Sql {
  const count = sql`len(${values})`;
  const place = position(count, percent);
  const pick = (offset: number) =>
    sql`list_sort(${values})[least(floor(${place})::BIGINT + ${whole(offset)}, ${count})]::DOUBLE`;
  return sql`${pick(1)} + (${pick(2)} - ${pick(1)}) * (${place} - floor(${place}))`;
}
