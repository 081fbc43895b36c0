import { Ghost, GhostActions, LoadingRows, Outline, Page, PageHeader, Panel } from '../../design/index.ts';
import { NARROW, PHONE, useWindowIs } from '../../design/widths.ts';
import classes from './discover.module.css';

/** px of the buttons in the head, of Run and of what stands below it on a phone, as they will be. */
const ACTIONS: readonly number[] = [102, 84, 120, 117];
const ICONS: readonly number[] = [1, 2, 3, 4];
const REFRESH = 100;
const RUN = 70;
const PHONE_TOOLS = { refresh: 66, fields: 88, filter: 80 } as const;
/** Of the field list and of the table: about what a window shows. */
const ROWS = 16;

/** Discover until its template is there: every part in its place, so that nothing moves when it comes. */
export function DiscoverOutline() {
  const narrow = useWindowIs(NARROW);
  const phone = useWindowIs(PHONE);
  return (
    <Outline>
      <Page fill>
        <PageHeader title="Discover">{!phone && <GhostActions widths={ACTIONS} />}</PageHeader>
        <div className={classes.discover}>
          <div className={classes.barRoom}>
            <div className={classes.bar}>
              <Ghost className={classes.source} />
              {phone && (
                <div className={classes.barActions}>
                  {ICONS.map((icon) => (
                    <Ghost key={icon} className={classes.barIcon} />
                  ))}
                </div>
              )}
              <Ghost className={classes.query} />
              {!phone && (
                <>
                  <Ghost className={classes.dateField} />
                  <Ghost className={classes.range} />
                  <Ghost className={classes.refresh} width={REFRESH} />
                </>
              )}
              <Ghost width={RUN} />
            </div>
          </div>
          <div className={classes.pills}>
            {phone && (
              <>
                <Ghost className={classes.range} />
                <Ghost className={classes.refresh} width={PHONE_TOOLS.refresh} />
                <Ghost className={classes.pillTool} width={PHONE_TOOLS.fields} />
                <Ghost className={classes.pillTool} width={PHONE_TOOLS.filter} />
              </>
            )}
          </div>
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
    </Outline>
  );
}
