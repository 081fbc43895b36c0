import { type KeyboardEvent, useState } from 'react';
import type { DataTableProps } from './table-props.ts';

export interface GridKeys {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly isTabStop: (index: number) => boolean;
  readonly focused: (index: number) => void;
}

interface Options<Row> {
  readonly props: DataTableProps<Row>;
  readonly scrollTo: (index: number) => void;
}

const page = 10;

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  PageDown: (at) => at + page,
  PageUp: (at) => at - page,
  Home: () => 0,
  End: (_, last) => last,
};

/** Roving focus over rows: arrows or J K, Enter opens, X or Space selects, the context-menu key opens the row menu. */
export function useGridKeys<Row>({ props, scrollTo }: Options<Row>): GridKeys {
  const [at, setAt] = useState(0);
  const { rows, rowId, onOpen, onSelection, selection } = props;
  const last = rows.length - 1;
  const current = Math.min(at, Math.max(last, 0));

  const focusRow = (grid: HTMLElement, index: number) => {
    setAt(index);
    scrollTo(index);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => grid.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  };
  const select = (index: number) => {
    const row = rows[index];
    if (row === undefined || !onSelection) return;
    const next = new Set(selection);
    if (!next.delete(rowId(row))) next.add(rowId(row));
    onSelection(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (!target.matches('[data-row]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      focusRow(event.currentTarget, Math.max(0, Math.min(last, move(current, last))));
    } else if (event.key === 'Enter') {
      // what opens may take the focus, and with it the click that the browser makes of the key
      event.preventDefault();
      const row = rows[current];
      if (row !== undefined) onOpen?.(row, current);
    } else if ((event.key === ' ' || event.key === 'x') && onSelection) {
      event.preventDefault();
      select(current);
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      target.querySelector<HTMLElement>('[data-row-menu]')?.click();
    }
  };
  return { onKeyDown, isTabStop: (index) => index === current, focused: setAt };
}
