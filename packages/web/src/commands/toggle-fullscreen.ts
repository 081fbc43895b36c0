import { IconMaximize } from '@tabler/icons-react';
import type { Command } from './command.ts';

export const toggleFullscreen: Command = {
  name: 'fullscreen.toggle',
  title: 'Fullscreen on or off',
  icon: IconMaximize,
  shortcut: 'g f',
  run: () =>
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
};
