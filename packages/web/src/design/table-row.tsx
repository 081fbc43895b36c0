// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: the row is the focus stop, its cells are not
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid carries the keys of its rows
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import classes from './data-table.module.css';
import type { GridKeys } from './grid-keys.ts';
import type { Column, DataTableProps, RowAction } from './table-props.ts';

interface RowProps<Row> extends DataTableProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly height: number;
  readonly keys: GridKeys;
  readonly phone: boolean;
}

/** One row, or one card on a phone, with what is opened below it. */
export function TableRow<Row>(props: RowProps<Row>) {
  const {
    row,
    index,
    columns,
    rowId,
    rowName,
    selection,
    onSelection,
    onOpen,
    addressOf,
    openId,
    rowActions,
    expanded,
    keys,
    phone,
  } = props;
  const id = rowId(row);
  const chosen = selection?.has(id) ?? false;
  const more = expanded?.(row);
  const address = addressOf?.(row);
  const open = (event: MouseEvent) => {
    // the second click of a double click would close what the first opened
    if (event.detail > 1) return;
    if (address === undefined || !wantsTab(event)) onOpen?.(row, index);
    // the browser opens what a link leads to
    else if (!(event.target as Element).closest('a')) window.open(address);
  };
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
        onClick={open}
        onAuxClick={(event) => wantsTab(event) && open(event)}
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
          columns.map((column, at) => (
            <span
              key={column.id}
              role="gridcell"
              // what is cut of a long text is its end, also where it runs from right to left
              dir="auto"
              className={classes.cell}
              data-align={column.align}
              data-yields={column.yields}
              data-mono={column.mono}
              data-decimals={column.fill?.(row)}
              title={column.title?.(row)}
            >
              {at === 0 ? <Name address={address}>{column.cell(row, index)}</Name> : column.cell(row, index)}
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

/** With Ctrl, Cmd or the middle button a link opens in a tab of its own. */
const wantsTab = ({ ctrlKey, metaKey, button }: MouseEvent): boolean => ctrlKey || metaKey || button === 1;

/** Names the row; a link where the row leads to an address. The row answers to clicks that stay in this tab. */
function Name({ address, children }: { readonly address: string | undefined; readonly children: ReactNode }) {
  if (address === undefined) return children;
  return (
    <a
      href={address}
      tabIndex={-1}
      className={classes.link}
      onClick={(event) => wantsTab(event) || event.preventDefault()}
    >
      {children}
    </a>
  );
}

function CardCells<Row>({ columns, row, index, addressOf }: RowProps<Row>) {
  const shape = (column: Column<Row>, at: number) => column.card ?? (at === 0 ? 'name' : 'meta');
  const pick = (wanted: string) => columns.filter((column, at) => shape(column, at) === wanted);
  const said = (column: Column<Row>) => (column.cardText ? column.cardText(row) : column.cell(row, index));
  return (
    <>
      <span role="gridcell" className={classes.cardText}>
        <span dir="auto" className={classes.cardName}>
          <Name address={addressOf?.(row)}>{pick('name').map((column) => column.cell(row, index))}</Name>
        </span>
        <span className={classes.cardMeta}>
          {[...pick('meta'), ...pick('end')]
            .filter((column) => said(column) !== '')
            .map((column) => (
              <span key={column.id} dir="auto">
                {said(column)}
              </span>
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
