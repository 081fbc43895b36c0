import { EmptyState, Page, PageHeader, Panel } from '../../design/index.ts';

export function TemplateEditorScreen() {
  return (
    <Page>
      <PageHeader title="Template" />
      <Panel label="Template">
        <EmptyState title="Template">This screen is being built.</EmptyState>
      </Panel>
    </Page>
  );
}
