import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './column-handle.module.css';
import { dragColumn } from './drag-column.ts';

interface ColumnHandleProps {
  readonly name: string;
  /** Zero-based, among `tracks`. */
  readonly at: number;
  /** Grid tracks of all columns. */
  readonly tracks: readonly string[];
  /** Px a column may be given. */
  readonly bounds: { readonly least: number; readonly most: number };
  /** Undefined: as wide as what it holds. */
  readonly onWidth: (px: number | undefined) => void;
  readonly onMove: (to: number) => void;
}

const STEP = 16;

/** The edge of a column: it is dragged, or moved by arrows, to change the width; with Shift they change the column's place. */
export function ColumnHandle({ name, at, tracks, bounds, onWidth, onMove }: ColumnHandleProps) {
  const edge = useRef<HTMLHRElement>(null);
  const follows = useRef(false);
  const [px, setPx] = useState(() => Number.parseInt(tracks[at]?.match(/\d+/)?.[0] ?? '0', 10));
  const bounded = (width: number): number => Math.round(Math.min(bounds.most, Math.max(bounds.least, width)));
  const measure = (): number => Math.round(edge.current?.parentElement?.getBoundingClientRect().width ?? px);
  useEffect(() => {
    if (edge.current?.parentElement) return dragColumn(edge.current.parentElement, onMove);
  }, [onMove]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a column in another place is another element to the browser
  useEffect(() => {
    if (follows.current) edge.current?.focus();
    follows.current = false;
  }, [at]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tracks make other widths
  useEffect(() => setPx(measure()), [tracks]);

  const byKey = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') onWidth(undefined);
    if (by === 0) return;
    event.preventDefault();
    if (!event.shiftKey) onWidth(bounded(measure() + by * STEP));
    else if (tracks[at + by] !== undefined) {
      follows.current = true;
      onMove(at + by);
    }
  };
  return (
    <hr
      ref={edge}
      tabIndex={0}
      className={classes.edge}
      title={`Drag to change the width of ${name}, double click to fit it`}
      aria-label={`Edge of ${name}`}
      aria-description="Arrows change the width, Shift and arrows the place, Enter fits the width to what it holds"
      aria-orientation="vertical"
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      aria-valuenow={px}
      aria-valuetext={`${px} px wide, column ${at + 1} of ${tracks.length}`}
      onKeyDown={byKey}
      onDoubleClick={() => onWidth(undefined)}
      onPointerDown={(event) => dragEdge(event, bounded, onWidth)}
    />
  );
}

/** Shows the width under the pointer and tells it once the edge is let go; Escape takes it back. */
function dragEdge(
  event: PointerEvent<HTMLElement>,
  bounded: (px: number) => number,
  onWidth: (px: number) => void,
): void {
  const edge = event.currentTarget;
  const head = edge.parentElement;
  const table = edge.closest('[role=grid]')?.parentElement?.parentElement;
  if (event.button !== 0 || !head || !table) return;
  event.preventDefault();
  edge.setPointerCapture(event.pointerId);
  const before = table.style.getPropertyValue('--tracks');
  const heads = [...(head.parentElement?.children ?? [])];
  // the others stay as they are: shares of what is left would move the edge from the pointer
  const others = heads.map((one) => `${one.getBoundingClientRect().width}px`);
  const from = { x: event.clientX, px: head.getBoundingClientRect().width };
  const show = (shown: string): void => {
    table.style.setProperty('--tracks', shown);
    table.style.setProperty('--narrow-tracks', shown);
  };
  let px: number | null = null;
  const ended = new AbortController();
  const listen = { signal: ended.signal };
  const move = ({ clientX }: globalThis.PointerEvent): void => {
    if (px === null && clientX === from.x) return;
    px = bounded(from.px + clientX - from.x);
    show([...others.with(heads.indexOf(head), `${px}px`), 'minmax(0, 1fr)'].join(' '));
  };
  const end = (kept: boolean): void => {
    ended.abort();
    if (px === null) return;
    if (kept) onWidth(px);
    else show(before);
  };
  edge.addEventListener('pointermove', move, listen);
  edge.addEventListener('pointerup', () => end(true), listen);
  edge.addEventListener('pointercancel', () => end(false), listen);
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), listen);
}
