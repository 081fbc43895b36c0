import { IconLayoutSidebar } from '@tabler/icons-react';
import { drawerChoice } from '../shell/shell-state.ts';
import type { Command } from './command.ts';

export const toggleDrawer: Command = {
  name: 'drawer.toggle',
  title: 'Collapse or widen the drawer',
  icon: IconLayoutSidebar,
  shortcut: '[',
  run: () => drawerChoice.set(document.querySelector('[data-rail="true"]') ? 'nav' : 'rail'),
};
