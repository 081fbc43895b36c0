import { addsUp } from './asked-buckets.ts';
import { isRound, type ViewMetric, type Visual } from './definition.ts';
import { OTHERS } from './others.ts';
import type { ResultRow } from './result-row.ts';
import { metricLabel, type ResultTable } from './result-table.ts';

/** A chart's drawing data: one figure per category and series; null where a series has nothing. */
export interface SeriesTable {
  readonly categories: readonly { readonly label: string; readonly value: string | number }[];
  readonly series: readonly {
    readonly name: string;
    readonly figures: readonly (number | null)[];
    /** Which of the view's figures it draws. */
    readonly metric: number;
    /** It is what the others leave over. */
    readonly others?: true;
  }[];
}

/** Lines and bars that can still be told apart, and drawn at once: each group along the axis may be split into others than the next. */
export const MOST_SERIES = 100;

/** How many series a result has, drawn or not. */
export const seriesCount = (table: ResultTable): number =>
  table.buckets.length > 1 ? splits(table).length : table.metrics.length;

interface SeriesOptions {
  /** The largest of splits that are taken. */
  readonly most?: number;
  /** Figure of a series where it has no documents, once that is known. */
  readonly empty?: (metric: ViewMetric) => number | null;
}

/** What no documents count to; they have no mean, and no least. */
const countOfNone = ({ function: name }: ViewMetric): number | null =>
  name === 'count' || name === 'sum' || name === 'cardinality' ? 0 : null;

/** The first bucket becomes the category axis, each metric or second bucket a series (VIS-09). */
export function seriesTable(
  table: ResultTable,
  { most = Number.POSITIVE_INFINITY, empty = countOfNone }: SeriesOptions = {},
): SeriesTable {
  const categories = new Map(table.axis?.map((key) => [String(key.value), key]));
  for (const {
    keys: [key],
  } of table.rows)
    if (key) categories.set(String(key.value), key);
  const lines =
    table.buckets.length > 1
      ? largestOf(splits(table), most)
      : table.metrics.map((metric, at) => ({ name: metricLabel(metric), metric: at }));
  const index = new Map([...categories.keys()].map((key, i) => [key, i]));
  const none = table.metrics.map((metric) => (table.axis ? empty(metric) : null));
  const grid = lines.map(({ metric }) => new Array<number | null>(categories.size).fill(none[metric] ?? null));
  const lineAt = new Map(lines.map(({ name }, at) => [name, at]));
  for (const row of table.rows) {
    const at = index.get(String(row.keys[0]?.value)) ?? 0;
    row.figures.forEach((figure, m) => {
      const line = table.buckets.length > 1 ? lineAt.get(splitName(table, row.keys, m)) : m;
      const target = grid[line ?? -1];
      if (target) target[at] = figure;
    });
  }
  return {
    categories: [...categories.values()],
    series: lines.map((line, i) => ({ ...line, figures: grid[i] ?? [] })),
  };
}

/** As many as can be drawn, and what they leave over. */
const largestOf = (lines: readonly Line[], most: number): readonly Line[] => {
  const others = lines.filter((line) => line.others);
  return [...lines.filter((line) => !line.others).slice(0, most), ...others];
};

/** Whether a series is of a row, whichever of its figures it draws. */
export const isSeriesOf = (table: ResultTable, { keys, figures }: ResultRow, series: string): boolean =>
  keys.length > 1 && figures.some((_, metric) => splitName(table, keys, metric) === series);

const splitName = (table: ResultTable, keys: ResultRow['keys'], metric: number): string => {
  const path = keys
    .slice(1)
    .map((key) => key.label)
    .join(' / ');
  const figure = table.metrics[metric];
  return table.metrics.length > 1 && figure ? `${path}, ${metricLabel(figure)}` : path;
};

interface Line {
  readonly name: string;
  readonly metric: number;
  readonly others?: true;
}

/** Each further group and figure as a line, those of most documents first, and what they leave over behind them. */
function splits(table: ResultTable): readonly Line[] {
  const found = new Map<string, Line & { readonly documents: number }>();
  for (const row of table.rows) {
    const others = row.keys.some(({ besides }) => besides) && ({ others: true } as const);
    table.metrics.forEach((figure, metric) => {
      if (others && !addsUp(figure)) return;
      const name = splitName(table, row.keys, metric);
      found.set(name, { name, metric, ...others, documents: (found.get(name)?.documents ?? 0) + row.documents });
    });
  }
  const isOthers = (line: Line): number => Number(line.others ?? false);
  return [...found.values()]
    .sort((a, b) => isOthers(a) - isOthers(b) || b.documents - a.documents)
    .map(({ documents: _, ...line }) => line);
}

export interface Slice {
  readonly name: string;
  readonly figure: number;
  readonly others: boolean;
}

/** Whether a drawing has a slice for what the shown terms leave over; only counts add up to it. */
export const hasOthers = (visual: Visual, { metrics: [figure], others }: ResultTable): boolean =>
  isRound(visual) && figure?.function === 'count' && others > 0;

/** Slices that can still be told apart; thousands with their names keep a browser busy for minutes. */
export const MOST_SLICES = 100;

/** Slices of a pie, the largest where they are too many, with an "others" slice equal to what they leave over (VIS-10). */
export function slices(table: ResultTable): readonly Slice[] {
  const all = table.rows.map((row) => ({
    name: row.keys.map((key) => key.label).join(' / '),
    figure: row.figures[0] ?? 0,
    others: false,
  }));
  const shown = largest(all);
  const cut = sum(all) - sum(shown);
  const others = cut + (hasOthers('Pie', table) ? table.others : 0);
  return others > 0 ? [...shown, { name: OTHERS, figure: others, others: true }] : shown;
}

const sum = (parts: readonly Slice[]): number => parts.reduce((all, { figure }) => all + figure, 0);

/** As many as can be drawn, in the order they came in. */
function largest(all: readonly Slice[]): readonly Slice[] {
  if (all.length <= MOST_SLICES) return all;
  const kept = new Set([...all].sort((a, b) => b.figure - a.figure).slice(0, MOST_SLICES));
  return all.filter((part) => kept.has(part));
}
