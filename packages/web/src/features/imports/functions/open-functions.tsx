import { Suspense } from 'react';
import { dialogs, LoadingBlock } from '../../../design/index.ts';
import { part } from '../../../part.tsx';
import type { ApplyFunctions, ColumnPlan, SampledRows } from '../plan.ts';

// The functions bring an engine of regular expressions and hashes, which nobody needs who changes no value.
const ColumnFunctions = part(
  () => import('./column-functions.tsx'),
  (module) => module.ColumnFunctions,
);

/** Opens the functions of a column; `onApply` is told the new list. */
export function openFunctions(plan: ColumnPlan, sampled: SampledRows, onApply: ApplyFunctions): void {
  void dialogs.fill(
    `Change values of ${plan.column}`,
    (close) => (
      <Suspense fallback={<LoadingBlock height={420} />}>
        <ColumnFunctions
          plan={plan}
          sampled={sampled}
          onCancel={close}
          onApply={(transforms, guess) => {
            onApply(transforms, guess);
            close();
          }}
        />
      </Suspense>
    ),
    'two panes',
  );
}
