import type { Tile } from './grid.ts';

type Layout = readonly Tile[];

/** A layout that is changed, and those before and behind it, the nearest last. */
export interface LayoutHistory {
  readonly tiles: Layout;
  readonly undone: readonly Layout[];
  readonly done: readonly Layout[];
}

/** Steps that are kept. */
const MOST = 100;

export const historyOf = (tiles: Layout): LayoutHistory => ({ tiles, done: [], undone: [] });

/** With another layout, from which no undone one is led to any more; a drag that ends where it began changes nothing. */
export function withLayout<H extends LayoutHistory>(history: H, tiles: Layout): H {
  if (JSON.stringify(tiles) === JSON.stringify(history.tiles)) return history;
  return { ...history, tiles, done: [...history.done, history.tiles].slice(-MOST), undone: [] };
}

/** One step back; the same when there is none. */
export function undo<H extends LayoutHistory>(history: H): H {
  const tiles = history.done.at(-1);
  return tiles
    ? { ...history, tiles, done: history.done.slice(0, -1), undone: [...history.undone, history.tiles] }
    : history;
}

/** The step that was taken back last is taken again; the same when there is none. */
export function redo<H extends LayoutHistory>(history: H): H {
  const tiles = history.undone.at(-1);
  return tiles
    ? { ...history, tiles, done: [...history.done, history.tiles], undone: history.undone.slice(0, -1) }
    : history;
}
