import { useCallback, useMemo } from 'react';
import { Panel } from '../../design/index.ts';
import { ChartDrawing } from '../../views/ChartDrawing.tsx';
import { chartOption } from '../../views/chart-option.ts';
import type { ViewDefinition, ViewSearch } from '../../views/definition.ts';
import { resultTable } from '../../views/result-table.ts';
import { rangeOfBars } from '../../views/time/range-of-bars.ts';
import { useViewResult } from '../../views/use-view-result.ts';
import classes from './discover.module.css';
import { timeWords } from './discover-state.ts';
import { useHistogramView } from './use-discover.ts';

interface TimeHistogramProps {
  readonly template: string;
  /** Null: the search cannot be made. */
  readonly search: ViewSearch | null;
  readonly field: string;
  /** A click on a bar or a brush over some narrows the time to them. */
  readonly onRange: (range: string) => void;
}

/** Matches over time; its height never changes, so that nothing jumps while it loads. */
export function TimeHistogram({ template, search, field, onRange }: TimeHistogramProps) {
  const found = useHistogramView(template, search, field);
  const view = found === 'no dates' ? null : found;
  const time = timeWords(field);
  return (
    <Panel
      className={classes.histogram ?? ''}
      title={view ? `Documents per ${view.buckets[0]?.calendar ?? ''}` : 'Documents over time'}
      actions={<span>{time}</span>}
    >
      <div className={classes.bars}>
        {search === null && <p className={classes.topNote}>Drawn once the search is mended.</p>}
        {view && <Bars view={view} onRange={onRange} />}
        {found === 'no dates' && <p className={classes.topNote}>No document found has a value in {time}.</p>}
      </div>
    </Panel>
  );
}

function Bars({ view, onRange }: { readonly view: ViewDefinition; readonly onRange: TimeHistogramProps['onRange'] }) {
  const result = useViewResult(view, true);
  const table = useMemo(() => resultTable(view, result.data ?? EMPTY), [view, result.data]);
  const option = useCallback(
    (_still: boolean) => chartOption({ ...view, options: { legend: 'none' } }, table, true),
    [view, table],
  );
  const time = timeWords(view.buckets[0]?.field ?? '');
  if (result.error) return <p className={classes.topNote}>{result.error.message}</p>;
  if (!result.data) return null;
  if (table.rows.length === 0) return <p className={classes.topNote}>No document has a value in {time}.</p>;
  const narrow = (first: number, last: number): void => {
    const range = rangeOfBars(view, table, first, last);
    if (range) onRange(range);
  };
  return (
    <ChartDrawing
      option={option}
      label={`${table.rows.length} bars, ${table.total.toLocaleString('en')} documents over ${time}`}
      onClick={(click) => narrow(click.category, click.category)}
      onBrush={narrow}
    />
  );
}

const EMPTY = { took: 0, hits: { total: { value: 0, relation: 'eq' }, hits: [] } };
