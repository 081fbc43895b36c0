import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function TemplatesScreen() {
  return (
    <Page>
      <PageHeader title="Templates" />
      <Panel label="Templates">
        <EmptyState title="Templates">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
