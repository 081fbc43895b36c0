import type { ReactNode } from 'react';
import { Page, PageHeader } from '../../design/index.ts';
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
  /** The one way on; at thumb reach on phones. */
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
  primary,
  children,
}: ImportFrameProps) {
  return (
    <Page>
      <PageHeader title={title} crumbs={CRUMBS} meta={into && `into ${into}`} primary={primary}>
        {actions}
      </PageHeader>
      <Steps current={step} done={done} />
      {children}
    </Page>
  );
}
