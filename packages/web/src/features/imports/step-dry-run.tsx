import type { BatchAnswer } from '@datasarana/client';
import type { ValueType } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { IconArrowRight, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ExplainedButton, LedgerStrip, Panel } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { newRequestId, useApi } from '../../session/index.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { LookAtDryRun } from './dry-run-look.tsx';
import { EarlierNote } from './earlier-note.tsx';
import { ErrorRows } from './error-rows.tsx';
import { ImportFrame } from './import-frame.tsx';
import type { ImportPlan } from './plan.ts';
import { RejectCauses } from './reject-causes.tsx';
import { Sending } from './sending.tsx';
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

const loadWords = (changes: number, isAgain: boolean): string =>
  `Load ${formatCount(changes)} ${changes === 1 ? 'change' : 'changes'}${isAgain ? ' again' : ''}`;

/** All rows are read and compared, nothing is written (SRC-36). */
export function StepDryRun({ plan, template, onBack, onRetype, retyping, onLoad, onAnother }: StepDryRunProps) {
  const { ledger, error, sent, run } = useDryRun(plan, template.id);
  const waits = useSentAgain(error, run);
  const changes = ledger ? ledger.accepted + ledger.replaced : 0;
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
          {ledger ? loadWords(changes, ledger.earlier !== undefined) : 'Load'}
        </ExplainedButton>
      }
    >
      {error !== null && <Stopped what="dry run" error={error} waits={waits} again={run} onAnother={onAnother} />}
      {!ledger && error === null && <Sending sent={sent} size={plan.file.size} then="Comparing every row" />}
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
              {ledger.look && onRetype && <WiderOffers look={ledger.look} working={retyping} onRetype={onRetype} />}
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

function useDryRun(plan: ImportPlan, template: string) {
  const api = useApi();
  const [state, setState] = useState<{ ledger: BatchAnswer | null; error: unknown; sent: number }>({
    ledger: null,
    error: null,
    sent: 0,
  });
  const running = useRef<AbortController | null>(null);
  const kept = useRef<string | undefined>(undefined);
  const run = useCallback(() => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setState({ ledger: null, error: null, sent: 0 });
    const upload = { plan, template, dryRun: true, kept: kept.current, requestId: newRequestId() };
    const onProgress = (sent: number): void => setState((now) => ({ ...now, sent }));
    uploadPlan(api, upload, onProgress, stop.signal).then(
      (ledger) => {
        if (running.current !== stop) return;
        kept.current = ledger.upload;
        setState({ ledger, error: null, sent: plan.file.size });
      },
      (error: unknown) =>
        running.current === stop && !stop.signal.aborted && setState({ ledger: null, error, sent: 0 }),
    );
  }, [api, plan, template]);
  useEffect(() => {
    run();
    return () => running.current?.abort();
  }, [run]);
  return { ...state, run };
}
