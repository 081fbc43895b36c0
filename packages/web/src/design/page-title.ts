import type { ScreenName } from '../routes.ts';

type Listener = () => void;

export interface PageTitle {
  readonly title: string;
  /** Count or version after it. */
  readonly figure: string;
  /** The list it stands in. */
  readonly back?: { readonly label: string; readonly to: ScreenName } | undefined;
}

let current: PageTitle = { title: '', figure: '' };
const listeners = new Set<Listener>();

/** Title of the current page, for the top bar of phones and the browser tab. */
export const pageTitle = {
  get: (): PageTitle => current,
  set: (title: string, figure = '', back?: PageTitle['back']): void => {
    current = { title, figure, back };
    document.title = title === '' ? 'Datasarana' : `${title} · Datasarana`;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
