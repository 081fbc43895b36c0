import type { ComponentType } from 'react';
import { ListOutline } from '../design/index.ts';
import { DiscoverOutline } from '../features/discover/discover-outline.tsx';
import { HomeOutline } from '../features/home/home-outline.tsx';
import { TemplateOutline } from '../features/templates/template-outline.tsx';
import { ViewOutline } from '../features/views/view-outline.tsx';
import { WorkspaceOutline } from '../features/workspaces/workspace-outline.tsx';
import { useCurrentScreen } from '../navigation.tsx';
import type { ScreenName } from '../routes.ts';

const OWN: Readonly<Partial<Record<ScreenName, ComponentType>>> = {
  'toolkit.home': HomeOutline,
  'toolkit.analytic': DiscoverOutline,
  'toolkit.analytic.discover': DiscoverOutline,
  'toolkit.analytic.view': () => <ViewOutline title="View" />,
  'toolkit.analytic.workspace': WorkspaceOutline,
  'toolkit.dev.template': TemplateOutline,
};

/** The screen of the address until its code is there. */
export function ScreenOutline() {
  const screen = useCurrentScreen();
  const Own = screen && OWN[screen.name];
  return Own ? <Own /> : <ListOutline title={screen?.title ?? ''} />;
}
