import { useSyncExternalStore } from 'react';

type Choice = 'nav' | 'rail' | undefined;
const key = 'ds.drawer';
const listeners = new Set<() => void>();
const stored = localStorage.getItem(key);
let choice: Choice = stored === 'nav' || stored === 'rail' ? stored : undefined;

/** The user's choice between drawer and rail is kept; without one the screen decides (design README §5). */
export const drawerChoice = {
  set: (next: 'nav' | 'rail'): void => {
    choice = next;
    localStorage.setItem(key, next);
    for (const listener of listeners) listener();
  },
};

export const useDrawerChoice = (): Choice =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  );
