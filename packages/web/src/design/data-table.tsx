// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: the row is the focus stop, its cells are not
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid carries the keys of its rows
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight, IconDots } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useId, useRef } from 'react';
import { formatCount } from '../records/format.ts';
import classes from './data-table.module.css';
import { type GridKeys, useGridKeys } from './grid-keys.ts';
import { ErrorState, LoadingRows } from './states.tsx';
import type { Column, DataTableProps, RowAction } from './table-props.ts';

const touchRow = 62;

/** The one data grid: sticky head, virtual rows, sort, selection, row menu, paging, keys; cards on phones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    dense = false,
    loading = false,
    error,
    onRetry,
    empty,
    paging,
    noCards = false,
    fit = false,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const phone =
    useRef(typeof matchMedia === 'function' && matchMedia('(max-width: 47.99em)').matches).current && !noCards;
  const height = phone ? touchRow : dense ? 28 : 36;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
    overscan: 12,
  });
  const keys = useGridKeys({ props, scrollTo: (index) => virtual.scrollToIndex(index) });
  const tracks = [
    ...(props.onSelection ? ['40px'] : []),
    ...columns.map(({ width }) => width ?? 'minmax(96px, 1fr)'),
    ...(props.rowActions ? ['48px'] : []),
    ...(fit ? ['minmax(0, 1fr)'] : []),
  ].join(' ');
  const state = () => {
    if (rows.length > 0) return null;
    if (error !== undefined && error !== null) return <ErrorState error={error} {...(onRetry && { onRetry })} />;
    return loading ? <LoadingRows height={height} /> : empty;
  };
  const filled = rows.length > 0;
  return (
    <div
      className={props.className ? `${classes.table} ${props.className}` : classes.table}
      style={{ ...props.style, '--tracks': tracks } as CSSProperties}
      data-dense={dense}
      data-cards={phone}
      data-waiting={(fit && loading && !filled) || undefined}
      aria-busy={loading}
    >
      <div ref={scroller} className={classes.scroller} tabIndex={filled ? -1 : undefined}>
        {(filled || !phone) && (
          <div
            role="grid"
            aria-label={label}
            aria-rowcount={(paging?.total ?? rows.length) + 1}
            aria-multiselectable={props.onSelection !== undefined}
            className={classes.grid}
            onKeyDown={keys.onKeyDown}
          >
            {!phone && <Head {...props} />}
            {filled && (
              <div role="presentation" className={classes.space} style={{ height: virtual.getTotalSize() }}>
                {virtual.getVirtualItems().map((item) => {
                  const row = rows[item.index];
                  if (row === undefined) return null;
                  return (
                    <div
                      key={item.key}
                      role="presentation"
                      data-index={item.index}
                      ref={props.expanded ? virtual.measureElement : undefined}
                      className={classes.place}
                      style={{ transform: `translateY(${item.start}px)` }}
                    >
                      <TableRow {...props} row={row} index={item.index} height={height} keys={keys} phone={phone} />
                    </div>
                  );
                })}
              </div>
            )}
          </div>
        )}
        {state()}
      </div>
      {/* On phones the table is as high as its rows, so a foot shown before them would jump. */}
      {(filled || !loading || !phone) && <Foot {...props} />}
    </div>
  );
}

