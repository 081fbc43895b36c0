import type { SchemaItem } from '@datasarana/schema';
import type { Column } from '../design/table-props.ts';
import { formatCell, formatValue } from './format-value.ts';
import { itemLabel, lookOf, valueKind } from './value-kind.ts';

export type RecordRow = Readonly<Record<string, unknown>>;

const widths: Readonly<Partial<Record<ReturnType<typeof valueKind>, string>>> = {
  date: '168px',
  switch: '88px',
  number: '112px',
  point: '184px',
};

/** Columns of a table from schema items: alignment, width and text by value type; only `can_search` items sort. */
export function recordColumns(items: readonly SchemaItem[]): readonly Column<RecordRow>[] {
  return items
    .filter((item) => valueKind(item) !== 'heading')
    .map((item) => {
      const kind = valueKind(item);
      const width = widths[kind];
      return {
        id: item.name,
        header: itemLabel(item),
        align: lookOf(item).align,
        sortable: item.can_search,
        cell: (row: RecordRow) => formatCell(item, row[item.name]),
        title: (row: RecordRow) => formatValue(item, row[item.name]),
        ...(width && { width }),
      };
    });
}
