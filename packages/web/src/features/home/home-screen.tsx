import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function HomeScreen() {
  return (
    <Page>
      <PageHeader title="Overview" />
      <Panel label="Overview">
        <EmptyState title="Overview">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
