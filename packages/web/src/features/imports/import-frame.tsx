import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page, PageHeader } from '../../design/index.ts';
import classes from './imports.module.css';
import { type Step, Steps } from './steps.tsx';

interface ImportFrameProps {
  readonly step: Step;
  /** The step is through, and nothing comes after it. */
  readonly done?: boolean;
  /** The file's name once there is one. */
  readonly title?: string;
  /** Name of the template the rows go into. */
  readonly into?: string | undefined;
  readonly actions?: ReactNode;
  /** Goes to the step before. */
  readonly onBack?: () => void;
  /** The one way on; at thumb reach on phones, as is the way back. */
  readonly primary?: ReactNode;
  readonly children: ReactNode;
}

const CRUMBS = [{ label: 'Imports', to: 'toolkit.curation' }] as const;

/** Head, steps and body of every step of the wizard. */
export function ImportFrame({
  step,
  done = false,
  title = 'Import',
  into,
  actions,
  onBack,
  primary,
  children,
}: ImportFrameProps) {
  return (
    <Page>
      <PageHeader
        title={title}
        crumbs={CRUMBS}
        meta={into && `into ${into}`}
        primary={onBack ? <Ways onBack={onBack}>{primary}</Ways> : primary}
      >
        {actions}
      </PageHeader>
      <Steps current={step} done={done} />
      {children}
    </Page>
  );
}

const Ways = ({ onBack, children }: { readonly onBack: () => void; readonly children: ReactNode }) => (
  <>
    <Button variant="default" className={classes.back ?? ''} leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
      Back
    </Button>
    {children}
  </>
);
