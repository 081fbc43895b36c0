import { hasWords, listsRecords, type ViewDefinition, type Visual } from './definition.ts';

/** What a visual still lacks to be drawn, in words (VIS-20); null when it can be drawn. */
export const missingFor = (view: ViewDefinition): string | null =>
  view.dataset === '' ? 'Choose the template whose documents are drawn.' : missingParts(view);

/** The same of a view whatever template it draws. */
export function missingParts(view: ViewDefinition): string | null {
  if (view.visual === 'Map')
    return view.point ? null : 'A map needs a point field, or one of shapes. Choose the field that holds the place.';
  if (listsRecords(view))
    return view.columns?.length ? null : 'Choose the fields to show: each becomes a column of the records.';
  if (view.metrics.some((metric) => metric.function !== 'count' && !metric.field)) {
    return 'Choose the number field for each figure.';
  }
  const unsaid = view.visual === 'Metric' ? undefined : view.buckets.find(({ nested, count }) => nested && !count);
  if (unsaid)
    return `${unsaid.field} lies in ${unsaid.nested?.at(-1)}: count parents or children? Choose in its group.`;
  if (view.visual === 'Metric' || view.visual === 'Table') return null;
  const [first, second] = view.buckets;
  if (!first) return `Choose a field to group by: each group becomes ${PART[view.visual] ?? 'a bar, point or slice'}.`;
  if (view.visual === 'Heatmap' && !second)
    return 'A heatmap needs two groups, one across and one down. Choose a second field to split by.';
  if (view.visual === 'WordCloud' && !hasWords(first))
    return 'A word cloud needs words. Group by the top values of a field.';
  return view.metrics.length === 0 ? 'Add a figure to draw, such as Count.' : null;
}

const PART: Partial<Record<Visual, string>> = { Heatmap: 'a column of cells', WordCloud: 'a word' };
