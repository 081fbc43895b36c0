import type { Command } from './command.ts';
import { focusListSearch } from './focus-list-search.ts';
import { goToScreen } from './go-to-screen.ts';
import { openPalette } from './open-palette.ts';
import { toggleDrawer } from './toggle-drawer.ts';
import { toggleFullscreen } from './toggle-fullscreen.ts';

/** Every user action that has a key or stands in the palette. */
export const commands: readonly Command[] = [
  openPalette,
  toggleDrawer,
  toggleFullscreen,
  focusListSearch,
  ...goToScreen,
];

export type { Command, CommandContext } from './command.ts';
