import type { AggregationKinds } from '@datasarana/query';
import { spreadOf } from '../columns/figures.ts';
import { double, sql } from '../sql.ts';
import { asNumbers } from './field-values.ts';
import { at, countCall, numbersOf, type PlanContext, textOf } from './metrics.ts';
import { percentRows } from './percentiles.ts';
import type { ColumnFigure, Expression, MetricColumn, MetricPlan } from './plan.ts';
import { figure } from './shown-value.ts';

/** Exact: the share of values at or below each given one. */
export function percentileRanks(node: AggregationKinds['percentile_ranks'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  const numbers = asNumbers(values);
  return {
    kind: 'metric',
    type: node.hdr === undefined ? 'tdigest_percentile_ranks' : 'hdr_percentile_ranks',
    columns: (column) => {
      const value = column(numbers);
      const counts = node.values.map((limit): MetricColumn => {
        if (!values.list) {
          return { call: sql`count(*)`, where: sql`${value} <= ${double(limit)}`, figure: upTo(numbers, limit) };
        }
        return { call: sql`sum(len(list_filter(${value}, lambda x: x <= ${double(limit)})))` };
      });
      const all: MetricColumn = {
        call: countCall({ ...values, kind: 'decimal' }, value),
        ...(!values.list && { figure: { kind: 'numbers', of: numbers, figure: 'count' } }),
      };
      return [all, ...counts];
    },
    read: ([count, ...found]) => {
      const all = figure(count) ?? 0;
      const rows = node.values.map((key, i) => {
        const value = all === 0 ? null : (100 * (figure(found[i]) ?? 0)) / all;
        return { key, value, ...(value !== null && text !== null && { value_as_string: text(value) }) };
      });
      return percentRows(rows, node.keyed);
    },
    orderValue: (metric, outcomes) => {
      const place = node.values.indexOf(Number(metric));
      return place < 0 ? null : sql`coalesce(${at(outcomes, place + 1)}, 0) / nullif(${at(outcomes, 0)}, 0)`;
    },
  };
}

const upTo = (of: Expression, limit: number): ColumnFigure => ({
  kind: 'values',
  of,
  outputs: (keys, counts, from) => {
    const { values, counts: each } = spreadOf(keys, counts, from);
    return [each.reduce((sum, count, i) => ((values[i] ?? 0) <= limit ? sum + count : sum), 0)];
  },
});
