import { Loader } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './overlay.module.css';

const running = new Map<string, string>();
let shown: readonly string[] = [];
const listeners = new Set<() => void>();
const tell = () => {
  shown = [...running.values()];
  for (const listener of listeners) listener();
};

/** A loading overlay shown and hidden by name (APP-09). `during` cannot leave it standing. */
export const overlay = {
  show: (name: string, text: string): void => {
    running.set(name, text);
    tell();
  },
  hide: (name: string): void => {
    if (running.delete(name)) tell();
  },
  during: async <T,>(name: string, text: string, work: () => Promise<T>): Promise<T> => {
    overlay.show(name, text);
    try {
      return await work();
    } finally {
      overlay.hide(name);
    }
  },
};

export function OverlayHost() {
  const texts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  const text = texts.at(-1);
  if (text === undefined) return null;
  return (
    <div className={classes.overlay} role="status" aria-live="polite">
      <Loader />
      <span>{text}</span>
    </div>
  );
}
