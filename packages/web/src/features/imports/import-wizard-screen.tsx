import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function ImportWizardScreen() {
  return (
    <Page>
      <PageHeader title="Import data" />
      <Panel label="Import data">
        <EmptyState title="Import data">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
