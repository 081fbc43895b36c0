import type { Batch } from '@datasarana/client';
import type { ReactNode } from 'react';
import { sayPhase, sayProgress, shareOf } from './progress.ts';
import { RowsProgress } from './rows-progress.tsx';

/** Phase, rows, rate and time left of a batch that runs. */
export const BatchProgress = ({ batch, action }: { readonly batch: Batch; readonly action?: ReactNode }) => (
  <RowsProgress
    phase={sayPhase(batch)}
    counts={sayProgress(batch)}
    share={shareOf(batch)}
    label="Share of the import that is done"
    note="The import goes on when this page is closed. The bell in the top bar shows how far it is, and tells its end."
    action={action}
  />
);
