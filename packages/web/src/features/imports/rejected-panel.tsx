import type { Batch, RejectCause } from '@datasarana/client';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconSend } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { EmptyState, LoadingBlock, LoadingRows, notifyFailure, Panel } from '../../design/index.ts';
import { part } from '../../part.tsx';
import { formatCount } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import classes from './batch.module.css';
import { useCauses } from './batch-calls.ts';
import { shortBatch } from './batch-name.ts';
import { saveDownload } from './download.ts';
import { causeReason } from './named-reason.ts';
import { RejectedGrid } from './rejected-grid.tsx';
import { useMending } from './use-mending.ts';
import type { PasteReading } from './use-paste.ts';
import { useRejectedRows } from './use-rejected-rows.ts';

const loadRule = () => import('./mend-rule.tsx');
const MendRule = part(loadRule, (module) => module.MendRule);

const sameCause = (one: RejectCause, other: RejectCause | null): boolean =>
  one.field === other?.field && one.rule === other.rule;

/** Rejected rows by cause: fixed one by one where they stand, or all at once by a rule, and sent again. */
export function RejectedPanel({ batch }: { readonly batch: Batch }) {
  const { batch: id, rejected } = batch;
  const causes = useCauses(id);
  const [picked, setPicked] = useState<RejectCause | null>(null);
  const mending = useMending(id);
  const [reading, setReading] = useState<PasteReading | null>(null);
  const cause = causes.data?.find((one) => sameCause(one, picked)) ?? null;
  const filter = useMemo(() => (cause ? { field: cause.field, rule: cause.rule } : {}), [cause]);
  const shown = cause?.rows ?? rejected;
  useEffect(() => {
    // for the cause that will be picked; where it does not come, the rule says so
    loadRule().catch(() => undefined);
  }, []);
  const save = (): void => {
    if (mending.mending && !mending.sending) void mending.send(mending.mending);
  };
  return (
    <Panel
      title="Rejected rows"
      actions={rejected > 0 && <DownloadRejected id={id} rejected={rejected} />}
      foot={
        reading ? (
          <PasteFoot reading={reading} />
        ) : (
          mending.edits.size > 0 && <EditFoot mending={mending} onSave={save} />
        )
      }
    >
      {rejected === 0 ? (
        <EmptyState icon={IconCircleCheck} title="Every row was taken in">
          Rows that were fixed keep what they were in the timeline.
        </EmptyState>
      ) : (
        <>
          <Causes causes={causes.data ?? []} rejected={rejected} picked={cause} onPick={setPicked} />
          {cause && (
            <Suspense fallback={<LoadingBlock height={64} />}>
              <CauseRule batch={batch} cause={cause} mending={mending} />
            </Suspense>
          )}
          {causes.isPending ? (
            <LoadingRows />
          ) : (
            <RejectedGrid
              key={`${filter.field ?? ''} ${filter.rule ?? ''}`}
              batch={batch}
              cause={filter}
              total={shown}
              edits={mending.edits}
              outcome={mending.check.data ?? null}
              meanwhile={isUnchecked(mending) ? 'Not checked' : 'Checking…'}
              onEdit={mending.edit}
              onSpread={mending.spread}
              onReading={setReading}
              onSave={save}
            />
          )}
        </>
      )}
    </Panel>
  );
}

interface CausesProps {
  readonly causes: readonly RejectCause[];
  readonly rejected: number;
  readonly picked: RejectCause | null;
  readonly onPick: (cause: RejectCause | null) => void;
}

const WORDS: Readonly<Record<string, string>> = {
  type: 'wrong type',
  date: 'no date',
  mandatory: 'empty',
  range: 'out of range',
  size: 'too long',
  choice: 'not a choice',
  point: 'no point',
  shape: 'no shape',
  columns: 'wrong number of cells',
  json: 'no JSON object',
  quote: 'open quote',
  nul: 'NUL byte',
};

const causeName = ({ field, rule }: RejectCause): string =>
  field === '' ? (WORDS[rule] ?? rule) : `${field}: ${WORDS[rule] ?? rule}`;

