import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function ImportsScreen() {
  return (
    <Page>
      <PageHeader title="Imports" />
      <Panel label="Imports">
        <EmptyState title="Imports">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
