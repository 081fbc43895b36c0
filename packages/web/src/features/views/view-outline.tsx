import { Ghost, GhostActions, LoadingRows, Outline, Page, PageHeader, Panel } from '../../design/index.ts';
import classes from './views.module.css';

const NAME = 200;
const SAVE = [116];
/** px of how live it is, and of Share. */
const ACTIONS: readonly number[] = [64, 74];
const ROWS = 16;

/** The designer until its view is there: data, drawing, settings. */
export function ViewOutline({ title }: { readonly title: string }) {
  return (
    <Outline>
      <Page fill>
        <PageHeader
          title={title}
          crumbs={[{ label: 'Views', to: 'toolkit.analytic.views' }]}
          primary={<GhostActions widths={SAVE} />}
        >
          <Ghost className={classes.name} width={NAME} />
          <GhostActions widths={ACTIONS} />
        </PageHeader>
        <div className={classes.designer}>
          <Panel label="Data of the view" className={classes.tree ?? ''}>
            <LoadingRows rows={ROWS} />
          </Panel>
          <Panel title="Drawing" className={classes.canvas ?? ''}>
            <div className={classes.drawing} />
          </Panel>
          <Panel title="Adjust" className={classes.adjust ?? ''}>
            <LoadingRows rows={ROWS} />
          </Panel>
        </div>
      </Page>
    </Outline>
  );
}
