import { Page, PageHeader, Panel } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import classes from './article-view.module.css';
import { ArticleView, type GuideAddress } from './article-view.tsx';

const here: GuideAddress = (name) => ({ to: 'toolkit.docs', search: { guide: name } });

/** The same guides inside the toolkit (RTE-18). */
export function ToolkitHelpScreen() {
  const [{ guide = '' }] = useAddress();
  return (
    <Page>
      <PageHeader title="Help" />
      <Panel label="Guides" className={classes.guides ?? ''} padded>
        <ArticleView name={guide} address={here} />
      </Panel>
    </Page>
  );
}
