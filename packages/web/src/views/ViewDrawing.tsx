import type { FilterPill } from '@datasarana/query';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { ErrorState } from '../design/states.tsx';
import { useGo } from '../navigation.tsx';
import { part } from '../part.tsx';
import { formatCount, formatDocuments } from '../records/format.ts';
import { useSessionStore } from '../session/session-context.tsx';
import { type ChartClick, ChartDrawing } from './ChartDrawing.tsx';
import { chartOption } from './chart-option.ts';
import { hasWords, listsRecords, standsOut, type ViewDefinition, type ViewSort, visualWords } from './definition.ts';
import { DrawingOutline } from './drawing-outline.tsx';
import { useLiveRows } from './live-rows.ts';
import { Metrics } from './Metrics.tsx';
import type { Bounds } from './map/bounds.ts';
import { mapStyle, styleAddress } from './map/map-style.ts';
import { missingFor } from './missing.ts';
import { PickMenu } from './pick-menu.tsx';
import { type Picked, pillsOf, recordAddress } from './picked.ts';
import { ResultTableView } from './ResultTableView.tsx';
import { clockWords } from './refresh/use-refresh.ts';
import { remarksOn } from './remarks.ts';
import type { ResultRow } from './result-row.ts';
import { metricLabel, type ResultTable, resultTable } from './result-table.ts';
import { pathLabel, rowAt } from './row-at.ts';
import { SlowSearch } from './slow-search.tsx';
import { rangeOfBars, timeAxis } from './time/range-of-bars.ts';
import type { RangeText } from './time/time-range.ts';
import { undrawable } from './undrawable.ts';
import { isUnreachable, resultKey, useMapResult, useViewResult } from './use-view-result.ts';
import classes from './views.module.css';

const FreeDrawing = part(
  () => import('./FreeDrawing.tsx'),
  (module) => module.FreeDrawing,
);
const RecordTable = part(
  () => import('./records/RecordTable.tsx'),
  (module) => module.RecordTable,
);
const MapDrawing = part(
  () => import('./map/MapDrawing.tsx'),
  (module) => module.MapDrawing,
);

interface ViewDrawingProps {
  readonly view: ViewDefinition;
  /** Stands where records of a template would be drawn that is gone or not shared with the viewer. */
  readonly notShared: ReactNode;
  /** Says why documents that match draw nothing; the words given are ours. */
  readonly withoutValues: (words: string) => ReactNode;
  /** Takes filters for the group that was clicked, or against it (VIS-16). */
  readonly onFilter?: (pills: readonly FilterPill[]) => void;
  /** Takes the time somebody brushed over, where time lies along the axis. */
  readonly onRange?: (range: RangeText) => void;
  /** Takes the order of a table of records; it orders itself when nobody does. */
  readonly onSort?: (sort: ViewSort) => void;
  /** A tile too small for a map's controls and names (VIS-08). */
  readonly minimal?: boolean;
  /** Stays as it is when records change, until somebody asks (VIS-17). */
  readonly held?: boolean;
}

/** Draws a view: the one switch from visual to renderer, used by designer and workspace alike. */
export function ViewDrawing(props: ViewDrawingProps) {
  const missing = missingFor(props.view);
  useLiveRows(props.held || missing ? undefined : props.view.dataset);
  if (missing) return <div className={classes.message}>{missing}</div>;
  return props.view.visual === 'Map' ? <MapView {...props} /> : <ResultView {...props} />;
}

/** What was pointed at, and the menu of what can be done with it. */
function usePicking({ view, onFilter }: ViewDrawingProps) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const menu = picked && <PickMenu view={view} picked={picked} onFilter={onFilter} onClose={() => setPicked(null)} />;
  return { menu, setPicked };
}

function ResultView(props: ViewDrawingProps) {
  const { view, notShared, withoutValues, onRange, onSort } = props;
  const result = useViewResult(view, true);
  const table = useMemo(() => result.data && resultTable(view, result.data), [view, result.data]);
  const { menu, setPicked } = usePicking(props);
  if (isUnreachable(result.error)) return notShared;
  if (result.error && !table) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />;
  if (!table) return <Coming view={view} queryKey={resultKey(view)} />;
  const stale = result.error ? [`As of ${clockWords(result.dataUpdatedAt)}: ${result.error.message}`] : [];
  const remarks = [...stale, ...(result.data ? remarksOn(view, table, result.data) : [])];
  if (view.visual === 'Metric')
    return (
      <Remarked remarks={remarks}>
        <Metrics view={view} table={table} />
      </Remarked>
    );
  if (table.total === 0) return <NothingFound />;
  if (listsRecords(view))
    return (
      <Remarked remarks={remarks}>
        <Suspense fallback={<DrawingOutline visual={view.visual} />}>
          <RecordTable view={view} totals={table} onPick={setPicked} {...(onSort && { onSort })} />
        </Suspense>
        {menu}
      </Remarked>
    );
  if (table.rows.length === 0) return <div className={classes.message}>{withoutValues(nothingGrouped(view))}</div>;
  const cannot = undrawable(view, table);
  if (cannot) return <div className={classes.message}>{withoutValues(cannot)}</div>;
  const pick = (row: ResultRow, x: number, y: number): void => {
    setPicked({ label: pathLabel(row), pills: pillsOf(table, row), x, y });
  };
  return (
    <>
      <Remarked remarks={remarks}>
        {view.visual === 'Table' ? (
          <ResultTableView table={table} onPick={pick} />
        ) : (
          <Chart view={view} table={table} onPick={pick} onRange={timeAxis(view) === null ? undefined : onRange} />
        )}
      </Remarked>
      {menu}
    </>
  );
}

