const running = new Map<string, string>();
let shown: readonly string[] = [];
const listeners = new Set<() => void>();
const tell = () => {
  shown = [...running.values()];
  for (const listener of listeners) listener();
};

/** A loading overlay shown and hidden by name (APP-09). `during` cannot leave it standing. */
export const overlay = {
  /** Texts on show, the latest last. */
  texts: (): readonly string[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  show: (name: string, text: string): void => {
    running.set(name, text);
    tell();
  },
  hide: (name: string): void => {
    if (running.delete(name)) tell();
  },
  during: async <T>(name: string, text: string, work: () => Promise<T>): Promise<T> => {
    overlay.show(name, text);
    try {
      return await work();
    } finally {
      overlay.hide(name);
    }
  },
};
