import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function ViewsScreen() {
  return (
    <Page>
      <PageHeader title="Views" />
      <Panel label="Views">
        <EmptyState title="Views">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
