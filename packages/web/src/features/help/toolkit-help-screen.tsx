import { Page, PageHeader, Panel } from '../../design/index.ts';
import { ArticleView } from './article-view.tsx';

/** The same guides inside the toolkit (RTE-18). */
export function ToolkitHelpScreen() {
  return (
    <Page>
      <PageHeader title="Help" />
      <Panel label="Articles" padded>
        <ArticleView name="" />
      </Panel>
    </Page>
  );
}
