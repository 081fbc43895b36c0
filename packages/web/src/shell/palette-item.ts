import type { Icon } from '@tabler/icons-react';

/** A line of the search palette: what it is, and where it leads. */
export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly icon: Icon;
  readonly shortcut?: string;
  readonly run: () => void;
}
