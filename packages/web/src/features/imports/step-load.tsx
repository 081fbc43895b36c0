import type { Batch } from '@datasarana/client';
import { Button } from '@mantine/core';
import { IconFileSearch, IconFileUpload, IconListDetails, IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorState, LedgerStrip, notifyFailure, Panel } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { formatCount, formatTook } from '../../records/format.ts';
import { newRequestId, useApi, useSession } from '../../session/index.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { useBatch } from './batch-calls.ts';
import { BatchProgress } from './batch-progress.tsx';
import { BatchRows } from './batch-rows.tsx';
import { ErrorRows } from './error-rows.tsx';
import { ImportFrame } from './import-frame.tsx';
import classes from './imports.module.css';
import type { ImportPlan } from './plan.ts';
import { keepRecipe, recipeOf } from './recipes.ts';
import { followed } from './running/followed.ts';
import { useWatched } from './running/use-watched.ts';
import { Sending } from './sending.tsx';
import { ShortRowsNote } from './short-rows.tsx';
import { Stopped } from './stopped.tsx';
import { uploadPlan } from './upload-plan.ts';
import { isCutOff, useSentAgain } from './use-line.ts';

interface StepLoadProps {
  readonly plan: ImportPlan;
  readonly template: TemplateRecord;
  /** Id of the file as the dry run left it on the platform: it need not be sent again. */
  readonly kept: string | undefined;
  readonly onAnother: () => void;
}

/** Sends the rows, follows the batch until its ledger stands, and says what to do next. */
export function StepLoad({ plan, template, kept, onAnother }: StepLoadProps) {
  const { sent, batchId, error, cancelled, unkept, cancel, sendAgain, startAnew } = useLoad(plan, template.id, kept);
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
  return (
    <ImportFrame
      step="load"
      done={done}
      title={plan.file.name}
      into={template.name}
      actions={
        done ? (
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
        ) : (
          !failure &&
          !stopped && (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} />}
              disabled={kept !== undefined && batchId === null}
              onClick={cancel}
            >
              Cancel
            </Button>
          )
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
      {isOn && batch.data && <BatchProgress batch={batch.data} />}
      {isOn && !batch.data && (
        <Sending
          sent={sent}
          size={kept === undefined ? plan.file.size : 0}
          then="Making it safe on disk"
          note="Keep this page open until the file is sent; after that the import goes on without it."
        />
      )}
      {done && batch.data && <Result batch={batch.data} template={template} />}
    </ImportFrame>
  );
}

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

interface LoadState {
  readonly sent: number;
  readonly batchId: string | null;
  readonly error: unknown;
  readonly cancelled: boolean;
  /** Why the choices of the columns are not kept for the next file like this. */
  readonly unkept: unknown;
}

const START: LoadState = { sent: 0, batchId: null, error: null, cancelled: false, unkept: null };

function useLoad(plan: ImportPlan, template: string, kept: string | undefined) {
  const api = useApi();
  const user = useSession().session?.user.id;
  const [state, setState] = useState<LoadState>(START);
  // What may have arrived though no answer came is sent as the same request, which the platform stores once (STR-04).
  const [attempt, setAttempt] = useState(() => ({ requestId: newRequestId() }));
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    running.current = stop;
    const upload = { plan, template, dryRun: false, kept, requestId: attempt.requestId };
    uploadPlan(api, upload, (sent) => setState((now) => ({ ...now, sent })), stop.signal).then(
      (ledger) => {
        setState((now) => ({ ...now, batchId: ledger.batch }));
        if (user !== undefined) followed.add(user, ledger.batch);
        keepRecipe(api, recipeOf(plan), template).catch((unkept: unknown) => setState((now) => ({ ...now, unkept })));
      },
      (error: unknown) => !stop.signal.aborted && setState((now) => ({ ...now, error })),
    );
    return () => stop.abort();
  }, [api, plan, template, kept, attempt, user]);

  const cancel = (): void => {
    running.current?.abort();
    if (state.batchId) api.call('batch.cancel', { params: { id: state.batchId } }).catch(notifyFailure);
    setState((now) => ({ ...now, cancelled: true }));
  };
  const sendAgain = (): void => {
    setState(START);
    setAttempt((now) => ({ ...now }));
  };
  const startAnew = (): void => {
    setState(START);
    setAttempt({ requestId: newRequestId() });
  };
  return { ...state, cancel, sendAgain, startAnew };
}