function Causes({ causes, rejected, picked, onPick }: CausesProps) {
  return (
    <fieldset
      data-print="none"
      className={classes.causes}
      aria-label="Filter by cause"
      style={{ border: 0, margin: 0 }}
    >
      <Button size="xs" variant={picked ? 'default' : 'light'} aria-pressed={!picked} onClick={() => onPick(null)}>
        All {formatCount(rejected)}
      </Button>
      {causes.map((cause) => (
        <Button
          key={`${cause.field} ${cause.rule}`}
          size="xs"
          variant={sameCause(cause, picked) ? 'light' : 'default'}
          aria-pressed={sameCause(cause, picked)}
          title={causeReason(cause)}
          classNames={{ label: classes.causeLabel ?? '' }}
          onClick={() => onPick(cause)}
        >
          {causeName(cause)} {formatCount(cause.rows)}
        </Button>
      ))}
    </fieldset>
  );
}

/** Rows whose values are shown beside the rule. */
const SAMPLES = 50;

function CauseRule({
  batch,
  cause,
  mending,
}: {
  readonly batch: Batch;
  readonly cause: RejectCause;
  readonly mending: ReturnType<typeof useMending>;
}) {
  const { rows } = useRejectedRows(batch.batch, { field: cause.field, rule: cause.rule }, 0, SAMPLES);
  const samples = [...rows.values()].slice(0, SAMPLES);
  if (cause.field === '') return null;
  const column = batch.columns?.find(({ field }) => field === cause.field)?.name ?? cause.field;
  return (
    <MendRule
      id={batch.batch}
      cause={cause}
      column={column}
      rows={samples}
      sending={mending.sending}
      onSend={(what) => void mending.send(what)}
    />
  );
}

/** What would become of the changed rows could not be asked. */
const isUnchecked = ({ check }: ReturnType<typeof useMending>): boolean => check.error !== null && !check.isFetching;

/** Rows that were not scrolled to are fetched before they are pasted over: nothing is changed until all are there. */
const PasteFoot = ({ reading: { done, of, stop } }: { readonly reading: PasteReading }) => (
  <div className={classes.foot}>
    <p>
      <span role="status">Reading the rows that are pasted over:</span> {formatCount(done)} of {formatCount(of)}
    </p>
    <Button size="xs" variant="default" onClick={stop}>
      Cancel
    </Button>
  </div>
);

function EditFoot({
  mending,
  onSave,
}: {
  readonly mending: ReturnType<typeof useMending>;
  readonly onSave: () => void;
}) {
  const { check } = mending;
  const changed = mending.edits.size;
  const taken = check.data ? check.data.read - check.data.rejected : null;
  const failed = isUnchecked(mending);
  const counted = taken === null ? 'Checking…' : `${formatCount(taken)} of ${formatCount(changed)} become valid`;
  const outcome = failed ? check.error?.message : counted;
  return (
    <div className={classes.foot}>
      <p role="status">
        {formatCount(changed)} {changed === 1 ? 'row' : 'rows'} changed. {outcome}
      </p>
      <Button size="xs" variant="default" disabled={mending.sending} onClick={mending.discard}>
        Discard
      </Button>
      {failed && (
        <Button size="xs" variant="default" onClick={() => void check.refetch()}>
          Check again
        </Button>
      )}
      <Button
        size="xs"
        variant="filled"
        leftSection={<IconSend size={14} />}
        disabled={!taken}
        loading={mending.sending}
        onClick={onSave}
      >
        Send again
      </Button>
    </div>
  );
}

function DownloadRejected({ id, rejected }: { readonly id: string; readonly rejected: number }) {
  const api = useApi();
  const download = (): void => {
    const address = api.address('batch.rejected', { params: { id }, query: { format: 'csv' } });
    saveDownload(address, api.headers(), `rejected-${shortBatch(id)}.csv`).catch(notifyFailure);
  };
  return (
    <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={download}>
      Download all {formatCount(rejected)}
    </Button>
  );
}
