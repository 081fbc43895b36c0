import type { Visual } from './definition.ts';
import { metricLabel, type ResultTable } from './result-table.ts';

/** A chart's drawing data: one figure per category and series; null where a series has nothing. */
export interface SeriesTable {
  readonly categories: readonly { readonly label: string; readonly value: string | number }[];
  readonly series: readonly { readonly name: string; readonly figures: readonly (number | null)[] }[];
}

/** The first bucket becomes the category axis, each metric or second bucket a series (VIS-09). */
export function seriesTable(table: ResultTable): SeriesTable {
  const categories = new Map<string, { label: string; value: string | number }>();
  for (const row of table.rows) {
    const key = row.keys[0];
    if (key) categories.set(String(key.value), key);
  }
  const names = table.buckets.length > 1 ? splitNames(table) : table.metrics.map(metricLabel);
  const index = new Map([...categories.keys()].map((key, i) => [key, i]));
  const grid = names.map(() => new Array<number | null>(categories.size).fill(null));
  for (const row of table.rows) {
    const at = index.get(String(row.keys[0]?.value)) ?? 0;
    row.figures.forEach((figure, m) => {
      const line = table.buckets.length > 1 ? names.indexOf(splitName(table, row.keys, m)) : m;
      const target = grid[line];
      if (target) target[at] = figure;
    });
  }
  return {
    categories: [...categories.values()],
    series: names.map((name, i) => ({ name, figures: grid[i] ?? [] })),
  };
}

const splitName = (table: ResultTable, keys: ResultTable['rows'][number]['keys'], metric: number): string => {
  const path = keys
    .slice(1)
    .map((key) => key.label)
    .join(' / ');
  const figure = table.metrics[metric];
  return table.metrics.length > 1 && figure ? `${path}, ${metricLabel(figure)}` : path;
};

function splitNames(table: ResultTable): readonly string[] {
  const weight = new Map<string, number>();
  for (const row of table.rows) {
    table.metrics.forEach((_, m) => {
      const name = splitName(table, row.keys, m);
      weight.set(name, (weight.get(name) ?? 0) + row.documents);
    });
  }
  return [...weight.entries()].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

export interface Slice {
  readonly name: string;
  readonly figure: number;
  readonly others: boolean;
}

/** Whether a drawing has a slice for what the shown terms leave over; only counts add up to it. */
export const hasOthers = (visual: Visual, { metrics: [figure], others }: ResultTable): boolean =>
  (visual === 'Pie' || visual === 'Doughnut') && figure?.function === 'count' && others > 0;

/** Slices of a pie, with an "others" slice equal to what the shown terms leave over (VIS-10). */
export function slices(table: ResultTable): readonly Slice[] {
  const shown = table.rows.map((row) => ({
    name: row.keys.map((key) => key.label).join(' / '),
    figure: row.figures[0] ?? 0,
    others: false,
  }));
  return hasOthers('Pie', table) ? [...shown, { name: 'Others', figure: table.others, others: true }] : shown;
}
