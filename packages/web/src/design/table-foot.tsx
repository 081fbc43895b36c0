import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { formatCount } from '../records/format.ts';
import classes from './data-table.module.css';
import type { DataTableProps } from './table-props.ts';

/** What is chosen and what can be done with it, and the pages. */
export function TableFoot<Row>({ paging, selection, onSelection, selectionActions, foot, rows }: DataTableProps<Row>) {
  const id = useId();
  const chosen = selection?.size ?? 0;
  if (!paging && !foot && chosen === 0) return null;
  const from = paging ? paging.page * paging.size : 0;
  const last = paging ? Math.max(0, Math.ceil(paging.total / paging.size) - 1) : 0;
  return (
    <div className={classes.foot}>
      {chosen > 0 ? (
        <>
          <b role="status">{formatCount(chosen)} selected</b>
          {selectionActions}
          <button type="button" className={classes.clear} onClick={() => onSelection?.(new Set())}>
            Clear
          </button>
        </>
      ) : (
        foot
      )}
      {paging && (
        <div className={classes.paging}>
          <span id={id} role="status">
            {paging.total === 0
              ? '0 of 0'
              : `${formatCount(from + 1)} to ${formatCount(from + rows.length)} of ${paging.counted === false ? '…' : formatCount(paging.total)}`}
          </span>
          <ActionIcon
            size="sm"
            aria-label="Previous page"
            aria-describedby={id}
            disabled={paging.page <= 0}
            onClick={() => paging.onPage(paging.page - 1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label="Next page"
            aria-describedby={id}
            disabled={paging.page >= last}
            onClick={() => paging.onPage(paging.page + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
