import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { ErrorState, LoadingBlock } from '../design/states.tsx';
import { useSessionStore } from '../session/session-context.tsx';
import { ChartDrawing } from './ChartDrawing.tsx';
import { chartOption } from './chart-option.ts';
import { missingFor, type ViewDefinition } from './definition.ts';
import { MetricTile } from './MetricTile.tsx';
import { mapStyle, styleAddress } from './map/map-style.ts';
import { DEFAULT_ZOOM } from './map/zoom.ts';
import { ResultTableView } from './ResultTableView.tsx';
import { metricLabel, type ResultTable, resultTable } from './result-table.ts';
import { useMapResult, useViewResult } from './use-view-result.ts';
import classes from './views.module.css';

const MapDrawing = lazy(() => import('./map/MapDrawing.tsx').then((m) => ({ default: m.MapDrawing })));

export interface PickedBucket {
  readonly field: string;
  readonly value: string | number;
  readonly label: string;
}

interface ViewDrawingProps {
  readonly view: ViewDefinition;
  /** Told which bucket was clicked (VIS-16). */
  readonly onPick?: (bucket: PickedBucket) => void;
  readonly onOpen?: (id: string) => void;
  readonly minimal?: boolean;
}

/** Draws a view: the one switch from visual to renderer, used by designer and workspace alike. */
export function ViewDrawing(props: ViewDrawingProps) {
  const missing = missingFor(props.view);
  if (missing) return <div className={classes.message}>{missing}</div>;
  return props.view.visual === 'Map' ? <MapView {...props} /> : <ResultView {...props} />;
}

function ResultView({ view, onPick }: ViewDrawingProps) {
  const result = useViewResult(view, true);
  const table = useMemo(() => result.data && resultTable(view, result.data), [view, result.data]);
  if (result.error) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />;
  if (!table) return <LoadingBlock />;
  if (table.total === 0) return <div className={classes.message}>No document matches.</div>;
  if (view.visual === 'Metric') return <Metrics view={view} table={table} />;
  if (view.visual === 'Table') return <ResultTableView table={table} />;
  return <Chart view={view} table={table} {...(onPick && { onPick })} />;
}

function Metrics({ view, table }: { readonly view: ViewDefinition; readonly table: ResultTable }) {
  const [row] = table.rows;
  return (
    <div className={classes.metrics}>
      {view.metrics.map((metric, i) => (
        <MetricTile
          key={metric.id}
          label={view.metrics.length === 1 && metricLabel(metric) === view.title ? '' : metricLabel(metric)}
          figure={row?.figures[i] ?? null}
          unit={metric.unit}
          note={metric.function === 'count' ? undefined : `of ${table.total.toLocaleString('en')} documents`}
        />
      ))}
    </div>
  );
}

interface ChartProps {
  readonly view: ViewDefinition;
  readonly table: ResultTable;
  readonly onPick?: (bucket: PickedBucket) => void;
}

function Chart({ view, table, onPick }: ChartProps) {
  const option = useCallback((still: boolean) => chartOption(view, table, still), [view, table]);
  const first = view.buckets[0];
  const pick = (name: string): void => {
    const key = table.rows.find((row) => row.keys[0]?.label === name)?.keys[0];
    if (key && first) onPick?.({ field: first.field, value: key.value, label: key.label });
  };
  return <ChartDrawing option={option} label={describe(view, table)} onClick={(click) => pick(click.name)} />;
}

/** The drawing in one sentence, for those who do not see it. */
function describe(view: ViewDefinition, table: ResultTable): string {
  const by = view.buckets.map((bucket) => bucket.field).join(' and ');
  return `${view.visual} of ${view.metrics.map(metricLabel).join(', ')} by ${by}: ${table.rows.length} groups of ${table.total.toLocaleString('en')} documents`;
}

function MapView({ view, onOpen, minimal }: ViewDrawingProps) {
  const [zoom, setZoom] = useState(DEFAULT_ZOOM - 3);
  const result = useMapResult(view, zoom, true);
  const service = useSessionStore().config.maps_url;
  if (result.error) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />;
  const { data } = result;
  if (!data) return <LoadingBlock />;
  const note = `${data.documents.toLocaleString('en')} of ${data.total.toLocaleString('en')} documents${data.grid ? ', in grid cells' : ''}`;
  return (
    <Suspense fallback={<LoadingBlock />}>
      <MapDrawing
        data={data}
        label={`Map of ${view.point}: ${note}`}
        note={note}
        minimal={minimal === true}
        style={styleAddress(mapStyle(view.options.mapStyle), service)}
        onZoom={setZoom}
        {...(onOpen && { onOpen })}
      />
    </Suspense>
  );
}
