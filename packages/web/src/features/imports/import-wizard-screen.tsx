import { useState } from 'react';
import { Page, PageHeader } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import type { TemplateRecord } from '../templates/template-calls.ts';
import type { ChosenFile, ColumnPlan, ImportPlan } from './plan.ts';
import { StepColumns } from './step-columns.tsx';
import { StepDryRun } from './step-dry-run.tsx';
import { StepFile } from './step-file.tsx';
import { StepLoad } from './step-load.tsx';
import { Steps } from './steps.tsx';

type Stage =
  | { readonly step: 'file' }
  | { readonly step: 'columns'; readonly chosen: ChosenFile; readonly columns?: readonly ColumnPlan[] }
  | { readonly step: 'dry run'; readonly plan: ImportPlan; readonly template: TemplateRecord }
  | { readonly step: 'load'; readonly plan: ImportPlan; readonly template: TemplateRecord };

/** File → columns → dry run → load: nothing is written before it was shown what will be (SRC-36). */
export function ImportWizardScreen() {
  const [stage, setStage] = useState<Stage>({ step: 'file' });
  const [address] = useAddress();
  const name =
    stage.step === 'file' ? 'Import' : stage.step === 'columns' ? stage.chosen.file.name : stage.plan.file.name;
  return (
    <Page>
      <PageHeader
        title={name}
        crumbs={[{ label: 'Imports', to: 'toolkit.curation' }]}
        meta={'template' in stage ? `into ${stage.template.name}` : undefined}
      />
      <Steps current={stage.step} />
      {stage.step === 'file' && <StepFile onChosen={(chosen) => setStage({ step: 'columns', chosen })} />}
      {stage.step === 'columns' && (
        <StepColumns
          chosen={stage.chosen}
          wanted={address.template}
          onBack={() => setStage({ step: 'file' })}
          onReread={(preview) => setStage({ step: 'columns', chosen: { ...stage.chosen, preview } })}
          onReady={(plan, template) => setStage({ step: 'dry run', plan, template })}
        />
      )}
      {stage.step === 'dry run' && (
        <StepDryRun
          plan={stage.plan}
          template={stage.template}
          onBack={() => setStage({ step: 'columns', chosen: stage.plan })}
          onLoad={() => setStage({ step: 'load', plan: stage.plan, template: stage.template })}
        />
      )}
      {stage.step === 'load' && (
        <StepLoad plan={stage.plan} template={stage.template} onAnother={() => setStage({ step: 'file' })} />
      )}
    </Page>
  );
}
