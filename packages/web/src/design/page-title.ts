type Listener = () => void;
let title = '';
const listeners = new Set<Listener>();

/** Title of the current page, for the top bar of phones and the browser tab. */
export const pageTitle = {
  get: (): string => title,
  set: (next: string): void => {
    title = next;
    document.title = next === '' ? 'Datasarana' : `${next} · Datasarana`;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
