import { IconListSearch } from '@tabler/icons-react';
import type { Command } from './command.ts';

export const focusListSearch: Command = {
  name: 'list.search',
  title: 'Search this list',
  icon: IconListSearch,
  shortcut: '/',
  run: () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
};
