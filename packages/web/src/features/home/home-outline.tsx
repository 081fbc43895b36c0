import { GhostActions, LoadingRows, Outline, Page, PageHeader, Panel } from '../../design/index.ts';
import { usePlace } from '../../shell/place.ts';
import { CountStrip } from './count-strip.tsx';
import classes from './home-screen.module.css';

const IMPORT = [128];
const FIGURES = ['1', '2', '3', '4', '5'].map(() => ({ label: '', value: '', note: '' }));

/** The overview until its code is there. */
export function HomeOutline() {
  return (
    <Outline>
      <Page>
        <PageHeader title={usePlace().tenant} primary={<GhostActions widths={IMPORT} />} />
        <CountStrip tiles={FIGURES} />
        <div className={classes.columns}>
          <Panel title="Continue">
            <LoadingRows rows={5} height={44} />
          </Panel>
          <Panel title="Health">
            <LoadingRows rows={5} height={32} />
          </Panel>
        </div>
      </Page>
    </Outline>
  );
}
