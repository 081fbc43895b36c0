import { IconWorld } from '@tabler/icons-react';
import { EmptyState } from '../../design/states.tsx';
import { BarePage } from '../../shell/bare-page.tsx';

/** The public site; published templates and workspaces come with a later version (SCR-10). */
export function PublicScreen() {
  return (
    <BarePage title="Public site">
      <EmptyState icon={IconWorld} title="Nothing is published yet">
        Templates and workspaces that this tenant makes public stand here.
      </EmptyState>
    </BarePage>
  );
}
