/** A column as its width is found: what stands in its head and in its cells, as shown. */
export interface MeasuredColumn {
  readonly header: string;
  readonly cells: readonly string[];
  /** Holds words, so that longer ones may come: takes more of the room that is left. */
  readonly grows: boolean;
}

/** Px at the sides of a cell, the more at the table's edge, and the arrow of a sorted column. */
const PADDING = 16;
const EDGE = 8;
const ARROW = 18;
const LEAST = 56;
const ROOM = 3;

/** Px a column asks for, whatever the room. */
export function columnWidth({ header, cells }: MeasuredColumn, measure: (text: string) => number): number {
  const longest = cells.reduce((px, text) => Math.max(px, measure(text)), 0);
  return Math.ceil(Math.max(measure(header) + ARROW, longest, LEAST - PADDING) + PADDING);
}

interface Asked {
  readonly px: number;
  readonly grows: boolean;
}

/**
 * Grid tracks of columns at least as wide as what they hold. Room that is left goes to words first, of which longer ones may come: up
 * to three times what they ask for, cut ones to their whole length, so that figures stand near each other. Beyond that all share it.
 *
 * @param most px above which a column is cut while there is no room
 */
export const columnTracks = (columns: readonly Asked[], most: number): readonly string[] =>
  columns.map(({ px, grows }, i) => {
    const edges = (i === 0 ? EDGE : 0) + (i === columns.length - 1 ? EDGE : 0);
    const least = Math.min(px, most) + edges;
    return `minmax(${least}px, ${grows ? Math.max(px + edges, least * ROOM) : least}fr)`;
  });
