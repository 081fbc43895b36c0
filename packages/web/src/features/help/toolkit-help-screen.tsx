import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function ToolkitHelpScreen() {
  return (
    <Page>
      <PageHeader title="Articles" />
      <Panel label="Articles">
        <EmptyState title="Articles">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
