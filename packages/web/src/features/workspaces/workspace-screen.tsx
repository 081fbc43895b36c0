import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function WorkspaceScreen() {
  return (
    <Page>
      <PageHeader title="Workspace" />
      <Panel label="Workspace">
        <EmptyState title="Workspace">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