/** A drawing that is searched for. */
const Coming = ({ view, queryKey }: Pick<ViewDrawingProps, 'view'> & { readonly queryKey: QueryKey }) => (
  <div className={classes.remarked}>
    <div className={classes.drawn}>
      <DrawingOutline visual={view.visual} />
    </div>
    <SlowSearch queryKey={queryKey} />
  </div>
);

const nothingIn = (field: string | undefined): string => `No document found has a value in ${field}.`;

const NothingFound = () => <div className={classes.message}>No document matches.</div>;

/** A drawing, and below it what it leaves out or cannot promise (QRY-24). */
function Remarked({ remarks, children }: { readonly remarks: readonly string[]; readonly children: ReactNode }) {
  const words = remarks.join('. ');
  return (
    <div className={classes.remarked}>
      <div className={classes.drawn}>{children}</div>
      {words !== '' && (
        <p className={classes.remark} title={words}>
          {words}
        </p>
      )}
    </div>
  );
}

/** Why documents that match make no group. */
const nothingGrouped = ({ buckets: [first], search }: ViewDefinition): string => {
  if (!first || !standsOut(first)) return nothingIn(first?.field);
  const all = search.text.trim() === '' && search.filters.length === 0 && !search.time;
  return all
    ? `Nothing in ${first.field} stands out while all documents are looked at. Search or filter: what is usual there and rare elsewhere is drawn.`
    : `Nothing in ${first.field} stands out among the documents found.`;
};

interface ChartProps {
  readonly view: ViewDefinition;
  readonly table: ResultTable;
  readonly onPick: (row: ResultRow, x: number, y: number) => void;
  readonly onRange: ((range: RangeText) => void) | undefined;
}

function Chart({ view, table, onPick, onRange }: ChartProps) {
  const option = useCallback((still: boolean) => chartOption(view, table, still), [view, table]);
  const pick = (click: ChartClick): void => {
    const row = rowAt(view, table, click);
    if (row) onPick(row, click.x, click.y);
  };
  const brush = (first: number, last: number): void => {
    const range = rangeOfBars(table, first, last);
    if (range) onRange?.(range);
  };
  const label = describe(view, table);
  const [first] = view.buckets;
  const byName = (view.visual === 'Vertical Bar' || view.visual === 'Heatmap') && first && hasWords(first);
  const named = byName ? new Set(table.rows.map(({ keys: [key] }) => key?.value)).size : undefined;
  if (view.visual !== 'Heatmap' && view.visual !== 'WordCloud')
    return <ChartDrawing option={option} named={named} label={label} onClick={pick} onBrush={onRange && brush} />;
  return (
    <Suspense fallback={<DrawingOutline visual={view.visual} />}>
      <FreeDrawing view={view} table={table} named={named} label={label} onClick={pick} />
    </Suspense>
  );
}

/** The drawing in one sentence, for those who do not see it. */
function describe(view: ViewDefinition, table: ResultTable): string {
  const by = view.buckets.map((bucket) => bucket.field).join(' and ');
  const groups = `${formatCount(table.rows.length)} ${table.rows.length === 1 ? 'group' : 'groups'}`;
  return `${visualWords(view.visual)} of ${view.metrics.map(metricLabel).join(', ')} by ${by}: ${groups} of ${formatDocuments(table.total)}`;
}

function MapView({ view, notShared, minimal }: ViewDrawingProps) {
  const go = useGo();
  // all of it until somebody moved the map
  const [sight, setSight] = useState<Bounds | null>(null);
  const result = useMapResult(view, sight);
  const service = useSessionStore().config.maps_url;
  const { data } = result;
  if (isUnreachable(result.error)) return notShared;
  if (result.error && !data) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />;
  if (!data) return <Coming view={view} queryKey={['map', view.dataset]} />;
  if (data.total === 0 && !view.shapes) return <NothingFound />;
  if (data.documents === 0 && !sight) return <div className={classes.message}>{nothingIn(view.point)}</div>;
  const note = `${formatCount(data.documents)} of ${formatDocuments(data.total)}${data.grid ? ', in grid cells' : ''}${view.shapes && data.documents < data.total ? ': go closer for the others' : ''}`;
  return (
    <Suspense fallback={<DrawingOutline visual={view.visual} />}>
      <MapDrawing
        data={data}
        label={`Map of ${view.point}: ${note}`}
        note={note}
        minimal={minimal === true}
        style={styleAddress(mapStyle(view.options.mapStyle), service)}
        onMove={setSight}
        onOpen={(id) => go('toolkit.analytic.discover', { search: recordAddress(view, id) })}
      />
    </Suspense>
  );
}
