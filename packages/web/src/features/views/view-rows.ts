import type { Sort } from '../../design/table-props.ts';
import { visualWords } from '../../views/definition.ts';
import type { SavedView } from './saved-views.ts';

/** A saved view as the list shows it. */
export interface ViewRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** Name of its template; empty when the caller cannot see it or it is gone. */
  readonly template: string;
  readonly ts_modified: number;
  readonly view: SavedView;
}

/** Columns of the list that hold words. */
export const WORD_COLUMNS = ['name', 'kind', 'template'] as const;

/** The views whose name, kind or template has the keyword, in the order asked for; equal ones by name. */
export function viewRows(
  views: readonly SavedView[],
  templates: ReadonlyMap<string, string>,
  keyword: string,
  { field, order }: Sort,
): readonly ViewRow[] {
  const word = keyword.trim().toLowerCase();
  const column = WORD_COLUMNS.find((name) => name === field);
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: ViewRow, b: ViewRow): number =>
    column ? a[column].localeCompare(b[column], 'en', { numeric: true }) : a.ts_modified - b.ts_modified;
  return views
    .map((view) => ({
      id: view.id,
      name: view.name,
      kind: visualWords(view.definition.visual),
      template: templates.get(view.dataset) ?? '',
      ts_modified: view.ts_modified,
      view,
    }))
    .filter((row) => WORD_COLUMNS.some((name) => row[name].toLowerCase().includes(word)))
    .toSorted((a, b) => sign * compare(a, b) || a.name.localeCompare(b.name, 'en', { numeric: true }));
}
