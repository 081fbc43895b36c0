/** Windows on which a list is cards and a tool is one pane: as the style sheets have it, in em so that they grow with the letters. */
export const PHONE = '(max-width: 47.99em)';
/** Windows without room for panes side by side. */
export const NARROW = '(max-width: 63.99em)';
