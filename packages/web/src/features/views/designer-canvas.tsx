import type { FilterPill } from '@datasarana/query';
import { Button, SegmentedControl } from '@mantine/core';
import { IconChartBar, IconCode, IconTable } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { ErrorState, LoadingBlock, Panel } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { formatDocuments, formatTook } from '../../records/format.ts';
import { listsRecords, type ViewDefinition, type ViewSort } from '../../views/definition.ts';
import { ResultTableView } from '../../views/ResultTableView.tsx';
import { HELD, secondsOf } from '../../views/refresh/refresh-rates.ts';
import { clockWords } from '../../views/refresh/use-refresh.ts';
import { resultTable } from '../../views/result-table.ts';
import { timeAxis } from '../../views/time/range-of-bars.ts';
import { boundsOf, type RangeText } from '../../views/time/time-range.ts';
import { isUnreachable, useViewResult } from '../../views/use-view-result.ts';
import { ViewDrawing } from '../../views/ViewDrawing.tsx';
import { NotShared } from '../templates/not-shared.tsx';
import { QueryText } from './query-text.tsx';
import { ViewDownload } from './view-download.tsx';
import classes from './views.module.css';
import { WithoutValues } from './without-values.tsx';

const MODES = ['chart', 'data', 'query'] as const;
type Mode = (typeof MODES)[number];

interface CanvasProps {
  readonly view: ViewDefinition;
  /** The records have a point or a shape. */
  readonly hasPlace: boolean;
  readonly onChange: (view: ViewDefinition) => void;
}

/** The drawing, the rows behind it or the generated query; one button cycles the three (VIS-03, VIS-15). */
export function DesignerCanvas({ view, hasPlace, onChange }: CanvasProps) {
  const [mode, setMode] = useState<Mode>('chart');
  const drawing = useRef<HTMLDivElement>(null);
  const [{ every }] = useAddress();
  const held = secondsOf(every) === HELD;
  const cycle = (): void => setMode(MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'chart');
  const filterBy = (pills: readonly FilterPill[]): void =>
    onChange({ ...view, search: { ...view.search, filters: [...view.search.filters, ...pills] } });
  const order = (sort: ViewSort): void => onChange({ ...view, sort });
  const instead = {
    notShared: <NotShared template={view.dataset} />,
    withoutValues: (words: string) => <WithoutValues view={view} words={words} />,
  };
  const lookAt = (range: RangeText): void => {
    const field = timeAxis(view);
    if (field) onChange({ ...view, search: { ...view.search, time: { field, ...boundsOf(range) } } });
  };
  return (
    <Panel
      className={classes.canvas ?? ''}
      title={
        <SegmentedControl
          size="xs"
          aria-label="What to show"
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          data={[
            { value: 'chart', label: <ModeLabel icon={<IconChartBar size={14} />} text="Chart" /> },
            { value: 'data', label: <ModeLabel icon={<IconTable size={14} />} text="Data" /> },
            { value: 'query', label: <ModeLabel icon={<IconCode size={14} />} text="Query" /> },
          ]}
        />
      }
      actions={
        <>
          <Figures view={view} />
          <ViewDownload view={view} drawing={drawing} hasPlace={hasPlace} />
          <Button size="xs" variant="default" className={classes.cycle ?? ''} onClick={cycle}>
            Next mode
          </Button>
        </>
      }
    >
      <div ref={drawing} className={classes.drawing}>
        {mode === 'chart' && (
          <ViewDrawing view={view} {...instead} onFilter={filterBy} onRange={lookAt} onSort={order} held={held} />
        )}
        {mode === 'data' &&
          (listsRecords(view) ? (
            <ViewDrawing view={view} {...instead} onFilter={filterBy} onSort={order} held={held} />
          ) : (
            <Rows view={view} />
          ))}
        {mode === 'query' && <QueryText view={view} onChange={onChange} />}
      </div>
    </Panel>
  );
}

const ModeLabel = ({ icon, text }: { readonly icon: React.ReactNode; readonly text: string }) => (
  <span className={classes.modeLabel}>
    {icon}
    {text}
  </span>
);

function Figures({ view }: { readonly view: ViewDefinition }) {
  const { data, dataUpdatedAt, isPlaceholderData } = useViewResult(view, view.dataset !== '');
  return (
    <span className={classes.figures}>
      {isPlaceholderData
        ? 'Searching'
        : data &&
          `${formatDocuments(data.hits.total.value)}, ${formatTook(data.took)}, at ${clockWords(dataUpdatedAt)}`}
    </span>
  );
}

function Rows({ view }: { readonly view: ViewDefinition }) {
  const result = useViewResult(view, true);
  const table = useMemo(() => result.data && resultTable(view, result.data), [view, result.data]);
  if (isUnreachable(result.error)) return <NotShared template={view.dataset} />;
  if (result.error) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />;
  return table ? <ResultTableView table={table} /> : <LoadingBlock />;
}
