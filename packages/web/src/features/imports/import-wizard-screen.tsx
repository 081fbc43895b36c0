import { useState } from 'react';
import { LoadingBlock, Panel } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { useLeaveGuard } from '../../records/use-leave-guard.ts';
import { useMay, useMayInGroup } from '../../session/index.ts';
import { NoTemplates } from '../templates/no-templates.tsx';
import { useReadableTemplates } from '../templates/readable-templates.ts';
import { ImportFrame } from './import-frame.tsx';
import type { ChosenFile } from './plan.ts';
import { StepColumns } from './step-columns.tsx';
import { StepDryRun } from './step-dry-run.tsx';
import { StepFile } from './step-file.tsx';
import { StepLoad } from './step-load.tsx';
import { type Step, stepNamed } from './steps.tsx';
import { useEmptyTemplates } from './use-empty-templates.ts';
import type { Draft } from './use-planned-columns.ts';
import { type Planned, useRetyped } from './use-retyped.ts';

/** What was decided so far; a step can be shown once what it stands on is there. */
interface Decided {
  readonly chosen?: ChosenFile | undefined;
  readonly planned?: Planned | undefined;
  /** Columns that were changed since the file was chosen, or since the last dry run. */
  readonly draft?: Draft | undefined;
  /** Loading was asked for; the id of the file if the dry run left it on the platform. */
  readonly load?: { readonly kept: string | undefined } | undefined;
}

/**
 * The step of the address, as far as what it stands on was decided: a page that was loaded anew has no file any more, and
 * columns that were changed have had no dry run.
 */
function stepOf(wanted: string | undefined, { chosen, planned, draft, load }: Decided): Step {
  const step = stepNamed(wanted);
  if (step === 'dry run' && draft) return 'columns';
  const isThere = { file: true, columns: chosen, 'dry run': planned, load: planned && load };
  return isThere[step] ? step : 'file';
}

/**
 * File → columns → dry run → load: nothing is written before it was shown what will be (SRC-36). The step stands in the
 * address, so that the browser's Back goes one step back and keeps what was decided.
 */
export function ImportWizardScreen() {
  const [decided, setDecided] = useState<Decided>({});
  const [address, setAddress] = useAddress();
  const room = useRoom();
  const empty = useEmptyTemplates();
  const step = stepOf(address.step, decided);
  const { chosen, planned, draft, load } = decided;
  useLeaveGuard({
    dirty: () => draft !== undefined && draft.preview === chosen?.preview,
    what: {
      title: `Leave the columns of ${chosen?.file.name}?`,
      text: 'What was changed of them is lost, and nothing was imported.',
      action: 'Leave without importing',
    },
  });
  const [before, setBefore] = useState(step);
  if (step !== before) {
    setBefore(step);
    // who left the step that loads and comes forward to it again did not ask for the rows twice
    if (before === 'load') setDecided((now) => ({ ...now, load: undefined }));
  }
  const retyped = useRetyped(empty);
  const show = (next: Step, change: Partial<Decided>): void => {
    setDecided((now) => ({ ...now, ...change }));
    setAddress({ step: next === 'file' ? undefined : next }, { push: next !== 'load' });
  };
  // who has a file here had room: without a connection nobody may write, and what was decided would go with the step
  if (room !== true && !chosen)
    return (
      <ImportFrame step="file">
        <Panel label="File">
          {room === undefined ? (
            <LoadingBlock height={320} />
          ) : (
            <NoTemplates title="Nothing to import into yet" gain="its rows can be searched a moment later." />
          )}
        </Panel>
      </ImportFrame>
    );
  if (step === 'columns' && chosen)
    return (
      <StepColumns
        chosen={chosen}
        wanted={planned?.template.id ?? address.template}
        draft={draft ?? (planned && draftOf(planned))}
        onChange={(changed) => setDecided((now) => ({ ...now, draft: changed, planned: undefined }))}
        onBack={() => setAddress({ step: undefined }, { push: true })}
        onReread={(reread) => setDecided((now) => ({ ...now, chosen: rereadOf(now.chosen, reread) }))}
        onMade={empty.add}
        onReady={(plan, template) => show('dry run', { planned: { plan, template }, draft: undefined })}
      />
    );
  if (step === 'dry run' && planned)
    return (
      <StepDryRun
        {...planned}
        onBack={() => setAddress({ step: 'columns' }, { push: true })}
        onRetype={
          empty.has(planned.template.id)
            ? (field, type) =>
                void retyped
                  .make(planned, field, type)
                  .then((next) => next && setDecided((now) => ({ ...now, planned: next })))
            : undefined
        }
        retyping={retyped.working}
        onLoad={(kept) => {
          empty.drop(planned.template.id);
          show('load', { load: { kept } });
        }}
        onAnother={() => setAddress({ step: undefined }, { push: true })}
      />
    );
  if (step === 'load' && planned && load)
    return <StepLoad {...planned} kept={load.kept} onAnother={() => setAddress({ step: undefined }, { push: true })} />;
  return (
    <StepFile
      wanted={address.template}
      onChosen={(file) => show('columns', { chosen: file, planned: undefined, draft: undefined })}
    />
  );
}

const draftOf = ({ plan: { preview, columns }, template: { id, name } }: Planned): Draft => ({
  preview,
  target: { kind: 'existing', templateId: id, name },
  columns,
});

/** A file opened in another way, which keeps what it is by itself. */
const rereadOf = (before: ChosenFile | undefined, reread: ChosenFile): ChosenFile =>
  before ? { ...reread, detected: before.detected ?? before } : reread;

/** Whether there is a template that rows may go into, or the right to make one; undefined until that is known. */
function useRoom(): boolean | undefined {
  const makes = useMay()('templates', 'add');
  const makesInGroup = useMayInGroup()('templates', 'add');
  const templates = useReadableTemplates();
  if (makes || makesInGroup || templates.error) return true;
  return templates.data && templates.data.length > 0;
}
