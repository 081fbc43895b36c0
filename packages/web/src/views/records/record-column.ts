import type { HitAnswer } from '@datasarana/client';
import { isNumberType, ValueType } from '@datasarana/schema';
import type { Column } from '../../design/table-props.ts';
import { areDays } from '../../records/date-value.ts';
import { decimalFill } from '../../records/decimal-fill.ts';
import { formatCount } from '../../records/format.ts';
import { formatCell, formatValue } from '../../records/format-value.ts';
import { formatNumber } from '../../records/number-format.ts';
import type { ViewColumn } from '../definition.ts';
import type { ShownColumn } from './use-column-tracks.ts';
import { isSortable, valueAt, valuesAt } from './value-at.ts';

type Shown = ViewColumn & {
  readonly day?: boolean;
  /** Lies in objects under Nested: a record has a value for each of them. */
  readonly ofObjects?: boolean;
};

/** Values of a cell that are read one by one; of more the number is told, and the title has them all. */
const READ = 5;

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

/** What a column is whatever it holds. */
const columnOf = (
  { field, label = field }: Shown,
  shown: (hit: HitAnswer) => string,
): Pick<Column<HitAnswer> & ShownColumn, 'id' | 'name' | 'header' | 'cell' | 'shown'> => ({
  id: field,
  name: label,
  header: label,
  cell: shown,
  shown,
});

/** A field of records as a column of a table: its text by its format, its side and its width by the type; numbers stand whole in the title. */
export function recordColumn(column: Shown): Column<HitAnswer> & ShownColumn {
  if (column.ofObjects) return objectColumn(column);
  const { field, value_type, unit, format } = column;
  const item = itemOf(column);
  const shown = (hit: HitAnswer): string => {
    const value = valueAt(hit, field);
    return format && typeof value === 'number' ? formatNumber(value, format, unit) : formatCell(item, value);
  };
  const numeric = isNumberType(value_type);
  return {
    ...columnOf(column, shown),
    title: (hit) => valueWords(column, hit),
    sortable: isSortable(value_type),
    align: numeric ? 'right' : 'left',
    grows: !numeric && value_type !== ValueType.Date && value_type !== ValueType.Boolean,
  };
}

/** The column with the points of its numbers below each other, as far as `page` shows how many decimals they have. */
export function aligned<Of extends ReturnType<typeof recordColumn>>(column: Of, page: readonly HitAnswer[] = []): Of {
  if (column.align !== 'right') return column;
  const fill = decimalFill(page.map(column.shown));
  return { ...column, fill: (hit: HitAnswer) => fill(column.shown(hit)) };
}

/** A field of objects as a column: its values side by side, in no order that rows could have. */
function objectColumn(column: Shown): Column<HitAnswer> & ShownColumn {
  const words = (hit: HitAnswer): readonly string[] =>
    valuesAt(hit, column.field).map((value) => formatCell(itemOf(column), value));
  const shown = (hit: HitAnswer): string => {
    const all = words(hit);
    if (all.length === 0) return formatCell(itemOf(column), undefined);
    const more = all.length - READ;
    return all.slice(0, READ).join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
  };
  return {
    ...columnOf(column, shown),
    title: (hit) => words(hit).join(', '),
    sortable: false,
    align: 'left',
    grows: true,
  };
}
