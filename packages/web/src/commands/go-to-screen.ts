import { type ScreenName, screenNamed } from '../routes.ts';
import type { Command } from './command.ts';

const letters: readonly (readonly [string, ScreenName])[] = [
  ['h', 'toolkit.home'],
  ['u', 'toolkit.tenant'],
  ['t', 'toolkit.dev'],
  ['d', 'toolkit.analytic.discover'],
  ['v', 'toolkit.analytic.views'],
  ['w', 'toolkit.analytic.workspaces'],
  ['i', 'toolkit.curation'],
  ['a', 'toolkit.account'],
];

/** `G` then a letter goes to a screen. */
export const goToScreen: readonly Command[] = letters.flatMap(([letter, name]) => {
  const screen = screenNamed(name);
  if (!screen) return [];
  return {
    name: `go.${name}`,
    title: screen.title,
    icon: screen.icon,
    shortcut: `g ${letter}`,
    run: ({ go }) => go(name),
  } satisfies Command;
});
