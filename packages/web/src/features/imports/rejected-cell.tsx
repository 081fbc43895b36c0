// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: what is written in takes the focus of its cell
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import classes from './batch.module.css';
import { type CellAct, cellAct, type Writing } from './cell-keys.ts';
import { pastedCells } from './pasted-cells.ts';
import type { GridFocus, Spot } from './use-grid-focus.ts';

interface GridCellProps {
  readonly label: string;
  readonly value: string;
  readonly bad: boolean;
  /** The row could not be read as cells: its text takes their place. */
  readonly wide: boolean;
  readonly spot: Spot;
  readonly grid: GridFocus;
  readonly onWrite: (value: string) => void;
  /** Several copied cells, to be spread from this one on. */
  readonly onPaste: (cells: readonly (readonly string[])[]) => void;
}

/** The grid takes the focus, so that what is being written elsewhere in it ends before another cell is chosen. */
const leaveWriting = (event: MouseEvent<HTMLElement>): void => {
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
};

const cellName = (label: string, value: string): string => `${label}: ${value === '' ? 'empty' : value}`;

/** A cell of a rejected row; once it is chosen it is written in, as in a spreadsheet. */
export function GridCell({ label, value, bad, wide, spot, grid, onWrite, onPaste }: GridCellProps) {
  const here = grid.spot.row === spot.row && (grid.spot.column === spot.column || (wide && spot.column === 0));
  if (here && grid.writing)
    return <CellInput {...{ label, value, bad, wide, grid, onWrite, onPaste }} writing={grid.writing} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid carries the keys of its cells
    <span
      role="gridcell"
      className={classes.cell}
      data-bad={bad || undefined}
      data-wide={wide || undefined}
      tabIndex={here ? 0 : -1}
      aria-label={cellName(label, value)}
      title={value}
      onFocus={() => grid.choose(spot)}
      onMouseDown={leaveWriting}
      onClick={() => grid.choose(spot)}
    >
      {value}
    </span>
  );
}

interface CellInputProps extends Omit<GridCellProps, 'spot'> {
  readonly writing: Writing;
}

function CellInput({ label, value, bad, wide, grid, writing, onWrite, onPaste }: CellInputProps) {
  const [text, setText] = useTextOf(value);
  const input = useRef<HTMLInputElement>(null);
  const keep = useKept(text, value, onWrite);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen again, at an edge of the grid, it takes the keys back
  useLayoutEffect(() => {
    if (writing !== 'chosen') return;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [writing, grid.spot]);
  const does = (act: CellAct): void => {
    if (act === 'edit') {
      grid.setWriting('edited');
      input.current?.setSelectionRange(text.length, text.length);
    } else if (act === 'take back') {
      setText(value);
      grid.setWriting('chosen');
    } else {
      keep();
      if (act === 'keep') grid.setWriting('chosen');
      else grid.act(act);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const act = event.nativeEvent.isComposing ? undefined : cellAct(writing, event);
    if (act === undefined) return;
    event.preventDefault();
    does(act);
  };
  const paste = (event: ClipboardEvent): void => {
    if (writing !== 'chosen') return;
    const cells = pastedCells(event.clipboardData.getData('text/plain'));
    // one cell is written as it is typed; so is a line that is pasted where the row is one text
    if (cells.length < 2 && (wide || (cells[0]?.length ?? 0) < 2)) return;
    event.preventDefault();
    onPaste(cells);
  };
  return (
    <span
      role="gridcell"
      className={classes.writing}
      aria-label={cellName(label, text)}
      data-chosen={writing === 'chosen' || undefined}
      data-bad={bad || undefined}
      data-wide={wide || undefined}
    >
      <input
        ref={input}
        aria-label={label}
        aria-invalid={bad || undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (writing === 'chosen') grid.setWriting('typed');
        }}
        onMouseDown={() => grid.setWriting('edited')}
        onBlur={(event) => {
          // another window has the keys for a while: the cell is still the one that is written in
          if (document.activeElement === event.currentTarget) return;
          keep();
          grid.setWriting(null);
        }}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
    </span>
  );
}

/** What is typed into a cell, until cells that are pasted give it another value. */
function useTextOf(value: string) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setText(value);
  }
  return [text, setText] as const;
}

/** Keeps what was typed when it is asked to, and when the row is scrolled out of sight. */
function useKept(text: string, value: string, onWrite: (value: string) => void): () => void {
  const kept = useRef(value);
  const keep = (): void => {
    if (text === kept.current || text === value) return;
    kept.current = text;
    onWrite(text);
  };
  const latest = useRef(keep);
  useLayoutEffect(() => {
    latest.current = keep;
  });
  useLayoutEffect(() => () => latest.current(), []);
  return keep;
}