function Head<Row>({ columns, rows, rowId, sort, onSort, selection, onSelection, rowActions }: DataTableProps<Row>) {
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
        const sorted = sort?.field === column.id ? sort.order : undefined;
        const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
        return (
          <span
            key={column.id}
            role="columnheader"
            className={classes.headCell}
            data-align={column.align}
            data-sorted={sorted !== undefined}
            aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
          >
            {column.sortable && onSort ? (
              <button
                type="button"
                onClick={() => onSort({ field: column.id, order: sorted === 'asc' ? 'desc' : 'asc' })}
              >
                {column.header}
                {sorted && <Arrow size={14} aria-hidden />}
              </button>
            ) : (
              column.header
            )}
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

interface RowProps<Row> extends DataTableProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly height: number;
  readonly keys: GridKeys;
  readonly phone: boolean;
}

function TableRow<Row>(props: RowProps<Row>) {
  const {
    row,
    index,
    columns,
    rowId,
    rowName,
    selection,
    onSelection,
    onOpen,
    openId,
    rowActions,
    expanded,
    keys,
    phone,
  } = props;
  const id = rowId(row);
  const chosen = selection?.has(id) ?? false;
  const more = expanded?.(row);
  const first = (props.paging?.page ?? 0) * (props.paging?.size ?? 0);
  return (
    <>
      <div
        role="row"
        aria-rowindex={first + index + 2}
        aria-selected={onSelection ? chosen : undefined}
        aria-current={openId === id ? 'true' : undefined}
        tabIndex={keys.isTabStop(index) ? 0 : -1}
        data-row={index}
        data-open={openId === id}
        data-clickable={onOpen !== undefined}
        className={phone ? classes.card : classes.row}
        style={{ height: props.height }}
        onFocus={() => keys.focused(index)}
        onClick={() => onOpen?.(row, index)}
      >
        {onSelection && (
          <span role="gridcell" className={classes.check} onClick={(event) => event.stopPropagation()}>
            <Checkbox
              tabIndex={-1}
              aria-label={`Select ${rowName?.(row) ?? `row ${index + 1}`}`}
              checked={chosen}
              onChange={() => onSelection(toggled(selection, id))}
            />
          </span>
        )}
        {phone ? (
          <CardCells {...props} />
        ) : (
          columns.map((column) => (
            <span
              key={column.id}
              role="gridcell"
              className={classes.cell}
              data-align={column.align}
              data-mono={column.mono}
              title={column.title?.(row)}
            >
              {column.cell(row, index)}
            </span>
          ))
        )}
        {rowActions && <RowMenu row={row} name={rowName?.(row) ?? `row ${index + 1}`} actions={rowActions(row)} />}
      </div>
      {more !== undefined && (
        <div role="row" className={classes.more}>
          <div role="gridcell">{more}</div>
        </div>
      )}
    </>
  );
}

function CardCells<Row>({ columns, row, index }: RowProps<Row>) {
  const shape = (column: Column<Row>, at: number) => column.card ?? (at === 0 ? 'name' : 'meta');
  const pick = (wanted: string) => columns.filter((column, at) => shape(column, at) === wanted);
  const said = (column: Column<Row>) => (column.cardText ? column.cardText(row) : column.cell(row, index));
  return (
    <>
      <span role="gridcell" className={classes.cardText}>
        <span className={classes.cardName}>{pick('name').map((column) => column.cell(row, index))}</span>
        <span className={classes.cardMeta}>
          {pick('meta')
            .filter((column) => said(column) !== '')
            .map((column) => (
              <span key={column.id}>{said(column)}</span>
            ))}
        </span>
      </span>
      <span role="gridcell" className={classes.cardState}>
        {pick('state').map((column) => column.cell(row, index))}
      </span>
    </>
  );
}

const toggled = (selection: ReadonlySet<string> | undefined, id: string): ReadonlySet<string> => {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
};

function RowMenu<Row>({ row, name, actions }: { row: Row; name: string; actions: readonly RowAction<Row>[] }) {
  return (
    <span role="gridcell" className={classes.menu} onClick={(event) => event.stopPropagation()}>
      <Menu position="bottom-end" width={200} withinPortal>
        <Menu.Target>
          <ActionIcon size="xs" tabIndex={-1} data-row-menu aria-label={`Actions of ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action.label}
              leftSection={action.icon}
              rightSection={action.disabled === undefined ? action.shortcut : <small>{action.disabled}</small>}
              disabled={action.disabled !== undefined}
              {...(action.danger && { color: 'negative.4' })}
              onClick={() => action.run(row)}
            >
              {action.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

function Foot<Row>({ paging, selection, onSelection, selectionActions, foot, rows }: DataTableProps<Row>) {
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
