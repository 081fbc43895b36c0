import type { AggregationKinds } from '@datasarana/query';
import type { AggregationResult } from '../response.ts';
import { double, type Sql, sql } from '../sql.ts';
import { at, numberMetric, numbersOf, type PlanContext, squaresOf, textOf } from './metrics.ts';
import type { MetricPlan } from './plan.ts';
import { type BareText, bareText, jsonFigure, type ValueText } from './shown-value.ts';
import { type Stats, shownStats, statsCalls, statsOf, statsOrder, texts } from './stats.ts';

export function extendedStats(node: AggregationKinds['extended_stats'], context: PlanContext): MetricPlan {
  const values = numbersOf(node, context);
  const text = textOf(values, node);
  const bare = bareText(values, text);
  return numberMetric({
    values,
    calls: (of, value) => [...statsCalls(of, value), squaresOf(of, value)],
    read: (figures) => {
      const all = statsOf(figures);
      return extendedResult(all, spread(all, figures[4] ?? null, node.sigma), { text, bare });
    },
    orderValue: (metric, outcomes) => statsOrder(metric, outcomes) ?? spreadOrder(metric, outcomes, node.sigma),
  });
}

interface Texts {
  readonly text: ValueText | null;
  /** Of all figures but deviations. */
  readonly bare: BareText | null;
}

/** All figures with their texts, when there are values and a format. */
export function extendedResult(all: Stats, apart: AggregationResult, { text, bare }: Texts): AggregationResult {
  const figures = { ...shownStats(all), ...apart };
  if (text === null || bare === null || all.count === 0) return figures;
  const { std_deviation_bounds: bounds, ...single } = apart;
  // what is no number is told as it is, but beside booleans, where it is not false
  const shown = (value: unknown, told: BareText) => {
    if (typeof value === 'number') return told(value);
    return bare === text ? String(value) : told(Number.NaN);
  };
  return {
    ...figures,
    ...texts(all, bare),
    ...textsOf(single, (name, value) => shown(value, name.startsWith('std_deviation') ? text : bare)),
    std_deviation_bounds_as_string: Object.fromEntries(
      Object.entries(Object(bounds)).map(([name, value]) => [name, shown(value, text)]),
    ),
  };
}

const textsOf = (figures: AggregationResult, shown: (name: string, value: unknown) => unknown): AggregationResult =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`${name}_as_string`, shown(name, value)]),
  ) as AggregationResult;

/** Population variance by sums of squares, as OpenSearch computes it: `(Σx² − (Σx)²/n) / n`. */
export function spread({ count, avg, sum }: Stats, squares: number | null, sigma: number): AggregationResult {
  if (count === 0 || squares === null || avg === null) return NOTHING;
  const apart = Math.max(0, squares - (sum * sum) / count);
  const population = apart / count;
  const sampling = count > 1 ? apart / (count - 1) : Number.NaN;
  const deviation = { population: Math.sqrt(population), sampling: Math.sqrt(sampling) };
  const bound = (size: number) => jsonFigure(avg + size * sigma);
  return {
    sum_of_squares: jsonFigure(squares),
    variance: jsonFigure(population),
    variance_population: jsonFigure(population),
    variance_sampling: jsonFigure(sampling),
    std_deviation: jsonFigure(deviation.population),
    std_deviation_population: jsonFigure(deviation.population),
    std_deviation_sampling: jsonFigure(deviation.sampling),
    std_deviation_bounds: {
      upper: bound(deviation.population),
      lower: bound(-deviation.population),
      upper_population: bound(deviation.population),
      lower_population: bound(-deviation.population),
      upper_sampling: bound(deviation.sampling),
      lower_sampling: bound(-deviation.sampling),
    },
  };
}

const NOTHING: AggregationResult = {
  sum_of_squares: null,
  variance: null,
  variance_population: null,
  variance_sampling: null,
  std_deviation: null,
  std_deviation_population: null,
  std_deviation_sampling: null,
  std_deviation_bounds: {
    upper: null,
    lower: null,
    upper_population: null,
    lower_population: null,
    upper_sampling: null,
    lower_sampling: null,
  },
};

function spreadOrder(metric: string, outcomes: readonly Sql[], sigma: number): Sql | null {
  const [count, sum, squares] = [at(outcomes, 0), at(outcomes, 3), at(outcomes, 4)];
  const [, bound, of = ''] = /^std_(upper|lower)(_population|_sampling)?$/.exec(metric) ?? [];
  if (bound !== undefined) {
    const apart = spreadOrder(`std_deviation${of}`, outcomes, sigma) ?? sql`NULL`;
    return sql`${sum}::DOUBLE / nullif(${count}, 0) + ${double(bound === 'upper' ? sigma : -sigma)} * ${apart}`;
  }
  const apart = sql`CASE WHEN ${count} > 0 THEN greatest(0, ${squares} - ${sum}::DOUBLE * ${sum} / ${count}) END`;
  switch (metric) {
    case 'sum_of_squares':
      return squares;
    case 'variance':
    case 'variance_population':
      return sql`${apart} / ${count}`;
    case 'variance_sampling':
      return sql`${apart} / nullif(${count} - 1, 0)`;
    case 'std_deviation':
    case 'std_deviation_population':
      return sql`sqrt(${apart} / ${count})`;
    case 'std_deviation_sampling':
      return sql`sqrt(${apart} / nullif(${count} - 1, 0))`;
    default:
      return null;
  }
}
