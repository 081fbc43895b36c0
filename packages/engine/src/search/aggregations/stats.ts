import type { AggregationKinds } from '@datasarana/query';
import type { AggregationResult } from '../response.ts';
import { type Sql, sql } from '../sql.ts';
import { mean } from './avg.ts';
import type { FieldValues } from './field-values.ts';
import {
  at,
  countOf,
  maxOf,
  minOf,
  type NumberCall,
  numberMetric,
  numbersOf,
  type PlanContext,
  sumOf,
  textOf,
} from './metrics.ts';
import type { MetricPlan } from './plan.ts';
import { type BareText, bareText, jsonFigure } from './shown-value.ts';

export function stats(node: AggregationKinds['stats'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = bareText(values, textOf(values, node));
  return numberMetric({
    values,
    calls: statsCalls,
    read: (figures) => {
      const all = statsOf(figures);
      return { ...shownStats(all), ...texts(all, text) };
    },
    orderValue: (metric, outcomes) => statsOrder(metric, outcomes),
  });
}

export const statsCalls = (values: FieldValues, value: Sql): readonly NumberCall[] => [
  countOf(values, value),
  minOf(values, value),
  maxOf(values, value),
  sumOf(values, value),
];

export interface Stats {
  readonly count: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly avg: number | null;
  readonly sum: number;
}

export function statsOf([count = null, min = null, max = null, sum = null]: readonly (number | null)[]): Stats {
  return { count: count ?? 0, min, max, avg: mean(sum, count), sum: sum ?? 0 };
}

/** Figures as they are written into JSON; a sum may have grown beyond every number. */
export const shownStats = ({ count, ...figures }: Stats): AggregationResult => ({
  count,
  ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, jsonFigure(value)])),
});

/** Figures as text, as OpenSearch adds them when there are values and a format. */
export function texts(all: Stats, text: BareText | null): Readonly<Record<string, string | boolean>> {
  if (text === null || all.count === 0) return {};
  const { min, max, avg, sum } = all;
  const shown = (value: number | null) => (value === null ? '' : text(value));
  return { min_as_string: shown(min), max_as_string: shown(max), avg_as_string: shown(avg), sum_as_string: shown(sum) };
}

export function statsOrder(metric: string, outcomes: readonly Sql[]): Sql | null {
  switch (metric) {
    case 'count':
      return sql`coalesce(${at(outcomes, 0)}, 0)`;
    case 'min':
      return at(outcomes, 1);
    case 'max':
      return at(outcomes, 2);
    case 'sum':
      return sql`coalesce(${at(outcomes, 3)}, 0)`;
    case 'avg':
      return sql`${at(outcomes, 3)} / ${at(outcomes, 0)}`;
    default:
      return null;
  }
}
