import { LoadingRows, Page, PageHeader, Panel } from '../../design/index.ts';
import { NARROW, PHONE, useWindowIs } from '../../design/widths.ts';
import classes from './discover.module.css';
import ghosts from './discover-outline.module.css';

/** px of the buttons in the head and of Run, as they will be; those in the head have no icon on a phone. */
const ACTIONS: readonly number[] = [78, 60, 96, 93];
const ICON = 24;
const REFRESH = 100;
const RUN = 70;
/** Of the field list and of the table: about what a window shows. */
const ROWS = 16;

interface GhostProps {
  readonly className?: string | undefined;
  readonly width?: number;
}

const Ghost = ({ className = '', width }: GhostProps) => (
  <span aria-hidden className={`${ghosts.ghost} ${className}`} {...(width && { style: { width } })} />
);

/** Discover until its template is there: every part in its place, so that nothing moves when it comes. */
export function DiscoverOutline() {
  const narrow = useWindowIs(NARROW);
  const icon = useWindowIs(PHONE) ? 0 : ICON;
  return (
    <Page fill>
      <PageHeader title="Discover">
        {ACTIONS.map((width) => (
          <Ghost key={width} width={width + icon} className={ghosts.action} />
        ))}
      </PageHeader>
      <div className={classes.discover}>
        <div className={classes.bar}>
          <Ghost className={classes.source} />
          <Ghost className={classes.query} />
          <Ghost className={classes.dateField} />
          <Ghost className={classes.range} />
          <Ghost className={classes.refresh} width={REFRESH} />
          <Ghost width={RUN} />
        </div>
        <div className={classes.pills} />
        <div className={classes.panes}>
          {!narrow && (
            <div className={classes.fields}>
              <LoadingRows rows={ROWS} height={28} />
            </div>
          )}
          <div className={classes.main}>
            <Panel className={classes.histogram ?? ''} title="Documents over time">
              <div className={classes.bars} />
            </Panel>
            <Panel className={classes.documents ?? ''} label="Documents">
              <LoadingRows rows={ROWS} height={28} />
            </Panel>
          </div>
        </div>
      </div>
    </Page>
  );
}
