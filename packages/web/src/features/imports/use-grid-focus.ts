import { type KeyboardEvent, useState } from 'react';

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

/** Arrows move, Enter or F2 or any letter begins to write, Enter ends it and goes down, Escape leaves it, Ctrl Enter sends. */
export function useGridFocus({ rows, columns, start }: GridSize, scrollTo: (row: number) => void, onSave: () => void) {
  const [moved, setSpot] = useState<Spot | null>(null);
  const spot = moved ?? { row: 0, column: start };
  const [writing, setWriting] = useState<{ readonly first: string | null } | null>(null);
  const [held, setHeld] = useState(false);
  const move = (down: number, right: number): void => {
    const row = Math.min(Math.max(0, spot.row + down), Math.max(0, rows - 1));
    const column = Math.min(Math.max(0, spot.column + right), Math.max(0, columns - 1));
    setHeld(true);
    setSpot({ row, column });
    scrollTo(row);
  };
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    PageDown: [12, 0],
    PageUp: [-12, 0],
    Home: [0, -columns],
    End: [0, columns],
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave();
      return;
    }
    if (writing) return;
    const step = steps[event.key];
    if (step) move(...step);
    else if (event.key === 'Enter' || event.key === 'F2') setWriting({ first: null });
    else if (event.key === 'Delete' || event.key === 'Backspace') setWriting({ first: '' });
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
      setWriting({ first: event.key });
    else return;
    event.preventDefault();
  };
  return { spot, setSpot, writing, setWriting, held, setHeld, move, onKeyDown };
}

export type GridFocus = ReturnType<typeof useGridFocus>;
