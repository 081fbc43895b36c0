import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function BatchScreen() {
  return (
    <Page>
      <PageHeader title="Import" />
      <Panel label="Import">
        <EmptyState title="Import">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
