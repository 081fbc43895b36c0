import type { HitAnswer } from '@datasarana/client';
import { isNumberType, ValueType } from '@datasarana/schema';
import { useMemo, useRef, useState } from 'react';
import { DataTable, Spacer } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { TOTAL_WORDS, totalId, type ViewColumn, type ViewDefinition, type ViewSort } from '../definition.ts';
import type { Picked } from '../picked.ts';
import { figureWords, type ResultTable } from '../result-table.ts';
import classes from '../views.module.css';
import { aligned, holdsDays, recordColumn, valueWords } from './record-column.ts';
import { useColumnTracks } from './use-column-tracks.ts';
import { useViewRecords } from './use-view-records.ts';
import { valueAt } from './value-at.ts';

interface RecordTableProps {
  readonly view: ViewDefinition;
  /** What is known of all records found: how many, and the totals of the columns. */
  readonly totals: ResultTable;
  /** Told which record and value were pointed at, and where. */
  readonly onPick: (picked: Picked) => void;
  /** Takes the order to keep; without it the table forgets it. */
  readonly onSort?: (sort: ViewSort) => void;
}

/** Records themselves as rows: columns as chosen, sortable over all of them, totals of all, more loaded when asked (VIS-12). */
export function RecordTable({ view, totals, onPick, onSort }: RecordTableProps) {
  // an order just clicked holds until the view says another one
  const [own, setOwn] = useState<{ readonly sort: ViewSort; readonly before: ViewSort | undefined }>();
  const sort = own && own.before === view.sort ? own.sort : view.sort;
  const records = useViewRecords(sort ? { ...view, sort } : view);
  const pages = records.data?.pages;
  const hits = useMemo(() => pages?.flatMap((page) => page.hits.hits) ?? [], [pages]);
  const first = pages?.[0]?.hits.hits;
  const shown = useMemo(
    () => (view.columns ?? []).map((column) => aligned(columnOf(column, totals, hits), first)),
    [view, totals, hits, first],
  );
  const tracks = useColumnTracks(view.dataset, shown, first);
  const pointed = useRef<Pointed | null>(null);
  const pick = (hit: HitAnswer): void => {
    const { x, y, at } = pointed.current ?? focusedRow();
    pointed.current = null;
    const column = view.columns?.[at] ?? view.columns?.[0];
    // a menu that opens while a key is still on its way is closed by it
    if (column) requestAnimationFrame(() => onPick({ ...pickedOf(hit, column), x, y }));
  };
  return (
    <div className={classes.records} onPointerDownCapture={(event) => (pointed.current = pointedAt(event))}>
      <DataTable<HitAnswer>
        label="Records"
        dense
        noCards
        fit
        className={classes.recordGrid ?? ''}
        columns={shown.map((column, at) => ({ ...column, width: tracks[at] ?? '' }))}
        rows={hits}
        rowId={(hit) => hit._id}
        loading={records.isPending}
        error={records.error}
        onRetry={() => void records.refetch()}
        sort={sort}
        onSort={(next) => {
          setOwn({ sort: next, before: view.sort });
          onSort?.(next);
        }}
        onOpen={pick}
        foot={
          <>
            <span>{`${formatCount(hits.length)} of ${formatCount(totals.total)} records`}</span>
            <Spacer />
            {records.hasNextPage && (
              <button
                type="button"
                className={classes.more}
                disabled={records.isFetchingNextPage}
                onClick={() => void records.fetchNextPage()}
              >
                {records.isFetchingNextPage ? 'Loading' : 'Load more'}
              </button>
            )}
          </>
        }
      />
    </div>
  );
}

function columnOf(
  column: ViewColumn,
  totals: ResultTable,
  hits: readonly HitAnswer[],
): ReturnType<typeof recordColumn> {
  const { field, total } = column;
  const at = totals.metrics.findIndex(({ id }) => id === totalId(field));
  const words = figureWords(totals.metrics[at], totals.rows[0]?.figures[at]);
  return {
    ...recordColumn({ ...column, day: holdsDays(column, hits) }),
    ...(total && { total: `${TOTAL_WORDS[total]} ${words}` }),
  };
}

interface Pointed {
  readonly x: number;
  readonly y: number;
  /** Column of the cell. */
  readonly at: number;
}

function pointedAt({ target, clientX, clientY }: React.PointerEvent): Pointed | null {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const row = cell?.closest('[data-row]');
  return cell && row ? { x: clientX, y: clientY, at: [...row.children].indexOf(cell) } : null;
}

/** Where a menu opens that was asked for by a key. */
function focusedRow(): Pointed {
  const { left = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
  return { x: left + 16, y: bottom, at: 0 };
}

/** The record, and the filter by the value pointed at where it is one that records can be filtered by. */
function pickedOf(hit: HitAnswer, column: ViewColumn): Omit<Picked, 'x' | 'y'> {
  const { field, value_type, label = field } = column;
  const value = valueAt(hit, field);
  const chosen =
    value_type === ValueType.Keyword || value_type === ValueType.Boolean || isNumberType(value_type)
      ? value
      : undefined;
  if (typeof chosen !== 'string' && typeof chosen !== 'number' && typeof chosen !== 'boolean')
    return { label: 'Record', pills: [], record: hit._id };
  const words = valueWords(column, hit);
  return { label: `${label} ${words}`, pills: [{ field, operator: 'is', value: chosen }], record: hit._id };
}
