import type { Column } from '../design/table-props.ts';
import { formatListDate } from './format.ts';

/** The column a row goes by: its name, whole on hover. */
export function nameColumn<Row extends { readonly name: string }>(header: string, width: string): Column<Row> {
  const name = (row: Row): string => row.name;
  return { id: 'name', header, cell: name, title: name, width, sortable: true, card: 'name' };
}

/** When a row was changed last; left out on phones. */
export function changedColumn<Row extends { readonly ts_modified: number }>(): Column<Row> {
  return {
    id: 'ts_modified',
    header: 'Changed',
    cell: (row) => formatListDate(row.ts_modified),
    width: 'minmax(160px, 168px)',
    sortable: true,
    card: 'hidden',
  };
}
