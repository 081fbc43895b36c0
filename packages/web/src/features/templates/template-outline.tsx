import { Ghost, GhostActions, GhostBadge, LoadingRows, Outline, Page, PageHeader, Panel } from '../../design/index.ts';
import { PHONE } from '../../design/widths.ts';
import classes from './templates.module.css';

/** px of Data, Undo and Save in the head, as they will be. */
const ACTIONS: readonly number[] = [84, 68, 92];
const DEPLOY = [116];
const STATE = 76;
const SAVED = 84;
/** Keeps the height of a line. */
const NOTHING = '\u00a0';
/** Of the list of fields: about what a window shows. */
const ROWS = 14;

/** The editor until its template is there: tabs, fields, the chosen one, its form. */
export function TemplateOutline() {
  return (
    <Outline>
      <Page fill>
        <PageHeader
          title="Template"
          crumbs={[{ label: 'Templates', to: 'toolkit.dev' }]}
          badge={<GhostBadge width={STATE} />}
          aside={<GhostBadge width={SAVED} />}
          primary={<GhostActions widths={DEPLOY} />}
        >
          <GhostActions widths={ACTIONS} />
        </PageHeader>
        <div className={classes.tabs}>
          <div className={classes.ghostTabs} />
          <div className={classes.tabPanel}>
            <div className={classes.editor}>
              <Panel label="Fields" className={classes.list ?? ''}>
                <div className={classes.listHead}>
                  <Ghost />
                  <Ghost width={86} />
                </div>
                <p className={classes.count}>{NOTHING}</p>
                <LoadingRows rows={ROWS} height={matchMedia(PHONE).matches ? 44 : 36} />
              </Panel>
              <Panel label="Field" className={classes.pane ?? ''}>
                <LoadingRows rows={ROWS} height={56} />
              </Panel>
              <Panel title="Form preview" className={classes.preview ?? ''}>
                <LoadingRows rows={ROWS} height={56} />
              </Panel>
            </div>
          </div>
        </div>
      </Page>
    </Outline>
  );
}
