import { useCallback, useMemo } from 'react';
import { formatDocuments } from '../../records/format.ts';
import { ChartDrawing } from '../../views/ChartDrawing.tsx';
import { chartOption } from '../../views/chart-option.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { resultTable } from '../../views/result-table.ts';
import { rangeOfBars } from '../../views/time/range-of-bars.ts';
import { useViewResult } from '../../views/use-view-result.ts';
import classes from './time-bars.module.css';

interface TimeBarsProps {
  readonly view: ViewDefinition;
  /** The date field in words. */
  readonly time: string;
  /** A click on a bar or a brush over some narrows the time to them. */
  readonly onRange: (range: string) => void;
}

/** The bars of the histogram; apart from its frame, since charts weigh more than the rest of the screen. */
export function TimeBars({ view, time, onRange }: TimeBarsProps) {
  const result = useViewResult(view, true, 'discover');
  const table = useMemo(() => resultTable(view, result.data ?? EMPTY), [view, result.data]);
  const option = useCallback(
    (_still: boolean) => chartOption({ ...view, options: { legend: 'none' } }, table, true),
    [view, table],
  );
  if (result.error && !result.data) return <p className={classes.note}>{result.error.message}</p>;
  if (!result.data) return null;
  if (table.rows.length === 0) return <p className={classes.note}>No document has a value in {time}.</p>;
  const narrow = (first: number, last: number): void => {
    const range = rangeOfBars(table, first, last);
    if (range) onRange(range);
  };
  return (
    <div className={classes.drawn} data-former={result.isPlaceholderData || undefined}>
      <ChartDrawing
        option={option}
        label={`${table.rows.length} bars, ${formatDocuments(table.total)} over ${time}`}
        onClick={(click) => narrow(click.category, click.category)}
        onBrush={narrow}
      />
    </div>
  );
}

const EMPTY = { took: 0, hits: { total: { value: 0, relation: 'eq' }, hits: [] } };
