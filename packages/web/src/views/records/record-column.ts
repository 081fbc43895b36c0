import type { HitAnswer } from '@datasarana/client';
import { isNumberType, ValueType } from '@datasarana/schema';
import type { Column } from '../../design/table-props.ts';
import { formatCell, formatValue } from '../../records/format-value.ts';
import { formatNumber } from '../../records/number-format.ts';
import type { ViewColumn } from '../definition.ts';
import type { ShownColumn } from './use-column-tracks.ts';
import { isSortable, valueAt } from './value-at.ts';

/** A value of a record in words, whole. */
export const valueWords = ({ field, value_type, unit }: ViewColumn, hit: HitAnswer): string =>
  formatValue({ name: field, value_type, ...(unit && { unit }) }, valueAt(hit, field));

/** A field of records as a column of a table: its text by its format, its side and its width by the type; numbers stand whole in the title. */
export function recordColumn(column: ViewColumn): Column<HitAnswer> & ShownColumn {
  const { field, label = field, value_type, unit, format } = column;
  const item = { name: field, value_type, ...(unit && { unit }) };
  const shown = (hit: HitAnswer): string => {
    const value = valueAt(hit, field);
    return format && typeof value === 'number' ? formatNumber(value, format, unit) : formatCell(item, value);
  };
  const numeric = isNumberType(value_type);
  return {
    id: field,
    name: label,
    header: label,
    cell: shown,
    shown,
    title: (hit) => valueWords(column, hit),
    sortable: isSortable(value_type),
    align: numeric ? 'right' : 'left',
    grows: !numeric && value_type !== ValueType.Date && value_type !== ValueType.Boolean,
  };
}
