import { addsUp } from './asked-buckets.ts';
import type { ViewMetric } from './definition.ts';
import { documentsIn, type ResultRow } from './result-row.ts';

export const OTHERS = 'Others';

/**
 * What the series leave over in each group along the axis, as rows of one more series.
 * @param rows of the series
 * @param whole a row for each group, of all records that series are made of; none of them is in two series
 * @param shown the values that make series
 */
export const othersOf = (
  rows: readonly ResultRow[],
  whole: readonly ResultRow[],
  shown: readonly (string | number)[],
  metrics: readonly ViewMetric[],
): readonly ResultRow[] =>
  whole.flatMap((all) => {
    const parts = rows.filter(({ keys: [along] }) => along?.value === all.keys[0]?.value);
    const documents = all.documents - documentsIn(parts);
    if (documents <= 0) return [];
    const figures = metrics.map((metric, at) => (addsUp(metric) ? left(all, parts, at) : null));
    const key = { label: OTHERS, value: '', besides: shown };
    return [{ keys: [...all.keys, key], figures, documents }];
  });

function left(all: ResultRow, parts: readonly ResultRow[], at: number): number {
  const figures = [all, ...parts].map(({ figures }) => figures[at] ?? 0);
  const [whole = 0, ...taken] = figures;
  const rest = taken.reduce((sum, figure) => sum - figure, whole);
  // sums of fractions do not add up to the last digit
  const size = figures.reduce((most, figure) => Math.max(most, Math.abs(figure)), 0);
  return Math.abs(rest) < size * 1e-12 ? 0 : rest;
}
