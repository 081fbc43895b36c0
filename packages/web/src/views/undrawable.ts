import type { ViewDefinition } from './definition.ts';
import { metricLabel, type ResultTable } from './result-table.ts';

const BY_FIGURES: ReadonlySet<string> = new Set([
  'Vertical Bar',
  'Horizontal Bar',
  'Line',
  'Area',
  'Pie',
  'Doughnut',
  'Heatmap',
]);

/** Beyond this the round figure an axis ends at, or a stack of some, may be larger than any number. */
const LARGEST_DRAWN = 1e307;

/** Why groups that were found cannot be drawn as the view asks, in words (VIS-20); null when they can. */
export function undrawable({ visual }: ViewDefinition, { rows, metrics }: ResultTable): string | null {
  if (!BY_FIGURES.has(visual)) return null;
  const figures = rows.flatMap((row) => row.figures);
  if (figures.every((figure) => figure === null))
    return `${metrics.map(metricLabel).join(', ')}: no document found has a value to draw.`;
  const largest = figures.reduce<number>((most, figure) => Math.max(most, Math.abs(figure ?? 0)), 0);
  if (largest > LARGEST_DRAWN)
    return `Some figures are beyond ±${LARGEST_DRAWN.toExponential().replace('e+', 'e')}, which no axis reaches. A table shows them.`;
  if (visual !== 'Pie' && visual !== 'Doughnut') return null;
  const shares = rows.map((row) => row.figures[0] ?? 0);
  if (shares.some((share) => share < 0))
    return 'A slice cannot be less than nothing, and some figures are below 0. Bars show them.';
  return shares.every((share) => share === 0) ? 'All figures are 0, so there is nothing to share out.' : null;
}
