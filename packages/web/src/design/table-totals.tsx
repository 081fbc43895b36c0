// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: rows are the focus stops, totals are only read
import classes from './data-table.module.css';
import type { DataTableProps } from './table-props.ts';

/** Totals below the columns that have one. */
export function TableTotals<Row>({ columns, rows, paging, onSelection, rowActions }: DataTableProps<Row>) {
  if (columns.every(({ total }) => total === undefined)) return null;
  return (
    <div role="row" aria-rowindex={(paging?.total ?? rows.length) + 2} className={`${classes.row} ${classes.totals}`}>
      {onSelection && <span role="gridcell" className={classes.check} />}
      {columns.map(({ id, align, total, yields }) => (
        <span key={id} role="gridcell" className={classes.cell} data-align={align} data-yields={yields}>
          {total}
        </span>
      ))}
      {rowActions && <span role="gridcell" />}
    </div>
  );
}
