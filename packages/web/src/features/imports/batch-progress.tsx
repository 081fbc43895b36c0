import type { Batch } from '@datasarana/client';
import { sayPhase, sayProgress, shareOf } from './progress.ts';
import { RowsProgress } from './rows-progress.tsx';

/** Phase, rows, rate and time left of a batch that runs. */
export const BatchProgress = ({ batch }: { readonly batch: Batch }) => (
  <RowsProgress
    phase={sayPhase(batch)}
    counts={sayProgress(batch)}
    share={shareOf(batch)}
    label="Share of the import that is done"
    note="The import goes on when this page is closed. The bell in the top bar shows how far it is, and tells its end."
  />
);
