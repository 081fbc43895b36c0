import { useMediaQuery } from '@mantine/hooks';

/** Windows on which a list is cards and a tool is one pane: as the style sheets have it, in em so that they grow with the letters. */
export const PHONE = '(max-width: 47.99em)';
/** Windows without room for panes side by side. */
export const NARROW = '(max-width: 63.99em)';
/** Windows without room for a drawer beside a list: it lies over the list. */
export const COVERED = '(max-width: 79.99em)';
/** Windows with room for the whole bar at the side. */
export const ROOMY = '(min-width: 80em)';

/** Whether the window is like that from the first drawing on: one drawn for another width first would jump. */
export const useWindowIs = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false });
