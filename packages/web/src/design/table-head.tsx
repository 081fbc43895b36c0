// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: the row is the focus stop, its cells are not
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { DataTableProps } from './table-props.ts';

/** Names of the columns, their order, and the choice of all rows. */
export function TableHead<Row>({
  columns,
  rows,
  rowId,
  sort,
  onSort,
  selection,
  onSelection,
  rowActions,
}: DataTableProps<Row>) {
  const all = rows.length > 0 && rows.every((row) => selection?.has(rowId(row)));
  const some = rows.some((row) => selection?.has(rowId(row)));
  return (
    <div role="row" aria-rowindex={1} className={classes.head}>
      {onSelection && (
        <span role="columnheader" className={classes.check}>
          <Checkbox
            aria-label="Select all rows"
            checked={all}
            indeterminate={some && !all}
            onChange={() => onSelection(new Set(all ? [] : rows.map(rowId)))}
          />
        </span>
      )}
      {columns.map((column) => {
        const name = typeof column.header === 'string' ? column.header : undefined;
        const sorted = sort?.field === column.id ? sort.order : undefined;
        const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
        return (
          <span
            key={column.id}
            role="columnheader"
            className={classes.headCell}
            data-align={column.align}
            data-yields={column.yields}
            data-sorted={sorted !== undefined}
            title={name}
            aria-label={name}
            aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
          >
            {column.sortable && onSort ? (
              <button
                type="button"
                onClick={() => onSort({ field: column.id, order: sorted === 'asc' ? 'desc' : 'asc' })}
              >
                <span>{column.header}</span>
                {sorted && <Arrow size={14} aria-hidden />}
              </button>
            ) : (
              column.header
            )}
            {column.tools}
          </span>
        );
      })}
      {rowActions && (
        <span role="columnheader">
          <span className="ds-hidden">Actions</span>
        </span>
      )}
    </div>
  );
}
