import type { ChartClick } from './ChartDrawing.tsx';
import { isOnAxes, isRound, type ViewDefinition } from './definition.ts';
import { levelOf } from './nested.ts';
import { OTHERS } from './others.ts';
import { documentsIn, type ResultRow } from './result-row.ts';
import type { ResultTable } from './result-table.ts';
import { isSeriesOf, MOST_SLICES, seriesTable, slices } from './series.ts';

export const pathLabel = (row: ResultRow): string => row.keys.map((key) => key.label).join(' / ');

/**
 * The row of a result that was pointed at. Along an axis it is told by its place: two groups may be called the same, as the hour
 * that comes twice when clocks are set back, and hours of two years.
 */
export function rowAt(
  view: ViewDefinition,
  table: ResultTable,
  { category, name, series }: Pick<ChartClick, 'category' | 'name' | 'series'>,
): ResultRow | undefined {
  if (isRound(view.visual) && slices(table)[category]?.others) return leftOver(table);
  const group = isOnAxes(view.visual) ? rowsAlong(view, table, category) : rowsNamed(table, name);
  // A part of a stack names its series by the rest of the path; one series alone names the figure.
  return group.find((each) => isSeriesOf(table, each, series)) ?? group[0];
}

/**
 * What the shown values of a pie leave over, as a row beside them; none where no filter says so: of a slice that holds values that
 * were cut, of objects under Nested, and where a record with several values is in several slices.
 */
function leftOver({ buckets: [first], rows, others, total }: ResultTable): ResultRow | undefined {
  const isOnce = documentsIn(rows) + others <= total;
  if (!first || rows.length > MOST_SLICES || levelOf(first) !== '' || !isOnce) return undefined;
  const besides = [...new Set(rows.flatMap(({ keys: [key] }) => key?.value ?? []))];
  return { keys: [{ label: OTHERS, value: '', besides }], figures: [others], documents: others };
}

function rowsAlong({ visual }: ViewDefinition, table: ResultTable, place: number): readonly ResultRow[] {
  const { categories } = seriesTable(table);
  // bars that lie are drawn from below
  const value = categories.at(visual === 'Horizontal Bar' ? -1 - place : place)?.value;
  return table.rows.filter(({ keys: [key] }) => key?.value === value);
}

const rowsNamed = ({ rows }: ResultTable, name: string): readonly ResultRow[] =>
  rows.filter((row) => pathLabel(row) === name || row.keys[0]?.label === name);
