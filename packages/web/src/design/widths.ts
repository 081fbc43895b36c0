import { useMediaQuery } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Windows, not paper, on which a list is cards and a tool is one pane: as the style sheets have it, in em so that they grow with the letters. */
export const PHONE = 'screen and (max-width: 47.99em)';
/** Windows without room for panes side by side. */
export const NARROW = 'screen and (max-width: 63.99em)';
/** Windows without room for a drawer beside a list: it lies over the list. */
export const COVERED = 'screen and (max-width: 79.99em)';
/** Windows with room for the whole bar at the side. */
export const ROOMY = '(min-width: 80em)';

/** Whether the window is like that from the first drawing on: one drawn for another width first would jump. */
export const useWindowIs = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false });

const paper = (): MediaQueryList => window.matchMedia('print');
let begun = false;

/** The page is taken to paper as it stands when this returns: what changes for it has to be drawn by then. */
function subscribe(tell: () => void): () => void {
  const change = (): void => flushSync(tell);
  const begin = (): void => {
    begun = true;
    change();
  };
  const end = (): void => {
    begun = false;
    change();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  const media = paper();
  media.addEventListener('change', change);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    media.removeEventListener('change', change);
  };
}

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => begun || paper().matches);
