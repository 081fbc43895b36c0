import type { Batch } from '@datasarana/client';
import { Button } from '@mantine/core';
import { IconFileSearch, IconFileUpload, IconListDetails, IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ErrorState, LedgerStrip, Panel } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { formatCount, formatTook } from '../../records/format.ts';
import { useLeaveGuard } from '../../records/use-leave-guard.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { useBatch } from './batch-calls.ts';
import { BatchProgress } from './batch-progress.tsx';
import { BatchRows } from './batch-rows.tsx';
import { ErrorRows } from './error-rows.tsx';
import { ImportFrame } from './import-frame.tsx';
import classes from './imports.module.css';
import type { ImportPlan } from './plan.ts';
import { useWatched } from './running/use-watched.ts';
import { Sending } from './sending.tsx';
import { ShortRowsNote } from './short-rows.tsx';
import { Stopped } from './stopped.tsx';
import { isCutOff, useSentAgain } from './use-line.ts';
import { useLoad } from './use-load.ts';

interface StepLoadProps {
  readonly plan: ImportPlan;
  readonly template: TemplateRecord;
  /** Id of the file as the dry run left it on the platform: it need not be sent again. */
  readonly kept: string | undefined;
  readonly onAnother: () => void;
}

/** Sends the rows, follows the batch until its ledger stands, and says what to do next. */
export function StepLoad({ plan, template, kept, onAnother }: StepLoadProps) {
  const { sent, batchId, error, cancelled, cancelling, unkept, cancel, sendAgain, startAnew } = useLoad(
    plan,
    template.id,
    kept,
  );
  const waits = useSentAgain(error, sendAgain);
  const batch = useBatch(batchId);
  useWatched(batchId);
  const go = useGo();
  const cache = useQueryClient();
  const done = batch.data?.state === 'done';
  useEffect(() => {
    if (done)
      for (const key of ['batches', 'view', 'map', 'discover', 'stats'])
        void cache.invalidateQueries({ queryKey: [key] });
  }, [done, cache]);
  const stopped = !done && (cancelled || batch.data?.state === 'cancelled');
  const failure = error ?? (batch.data?.state === 'failed' ? new Error(batch.data.reason ?? 'The batch failed') : null);
  // the import goes on without this page: a line that is gone hides only how far it is, and the banner tells of that
  const unseen = batch.error && !isCutOff(batch.error) ? batch.error : null;
  const isOn = !done && !failure && !unseen && !stopped;
  const stop = (
    <CancelLoad
      cancelling={cancelling}
      disabled={kept !== undefined && batchId === null}
      onCancel={() => void cancel()}
    />
  );
  useLeaveGuard({
    dirty: () => isOn && kept === undefined && batchId === null,
    what: {
      title: `Stop sending ${plan.file.name}?`,
      text: 'The file is still on its way: nothing of it would be written.',
      action: 'Stop sending',
    },
    stays: () => false,
  });
  return (
    <ImportFrame
      step="load"
      done={done}
      title={plan.file.name}
      into={template.name}
      actions={
        done && (
          <>
            <Button variant="default" leftSection={<IconFileUpload size={16} />} onClick={onAnother}>
              Import another file
            </Button>
            <Button
              variant="default"
              leftSection={<IconListDetails size={16} />}
              onClick={() => go('toolkit.curation.batch', { params: { id: batch.data?.batch ?? '' } })}
            >
              {batch.data?.rejected ? 'Fix rejected rows' : 'Open the batch'}
            </Button>
          </>
        )
      }
      primary={
        done && (
          <Button
            variant="filled"
            leftSection={<IconFileSearch size={16} />}
            onClick={() => go('toolkit.analytic.discover', { search: { template: template.id } })}
          >
            Search the rows
          </Button>
        )
      }
    >
      {unkept !== null && <UnkeptRecipe cause={unkept} />}
      {failure !== null && (
        <Stopped what="import" error={failure} waits={waits} again={sendAgain} onAnother={onAnother} />
      )}
      {failure === null && unseen !== null && (
        <ErrorState
          error={unseen}
          title="How far the import is could not be read"
          onRetry={() => void batch.refetch()}
        />
      )}
      {stopped && <Cancelled batch={batch.data ?? null} onAgain={startAnew} />}
      {isOn && batch.data && <BatchProgress batch={batch.data} action={stop} />}
      {isOn && !batch.data && (
        <Sending
          sent={sent}
          size={kept === undefined ? plan.file.size : 0}
          then="Making it safe on disk"
          note="Keep this page open until the file is sent; after that the import goes on without it."
          action={stop}
        />
      )}
      {done && batch.data && <Result batch={batch.data} template={template} />}
    </ImportFrame>
  );
}

interface CancelLoadProps {
  readonly cancelling: boolean;
  readonly disabled: boolean;
  readonly onCancel: () => void;
}

const CancelLoad = ({ cancelling, disabled, onCancel }: CancelLoadProps) => (
  <Button leftSection={<IconPlayerStop size={16} />} disabled={cancelling || disabled} onClick={onCancel}>
    {cancelling ? 'Cancelling…' : 'Cancel'}
  </Button>
);

/** The rows go in all the same: the next file of these columns asks what this one asked. */
const UnkeptRecipe = ({ cause }: { readonly cause: unknown }) => (
  <p className={classes.offer} role="status">
    The fields and functions of these columns could not be kept for the next file like this:{' '}
    {cause instanceof Error ? cause.message : 'the platform did not say why'}
  </p>
);

interface ResultProps {
  readonly batch: Batch;
  readonly template: TemplateRecord;
}

/** The counts, what was refused and why, and the records as they stand now. */
function Result({ batch, template }: ResultProps) {
  const { rejected, errors } = batch;
  return (
    <>
      <LedgerStrip counts={batch} readNote={`in ${formatTook(batch.took)}`} note="Written and searchable" />
      <ShortRowsNote short={batch.short} />
      {rejected > 0 && (
        <Panel
          title={`Rejected ${formatCount(rejected)}`}
          actions={rejected > errors.length ? `first ${errors.length} reasons, all in the batch` : undefined}
        >
          <ErrorRows errors={errors} source={batch.source} />
        </Panel>
      )}
      <BatchRows batch={batch} items={template.items} />
    </>
  );
}

function Cancelled({ batch, onAgain }: { readonly batch: Batch | null; readonly onAgain: () => void }) {
  const written = batch ? batch.accepted + batch.replaced : 0;
  return (
    <Panel label="Cancelled" padded>
      <p className={classes.outcome}>
        {written === 0
          ? 'The import was cancelled. Nothing was written.'
          : `The import was cancelled after ${formatCount(written)} rows were written.`}
      </p>
      <Button onClick={onAgain}>Start again</Button>
    </Panel>
  );
}
