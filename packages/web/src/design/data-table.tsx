// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './data-table.module.css';
import { useGridKeys } from './grid-keys.ts';
import { onPaper } from './paper-tracks.ts';
import { ErrorState, LoadingRows } from './states.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import type { DataTableProps } from './table-props.ts';
import { TableRow } from './table-row.tsx';
import { TableTotals } from './table-totals.tsx';
import { NARROW, PHONE, usePrinting, useWindowIs } from './widths.ts';

const CARD = 62;
/** Of a table that keeps its rows on phones: as high as a finger needs. */
const TOUCHED_ROW = 44;

/** Goes to the first row where the rows are others than before. */
function useBeginning(scroller: RefObject<HTMLElement | null>, rows: string): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    if (before.current === rows) return;
    before.current = rows;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, rows]);
}

/** Whether a column takes of the room that is left. */
const shares = ({ width }: { readonly width?: string | undefined }): boolean => width?.endsWith('fr)') ?? true;

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
  const small = useWindowIs(PHONE);
  const phone = small && !noCards;
  const scrollsWithPage = useWindowIs(NARROW);
  const height = phone ? CARD : small ? TOUCHED_ROW : dense ? 28 : 36;
  const printing = usePrinting();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowId(row);
    },
    overscan: printing ? rows.length : 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured are of the other height
  useLayoutEffect(() => virtual.measure(), [virtual, height]);
  useBeginning(scroller, JSON.stringify([props.foundBy, props.sort, paging?.page]));
  const keys = useGridKeys({ props, scrollTo: (index) => virtual.scrollToIndex(index) });
  const tracksOf = (shown: typeof columns): string =>
    [
      ...(props.onSelection ? ['40px'] : []),
      ...shown.map(({ width }) => width ?? 'minmax(96px, 1fr)'),
      ...(props.rowActions ? ['48px'] : []),
      ...(fit && !shown.some(shares) ? ['minmax(0, 1fr)'] : []),
    ].join(' ');
  const first = props.onSelection ? 1 : 0;
  const paper = onPaper(tracksOf(columns), (at) => columns[at - first]?.align === 'right');
  const tracks = {
    '--tracks': tracksOf(columns),
    '--narrow-tracks': tracksOf(columns.filter((one) => !one.yields)),
    '--paper-tracks': paper.tracks,
    '--paper-numbers': paper.whole ? 'nowrap' : 'normal',
  };
  const state = () => {
    if (rows.length > 0) return null;
    if (error !== undefined && error !== null) return <ErrorState error={error} {...(onRetry && { onRetry })} />;
    if (!loading) return empty;
    return (
      <>
        <LoadingRows height={height} />
        {props.waiting && <div className={classes.waiting}>{props.waiting}</div>}
      </>
    );
  };
  const filled = rows.length > 0;
  return (
    <div
      className={props.className ? `${classes.table} ${props.className}` : classes.table}
      style={{ ...props.style, ...tracks } as CSSProperties}
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
            {!phone && <TableHead {...props} />}
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
            {/* on paper all of the table is in sight, which would ask for more without end */}
            {filled && !printing && props.end}
            {filled && !phone && <TableTotals {...props} />}
          </div>
        )}
        {state()}
      </div>
      {/* Where the page scrolls, the table is as high as its rows: a foot shown before them would jump. */}
      {(filled || !loading || !scrollsWithPage) && <TableFoot {...props} />}
    </div>
  );
}
