import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function UsersScreen() {
  return (
    <Page>
      <PageHeader title="Users" />
      <Panel label="Users">
        <EmptyState title="Users">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
