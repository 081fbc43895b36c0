import type { Batch } from '@datasarana/client';
import { Button, Progress } from '@mantine/core';
import { IconFileSearch, IconFileUpload, IconListDetails, IconPlayerStop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorState, LedgerStrip, notifyFailure, Panel } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { formatBytes, formatCount, formatTook } from '../../records/format.ts';
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
import { ShortRowsNote } from './short-rows.tsx';
import { uploadPlan } from './upload-plan.ts';

interface StepLoadProps {
  readonly plan: ImportPlan;
  readonly template: TemplateRecord;
  /** Id of the file as the dry run left it on the platform: it need not be sent again. */
  readonly kept: string | undefined;
  readonly onAnother: () => void;
}

/** Sends the rows, follows the batch until its ledger stands, and says what to do next. */
export function StepLoad({ plan, template, kept, onAnother }: StepLoadProps) {
  const { sent, batchId, error, cancelled, unkept, cancel, again } = useLoad(plan, template.id, kept);
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
  const failure =
    error ??
    batch.error ??
    (batch.data?.state === 'failed' ? new Error(batch.data.reason ?? 'The batch failed') : null);
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
      {failure !== null && <ErrorState error={failure} title="The import stopped" onRetry={again} />}
      {stopped && <Cancelled batch={batch.data ?? null} onAgain={again} />}
      {!done && !failure && !stopped && (
        <Loading sent={sent} size={kept === undefined ? plan.file.size : 0} batch={batch.data ?? null} />
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

function Loading({
  sent,
  size,
  batch,
}: {
  readonly sent: number;
  readonly size: number;
  readonly batch: Batch | null;
}) {
  if (batch) return <BatchProgress batch={batch} />;
  const share = (sent / Math.max(1, size)) * 100;
  return (
    <Panel label="Progress" padded>
      <div className={classes.progress} role="status">
        <span>{sent < size ? 'Sending the file' : 'Making it safe on disk'}</span>
        <span>{size > 0 && `${formatBytes(Math.min(sent, size))} of ${formatBytes(size)}`}</span>
      </div>
      <Progress value={size > 0 ? share : 100} animated={sent >= size} aria-label="Share of the file that was sent" />
      <p className={classes.note}>
        Keep this page open until the file is sent; after that the import goes on without it.
      </p>
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
  const [round, setRound] = useState(0);
  const running = useRef<AbortController | null>(null);
  // The same id for a re-render or a retry of the same round: the platform stores a request once (STR-04).
  const requestId = useRef({ round: -1, id: '' });

  useEffect(() => {
    if (requestId.current.round !== round) requestId.current = { round, id: newRequestId() };
    const stop = new AbortController();
    running.current = stop;
    const upload = { plan, template, dryRun: false, kept, requestId: requestId.current.id };
    uploadPlan(api, upload, (sent) => setState((now) => ({ ...now, sent })), stop.signal).then(
      (ledger) => {
        setState((now) => ({ ...now, batchId: ledger.batch }));
        if (user !== undefined) followed.add(user, ledger.batch);
        keepRecipe(api, recipeOf(plan), template).catch((unkept: unknown) => setState((now) => ({ ...now, unkept })));
      },
      (error: unknown) => !stop.signal.aborted && setState((now) => ({ ...now, error })),
    );
    return () => stop.abort();
  }, [api, plan, template, kept, round, user]);

  const cancel = (): void => {
    running.current?.abort();
    if (state.batchId) api.call('batch.cancel', { params: { id: state.batchId } }).catch(notifyFailure);
    setState((now) => ({ ...now, cancelled: true }));
  };
  const again = (): void => {
    setState(START);
    setRound((n) => n + 1);
  };
  return { ...state, cancel, again };
}
