import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function AccountScreen() {
  return (
    <Page>
      <PageHeader title="My account" />
      <Panel label="My account">
        <EmptyState title="My account">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
