import { type KeyboardEvent, useState } from 'react';
import { type CellAct, cellAct, type Writing } from './cell-keys.ts';

/** A cell of the grid. */
export interface Spot {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Column of the first row where one begins. */
  readonly start: number;
}

const within = (at: number, count: number): number => Math.min(Math.max(0, at), Math.max(0, count - 1));

/** Which cell of the grid is chosen and how it is written in; null = none has the keys. */
export function useGridFocus({ rows, columns, start }: GridSize, scrollTo: (row: number) => void, onSave: () => void) {
  const [moved, setSpot] = useState<Spot | null>(null);
  const spot = moved ?? { row: 0, column: start };
  const [writing, setWriting] = useState<Writing | null>(null);
  const choose = (next: Spot): void => {
    setSpot(next);
    setWriting('chosen');
  };
  /** Where a step leads; the same cell at an edge of the grid. */
  const stepped = ([down, right]: readonly [number, number]): Spot => ({
    row: within(spot.row + down, rows),
    column: within(spot.column + right, columns),
  });
  /** Carries out what a key means for the grid; false where it means nothing to it. */
  const act = (what: CellAct): boolean => {
    if (what === 'send') onSave();
    else if (typeof what !== 'object') return false;
    else {
      const next = stepped(what.go);
      // the cell that had the keys gives them up first: it would take the choice away from the next one
      scrollTo(next.row);
      choose(next);
    }
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (act(cellAct('chosen', event))) event.preventDefault();
  };
  return { spot, writing, setWriting, choose, act, onKeyDown };
}

export type GridFocus = ReturnType<typeof useGridFocus>;
