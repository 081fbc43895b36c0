import type { Batch } from '@datasarana/client';
import { Button, Progress } from '@mantine/core';
import { ScreenLink } from '../../../navigation.tsx';
import { useApi, useSession } from '../../../session/session-context.tsx';
import { batchName } from '../batch-name.ts';
import { sayPhase, sayProgress, shareOf } from '../progress.ts';
import { useCancelBatch } from '../use-cancel-batch.ts';
import classes from './running-list.module.css';

/** Imports that run: phase, rows of all, rate, time left, and the way to stop each. */
export function RunningList({
  batches,
  onLeave,
}: {
  readonly batches: readonly Batch[];
  readonly onLeave: () => void;
}) {
  return (
    <ul className={classes.list} aria-label="Running imports">
      {batches.map((batch) => (
        <RunningBatch key={batch.batch} batch={batch} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function RunningBatch({ batch, onLeave }: { readonly batch: Batch; readonly onLeave: () => void }) {
  const api = useApi();
  const { session } = useSession();
  const { batch: id, template_name = '', user, user_name = '' } = batch;
  const name = batchName(batch);
  const { asked, cancel } = useCancelBatch(id);
  return (
    <li>
      <div className={classes.head}>
        <ScreenLink to="toolkit.curation.batch" params={{ id }} className={classes.name} title={name} onClick={onLeave}>
          {name}
        </ScreenLink>
        <span>{`${Math.round(shareOf(batch))} %`}</span>
      </div>
      <Progress value={shareOf(batch)} size={4} aria-label={`Share of ${name} that is done`} />
      <p className={classes.said}>{[sayPhase(batch), sayProgress(batch)].filter((part) => part !== '').join(': ')}</p>
      <div className={classes.foot}>
        <span>{[`into ${template_name}`, user === session?.user.id ? '' : user_name].filter(Boolean).join(', ')}</span>
        {api.may('batch.cancel') && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${asked ? 'Cancelling' : 'Cancel'} ${name}`}
            disabled={asked}
            onClick={() => void cancel()}
          >
            {asked ? 'Cancelling…' : 'Cancel'}
          </Button>
        )}
      </div>
    </li>
  );
}
