import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function WorkspacesScreen() {
  return (
    <Page>
      <PageHeader title="Workspaces" />
      <Panel label="Workspaces">
        <EmptyState title="Workspaces">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
