import { Button } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { LoadingRows, Panel } from '../../design/index.ts';
import { part } from '../../part.tsx';
import type { ViewSearch } from '../../views/definition.ts';
import classes from './discover.module.css';
import { timeWords } from './discover-state.ts';
import { useHistogramView } from './use-discover.ts';

const loadBars = () => import('./time-bars.tsx');
const TimeBars = part(loadBars, (module) => module.TimeBars);

/** Height of what is drawn, px. */
const BARS = 100;

interface TimeHistogramProps {
  readonly template: string;
  /** Null: the search cannot be made. */
  readonly search: ViewSearch | null;
  readonly field: string;
  /** A click on a bar or a brush over some narrows the time to them. */
  readonly onRange: (range: string) => void;
  /** Whether the documents are there, or never will be: they go before what is drawn of them. */
  readonly next: boolean;
  /** Whether no document was found at all. */
  readonly none: boolean;
  /** What came in since the documents were shown; they stay until somebody asks. */
  readonly news: string | null;
  readonly onNews: () => void;
}

/** Matches over time; its height never changes, so that nothing jumps while it loads. */
export function TimeHistogram({ template, search, field, onRange, next, none, news, onNews }: TimeHistogramProps) {
  // They are on their way while the platform counts.
  useEffect(() => void (next && loadBars()), [next]);
  const found = useHistogramView(template, search, field);
  const view = found === 'no dates' ? null : found;
  const time = timeWords(field);
  return (
    <Panel
      className={classes.histogram ?? ''}
      title={view ? `Documents per ${view.buckets[0]?.calendar ?? ''}` : 'Documents over time'}
      actions={
        <>
          <span role="status" className={classes.news}>
            {news && (
              <Button size="xs" variant="light" onClick={onNews}>
                {news}: show
              </Button>
            )}
          </span>
          <span className={classes.histogramTime} title={time}>
            {time}
          </span>
        </>
      }
    >
      <div className={classes.bars}>
        {search === null && <p className={classes.topNote}>Drawn once the search is mended.</p>}
        {search !== null && !(view && next) && found !== 'no dates' && <LoadingRows rows={2} height={BARS / 2} />}
        {view && next && (
          <Suspense fallback={<LoadingRows rows={2} height={BARS / 2} />}>
            <TimeBars view={view} time={time} onRange={onRange} />
          </Suspense>
        )}
        {found === 'no dates' && (
          <p className={classes.topNote}>
            {search?.time
              ? 'Nothing in this time.'
              : none || field === '_ts'
                ? 'No document matches.'
                : `No document found has a value in ${time}.`}
          </p>
        )}
      </div>
    </Panel>
  );
}
