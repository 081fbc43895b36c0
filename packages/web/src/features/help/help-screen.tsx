import { useParameter } from '../../navigation.tsx';
import { BarePage } from '../../shell/bare-page.tsx';
import { ArticleView } from './article-view.tsx';

/** Public help: the guides of this version (RTE-18). */
export function HelpScreen() {
  return (
    <BarePage title="Help">
      <ArticleView name={useParameter('_splat')} />
    </BarePage>
  );
}
