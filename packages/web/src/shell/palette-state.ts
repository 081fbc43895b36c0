let opened = false;
const listeners = new Set<() => void>();
const set = (next: boolean) => {
  opened = next;
  for (const listener of listeners) listener();
};

/** Whether the search palette is open. */
export const paletteState = {
  isOpen: (): boolean => opened,
  open: (): void => set(true),
  close: (): void => set(false),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
