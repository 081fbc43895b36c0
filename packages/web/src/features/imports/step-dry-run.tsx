import type { BatchAnswer } from '@datasarana/client';
import type { ValueType } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { IconArrowRight, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ExplainedButton, LedgerStrip, Panel } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { useLeaveGuard } from '../../records/use-leave-guard.ts';
import { newRequestId, useApi } from '../../session/index.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { LookAtDryRun } from './dry-run-look.tsx';
import { DryRunProgress } from './dry-run-progress.tsx';
import { EarlierNote } from './earlier-note.tsx';
import { ErrorRows } from './error-rows.tsx';
import { ImportFrame } from './import-frame.tsx';
import classes from './imports.module.css';
import { loadWords } from './load-words.ts';
import type { ImportPlan } from './plan.ts';
import { RejectCauses } from './reject-causes.tsx';
import { ShortRowsNote } from './short-rows.tsx';
import { Stopped } from './stopped.tsx';
import { uploadPlan } from './upload-plan.ts';
import { useSentAgain } from './use-line.ts';
import { WiderOffers, ZerosNote } from './wider-offers.tsx';

interface StepDryRunProps {
  readonly plan: ImportPlan;
  readonly template: TemplateRecord;
  readonly onBack: () => void;
  /** Gives a field another type and looks at all rows again; missing where the template was there before. */
  readonly onRetype: ((field: string, type: ValueType) => void) | undefined;
  readonly retyping: boolean;
  /** Told the id of the file that the platform kept. */
  readonly onLoad: (kept: string | undefined) => void;
  /** Goes to where a file is chosen. */
  readonly onAnother: () => void;
}

/** All rows are read and compared, nothing is written (SRC-36). */
export function StepDryRun({ plan, template, onBack, onRetype, retyping, onLoad, onAnother }: StepDryRunProps) {
  const { ledger, error, sent, dry, cancelled, run, cancel } = useDryRun(plan, template.id);
  const waits = useSentAgain(error, run);
  const changes = ledger ? ledger.accepted + ledger.replaced : 0;
  const isOn = !ledger && error === null && !cancelled;
  useLeaveGuard({
    dirty: () => isOn,
    what: {
      title: `Give up the dry run of ${plan.file.name}?`,
      text: 'It is not through yet. The file and its columns have to be chosen again.',
      action: 'Give it up',
    },
  });
  const missing = ledger ? (changes === 0 ? 'No row would change.' : null) : 'There is no dry run yet.';
  return (
    <ImportFrame
      step="dry run"
      title={plan.file.name}
      into={template.name}
      onBack={onBack}
      primary={
        <ExplainedButton
          variant="filled"
          rightSection={<IconArrowRight size={16} />}
          reason={missing}
          onClick={() => onLoad(ledger?.upload)}
        >
          {ledger ? loadWords(ledger) : 'Load'}
        </ExplainedButton>
      }
    >
      {error !== null && <Stopped what="dry run" error={error} waits={waits} again={run} onAnother={onAnother} />}
      {isOn && (
        <DryRunProgress
          {...dry}
          sent={sent}
          size={plan.file.size}
          action={
            <Button leftSection={<IconPlayerStop size={16} />} onClick={cancel}>
              Cancel
            </Button>
          }
        />
      )}
      {cancelled && (
        <Panel label="Cancelled" padded>
          <p className={classes.outcome}>The dry run was cancelled. Nothing was written.</p>
          <Button onClick={run}>Dry run again</Button>
        </Panel>
      )}
      {ledger && (
        <>
          <LedgerStrip
            counts={ledger}
            note="Nothing written yet"
            action={
              <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={run}>
                Dry run again
              </Button>
            }
            {...(ledger.rejected > 0 && { active: 'rejected' as const })}
          />
          <EarlierNote ledger={ledger} />
          <ShortRowsNote short={ledger.short} />
          {ledger.look && <ZerosNote look={ledger.look} working={retyping} onRetype={onRetype} />}
          {ledger.rejected > 0 && (
            <Panel
              title={`Rejected ${formatCount(ledger.rejected)}`}
              actions={ledger.rejected > ledger.errors.length ? `first ${ledger.errors.length} reasons` : undefined}
            >
              <RejectCauses ledger={ledger} />
              {ledger.look && onRetype && (
                <WiderOffers look={ledger.look} read={ledger.read} working={retyping} onRetype={onRetype} />
              )}
              <ErrorRows errors={ledger.errors} source={plan.opened?.format} />
            </Panel>
          )}
          {ledger.look && (
            <LookAtDryRun look={ledger.look} ledger={ledger} items={template.items} source={plan.opened?.format} />
          )}
        </>
      )}
    </ImportFrame>
  );
}

interface DryRunState {
  readonly ledger: BatchAnswer | null;
  readonly error: unknown;
  readonly sent: number;
  readonly cancelled: boolean;
  /** What is under way, or was last. */
  readonly dry: { readonly requestId: string; readonly isThere: boolean };
}

const begun = (isThere = false): DryRunState => ({
  ledger: null,
  error: null,
  sent: 0,
  cancelled: false,
  dry: { requestId: newRequestId(), isThere },
});

function useDryRun(plan: ImportPlan, template: string) {
  const api = useApi();
  const [state, setState] = useState(begun);
  const running = useRef<AbortController | null>(null);
  const kept = useRef<string | undefined>(undefined);
  const run = useCallback(() => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const next = begun(kept.current !== undefined);
    setState(next);
    const upload = { plan, template, dryRun: true, kept: kept.current, requestId: next.dry.requestId };
    const onProgress = (sent: number): void => setState((now) => ({ ...now, sent }));
    uploadPlan(api, upload, onProgress, stop.signal).then(
      (ledger) => {
        if (running.current !== stop) return;
        kept.current = ledger.upload;
        setState({ ...next, ledger, sent: plan.file.size });
      },
      (error: unknown) => running.current === stop && !stop.signal.aborted && setState({ ...next, error }),
    );
  }, [api, plan, template]);
  useEffect(() => {
    run();
    return () => running.current?.abort();
  }, [run]);
  const cancel = (): void => {
    running.current?.abort();
    setState((now) => ({ ...now, cancelled: true }));
  };
  return { ...state, run, cancel };
}
