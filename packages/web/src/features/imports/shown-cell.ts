/** Letters of a cell that a table of first rows shows. */
const MOST_SHOWN = 500;

/** A cell as tables of first rows show it: of a long one the beginning. */
export const shownCell = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
