type Listener = () => void;

export interface PageTitle {
  readonly title: string;
  /** Count or version after it. */
  readonly figure: string;
}

let current: PageTitle = { title: '', figure: '' };
const listeners = new Set<Listener>();

/** Title of the current page, for the top bar of phones and the browser tab. */
export const pageTitle = {
  get: (): PageTitle => current,
  set: (title: string, figure = ''): void => {
    current = { title, figure };
    document.title = title === '' ? 'Datasarana' : `${title} · Datasarana`;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
