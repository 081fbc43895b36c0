import { IconSearch } from '@tabler/icons-react';
import { paletteState } from '../shell/palette-state.ts';
import type { Command } from './command.ts';

export const openPalette: Command = {
  name: 'palette.open',
  title: 'Search or jump to',
  icon: IconSearch,
  shortcut: 'mod+k',
  inFields: true,
  run: () => paletteState.open(),
};
