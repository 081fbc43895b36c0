import { boundOf } from '../days.ts';
import type { ViewDefinition } from '../definition.ts';
import type { ResultTable } from '../result-table.ts';
import { seriesTable } from '../series.ts';
import { afterOne } from '../spans.ts';
import type { RangeText } from './time-range.ts';

/** The field of time along the axis below, when a drawing has one; lying bars have their time at the side. */
export const timeAxis = ({ visual, buckets: [first] }: ViewDefinition): string | null =>
  first?.function === 'date_histogram' && AXES.has(visual) ? first.field : null;

const AXES: ReadonlySet<string> = new Set(['Vertical Bar', 'Line', 'Area']);

/** The time from the first to the last of some bars, both whole; null where there is no such bar. */
export function rangeOfBars(table: ResultTable, first: number, last: number): RangeText | null {
  const { categories } = seriesTable(table);
  const [begin, end] = [categories[first], categories[Math.min(last, categories.length - 1)]];
  if (!begin || !end) return null;
  const { calendar = 'day', days } = table.buckets[0] ?? {};
  const after = afterOne(calendar, new Date(Number(end.value)), days);
  return `${boundOf(new Date(Number(begin.value)), days)}..${boundOf(after, days)}`;
}
