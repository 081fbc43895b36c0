import { useState } from 'react';
import { LoadingBlock, Panel } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { useMay, useMayInGroup } from '../../session/index.ts';
import { NoTemplates } from '../templates/no-templates.tsx';
import { useReadableTemplates } from '../templates/readable-templates.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { ImportFrame } from './import-frame.tsx';
import type { ChosenFile, ImportPlan } from './plan.ts';
import { StepColumns } from './step-columns.tsx';
import { StepDryRun } from './step-dry-run.tsx';
import { StepFile } from './step-file.tsx';
import { StepLoad } from './step-load.tsx';

type Stage =
  | { readonly step: 'file' }
  /** `into` is the template an earlier round made or chose. */
  | { readonly step: 'columns'; readonly chosen: ChosenFile; readonly into?: string }
  | { readonly step: 'dry run'; readonly plan: ImportPlan; readonly template: TemplateRecord }
  | { readonly step: 'load'; readonly plan: ImportPlan; readonly template: TemplateRecord; readonly kept?: string };

/** File → columns → dry run → load: nothing is written before it was shown what will be (SRC-36). */
export function ImportWizardScreen() {
  const [stage, setStage] = useState<Stage>({ step: 'file' });
  const [address] = useAddress();
  const room = useRoom();
  if (room !== true)
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
  switch (stage.step) {
    case 'file':
      return <StepFile onChosen={(chosen) => setStage({ step: 'columns', chosen })} />;
    case 'columns':
      return (
        <StepColumns
          chosen={stage.chosen}
          wanted={stage.into ?? address.template}
          onBack={() => setStage({ step: 'file' })}
          onReread={(chosen) => setStage({ ...stage, chosen })}
          onReady={(plan, template) => setStage({ step: 'dry run', plan, template })}
        />
      );
    case 'dry run':
      return (
        <StepDryRun
          plan={stage.plan}
          template={stage.template}
          onBack={() => setStage({ step: 'columns', chosen: stage.plan, into: stage.template.id })}
          onLoad={(kept) => setStage({ ...stage, step: 'load', ...(kept && { kept }) })}
        />
      );
    case 'load':
      return (
        <StepLoad
          plan={stage.plan}
          template={stage.template}
          kept={stage.kept}
          onAnother={() => setStage({ step: 'file' })}
        />
      );
  }
}

/** Whether there is a template that rows may go into, or the right to make one; undefined until that is known. */
function useRoom(): boolean | undefined {
  const makes = useMay()('templates', 'add');
  const makesInGroup = useMayInGroup()('templates', 'add');
  const templates = useReadableTemplates();
  if (makes || makesInGroup || templates.error) return true;
  return templates.data && templates.data.length > 0;
}
