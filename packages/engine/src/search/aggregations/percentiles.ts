import type { AggregationKinds } from '@datasarana/query';
import { spreadOf, valueAt } from '../columns/figures.ts';
import type { AggregationResult } from '../response.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { asNumbers } from './field-values.ts';
import { hazenOf, hazenPlace, hazenPosition, using } from './hazen.ts';
import { hdrNeighbours, hdrRounded } from './hdr.ts';
import { at, numbersOf, type PlanContext, textOf } from './metrics.ts';
import type { ColumnFigure, Expression, MetricColumn, MetricPlan } from './plan.ts';
import { figure, javaDouble } from './shown-value.ts';

/** Exact values by Hazen's rule, where OpenSearch estimates. */
export function percentiles(node: AggregationKinds['percentiles'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  const numbers = asNumbers(values);
  const gathered = (outcome: Sql) => (values.list ? sql`flatten(${outcome})` : outcome);
  return {
    kind: 'metric',
    type: node.hdr === undefined ? 'tdigest_percentiles' : 'hdr_percentiles',
    columns: (column): readonly MetricColumn[] => {
      const value = column(numbers);
      return [
        {
          call: sql`list(${value})`,
          where: sql`${value} IS NOT NULL`,
          ...(!values.list && node.hdr === undefined && { figure: placesFigure(numbers, node.percents) }),
          outputs: (outcome) =>
            node.hdr === undefined
              ? neighbours(gathered(outcome), node.percents)
              : hdrNeighbours(gathered(outcome), node.percents),
        },
      ];
    },
    read: ([count, picked]) => {
      const found = Array.isArray(picked) ? picked.map(figure) : [];
      const rows = node.percents.map((percent, i) => {
        const low = found[2 * i] ?? null;
        const high = found[2 * i + 1] ?? null;
        const value = node.hdr ? hdrRounded(low, high, node.hdr) : interpolated(figure(count) ?? 0, percent, low, high);
        return { key: percent, value, ...(value !== null && text !== null && { value_as_string: text(value) }) };
      });
      return percentRows(rows, node.keyed);
    },
    orderValue: (metric, outcomes) => {
      const percent = Number(metric);
      if (!Number.isFinite(percent) || !node.percents.includes(percent)) return null;
      return using(sql`list_sort(${gathered(at(outcomes, 0))})`, (sorted) => hazenOf(sorted, percent));
    },
  };
}

/** How many values there are, and for each percent the two it lies between. */
function neighbours(values: Sql, percents: readonly number[]): readonly Sql[] {
  const count = sql`len(${values})`;
  const places = percents.flatMap((percent) => {
    const below = sql`floor(${hazenPosition(count, percent)})::BIGINT + 1`;
    return [below, sql`least(${below} + 1, ${count})`];
  });
  return [count, sql`list_select(list_sort(${values}), [${joined(places, ', ')}])`];
}

/** The same of kept columns. */
const placesFigure = (of: Expression, percents: readonly number[]): ColumnFigure => ({
  kind: 'values',
  of,
  outputs: (keys, counts, from) => {
    const spread = spreadOf(keys, counts, from);
    const { count } = spread;
    const picked = percents.flatMap((percent) => {
      const below = Math.floor(hazenPlace(count, percent));
      return [valueAt(spread, below), valueAt(spread, Math.min(below + 1, count - 1))];
    });
    return count === 0 ? [null, null] : [count, picked];
  },
});

function interpolated(count: number, percent: number, low: number | null, high: number | null): number | null {
  if (count === 0 || low === null || high === null) return null;
  const place = hazenPlace(count, percent);
  return low + (high - low) * (place - Math.floor(place));
}

/** A percent with the value at it. */
export interface PercentRow {
  readonly key: number;
  readonly value: number | null;
  readonly value_as_string?: string;
}

/** `values` by their keys, or as a list. */
export function percentRows(rows: readonly PercentRow[], keyed: boolean): AggregationResult {
  if (!keyed) return { values: rows };
  const entries = rows.flatMap(({ key, value, value_as_string }) => {
    const name = javaDouble(key);
    return [[name, value], ...(value_as_string === undefined ? [] : [[`${name}_as_string`, value_as_string]])];
  });
  return { values: Object.fromEntries(entries) };
}
