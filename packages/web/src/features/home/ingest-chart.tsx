import { LoadingRows, Panel } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import classes from './ingest-chart.module.css';
import { axisTop, type IngestDay } from './ingest-days.ts';

const shortDay = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });

const TITLE = 'Ingest, 30 days';

/** Keeps the chart's place until its figures are there. */
export const IngestLoading = () => (
  <Panel title={TITLE} className={classes.panel ?? ''}>
    <LoadingRows rows={6} />
  </Panel>
);

interface IngestChartProps {
  readonly days: readonly IngestDay[];
  /** Only rows of templates that are shared with the caller are counted. */
  readonly isShared: boolean;
  /** Set when only so many of the newest imports are counted, and there were more in these days. */
  readonly newest?: number | undefined;
}

/** Rows of the last thirty days by what became of them. */
export function IngestChart({ days, isShared, newest }: IngestChartProps) {
  const highest = Math.max(0, ...days.map(({ added, replaced, rejected }) => added + replaced + rejected));
  const { top, step } = axisTop(highest);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const total = days.reduce((sum, { added, replaced, rejected }) => sum + added + replaced + rejected, 0);
  const percent = (value: number) => `${(value / top) * 100}%`;
  return (
    <Panel
      title={
        <>
          {TITLE}
          {isShared && <span className="ds-meta"> of what is shared with you</span>}
          {newest !== undefined && <span className="ds-meta"> of the newest {formatCount(newest)} imports</span>}
        </>
      }
      className={classes.panel ?? ''}
      actions={
        <ul className={classes.legend}>
          <li data-part="added">Added</li>
          <li data-part="replaced">Replaced</li>
          <li data-part="rejected">Rejected</li>
        </ul>
      }
    >
      <div
        className={classes.chart}
        role="img"
        aria-label={`Rows a day over the last 30 days, ${formatCount(total)} in all, at most ${formatCount(highest)} on one day`}
      >
        <div className={classes.ticks} aria-hidden>
          <b>{formatCount(top)}</b>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: percent(tick) }}>
              {formatCount(tick)}
            </span>
          ))}
        </div>
        <div className={classes.plot} aria-hidden>
          {total === 0 && <p className={classes.none}>No rows came in during these days</p>}
          {ticks.map((tick) => (
            <i key={tick} className={classes.line} style={{ bottom: percent(tick) }} />
          ))}
          {days.map(({ day, added, replaced, rejected }, index) => (
            <div
              key={day}
              className={classes.day}
              title={`${shortDay(day)}: ${formatCount(added)} added, ${formatCount(replaced)} replaced, ${formatCount(rejected)} rejected`}
            >
              <i data-part="rejected" style={{ height: percent(rejected) }} />
              <i data-part="replaced" style={{ height: percent(replaced) }} />
              <i data-part="added" style={{ height: percent(added) }} />
              {index % 5 === 0 && <span>{shortDay(day)}</span>}
            </div>
          ))}
        </div>
      </div>
    </Panel>
  );
}
