import type { Batch } from '@datasarana/client';
import { Progress } from '@mantine/core';
import { Panel } from '../../design/index.ts';
import classes from './imports.module.css';
import { sayPhase, sayProgress, shareOf } from './progress.ts';

/** Phase, rows, rate and time left of a batch that runs. */
export function BatchProgress({ batch }: { readonly batch: Batch }) {
  return (
    <Panel label="Progress" padded>
      <div className={classes.progress} role="status">
        <span>{sayPhase(batch)}</span>
        <span>{sayProgress(batch)}</span>
      </div>
      <Progress value={shareOf(batch)} aria-label="Share of the import that is done" />
      <p className={classes.note}>
        The import goes on when this page is closed. The bell in the top bar shows how far it is, and tells its end.
      </p>
    </Panel>
  );
}
