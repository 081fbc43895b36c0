import { formatDocuments } from '../records/format.ts';
import { isCounted, type ViewDefinition, type ViewMetric } from './definition.ts';
import { figureWidth, MetricTile } from './MetricTile.tsx';
import { changeWords, previousPeriod } from './previous-period.ts';
import { metricLabel, type ResultTable, resultTable } from './result-table.ts';
import { useViewResult } from './use-view-result.ts';
import classes from './views.module.css';

/** The figures of a metric view; with a time range each says how it changed against the period before (VIS-13). */
export function Metrics({ view, table }: { readonly view: ViewDefinition; readonly table: ResultTable }) {
  const time = previousPeriod(view.search.time);
  const before = time ? { ...view, search: { ...view.search, time } } : view;
  const earlier = useViewResult(before, time !== null);
  const figures = earlier.data && resultTable(before, earlier.data).rows[0]?.figures;
  const [row] = table.rows;
  const changeOf = (at: number): string | undefined => {
    if (!time) return undefined;
    if (earlier.error) return 'the period before could not be read';
    // A space keeps the line, so that nothing moves when the answer is there.
    return figures ? changeWords(row?.figures[at] ?? null, figures[at] ?? null) : '\u00a0';
  };
  // beside figures of so many documents a count keeps the line, so that all stand at one height
  const ofCount = view.metrics.every(({ function: name }) => name === 'count') ? undefined : '\u00a0';
  const figureOf = (metric: ViewMetric, at: number) => ({
    figure: row?.figures[at] ?? null,
    unit: isCounted(metric) ? undefined : metric.unit,
    format: metric.format,
  });
  const widest = Math.max(...view.metrics.map((metric, at) => figureWidth(figureOf(metric, at))));
  return (
    <div className={classes.metrics}>
      {view.metrics.map((metric, at) => (
        <MetricTile
          key={metric.id}
          {...figureOf(metric, at)}
          widest={widest}
          label={view.metrics.length === 1 && metricLabel(metric) === view.title ? '' : metricLabel(metric)}
          note={metric.function === 'count' ? ofCount : `of ${formatDocuments(table.total)}`}
          change={changeOf(at)}
        />
      ))}
    </div>
  );
}
