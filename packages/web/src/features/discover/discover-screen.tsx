import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function DiscoverScreen() {
  return (
    <Page>
      <PageHeader title="Discover" />
      <Panel label="Discover">
        <EmptyState title="Discover">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
