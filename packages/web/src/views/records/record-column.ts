import type { HitAnswer } from '@datasarana/client';
import { isNumberType, ValueType } from '@datasarana/schema';
import type { Column } from '../../design/table-props.ts';
import { areDays } from '../../records/date-value.ts';
import { formatCell, formatValue } from '../../records/format-value.ts';
import { formatNumber } from '../../records/number-format.ts';
import type { ViewColumn } from '../definition.ts';
import type { ShownColumn } from './use-column-tracks.ts';
import { isSortable, valueAt } from './value-at.ts';

type Shown = ViewColumn & { readonly day?: boolean };

const itemOf = ({ field, value_type, unit, day }: Shown) => ({
  name: field,
  value_type,
  ...(unit && { unit }),
  ...(day && { day }),
});

/** A value of a record in words, whole. */
export const valueWords = (column: Shown, hit: HitAnswer): string =>
  formatValue(itemOf(column), valueAt(hit, column.field));

/** Whether a column of records holds days of the calendar: a time in one of them shows the time of all. */
export const holdsDays = ({ field, value_type }: Pick<Shown, 'field' | 'value_type'>, hits: readonly HitAnswer[]) =>
  value_type === ValueType.Date && areDays(hits.map((hit) => valueAt(hit, field)));

/** A field of records as a column of a table: its text by its format, its side and its width by the type; numbers stand whole in the title. */
export function recordColumn(column: Shown): Column<HitAnswer> & ShownColumn {
  const { field, label = field, value_type, unit, format } = column;
  const item = itemOf(column);
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
