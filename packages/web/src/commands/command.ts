import type { Icon } from '@tabler/icons-react';
import type { ScreenName } from '../routes.ts';

export interface CommandContext {
  readonly go: (name: ScreenName) => void;
}

/** One user action: menu, key and palette share it. */
export interface Command {
  readonly name: string;
  readonly title: string;
  readonly icon: Icon;
  /** `mod+k`, `[`, or a sequence as `g h`. */
  readonly shortcut?: string;
  /** Works while a field has the focus. */
  readonly inFields?: true;
  readonly run: (context: CommandContext) => void;
}
