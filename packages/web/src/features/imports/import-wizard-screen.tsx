import { useState } from 'react';
import { useAddress } from '../../navigation.tsx';
import type { TemplateRecord } from '../templates/template-calls.ts';
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
