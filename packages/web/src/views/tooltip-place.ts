/** px between the pointer and what is told of it, and between that and the edges of the window. */
const GAP = 16;
const EDGE = 4;

/** Beside `at` where there is room, else on its other side, else as far as the window goes. */
export function beside(at: number, size: number, room: number): number {
  if (at + GAP + size + EDGE <= room) return at + GAP;
  const other = at - GAP - size;
  return other >= EDGE ? other : Math.max(EDGE, room - size - EDGE);
}

interface TipSize {
  readonly contentSize: readonly [number, number];
}

/** A tooltip that is seen whole: it lies over the page, as the tile that holds the drawing would cut it. */
export const besidePointer = (host: HTMLElement) => ({
  appendTo: 'body',
  className: 'chart-tooltip',
  position: (
    [x, y]: readonly [number, number],
    _told: unknown,
    tip: HTMLElement,
    _drawn: unknown,
    { contentSize: [width, height] }: TipSize,
  ): readonly [number, number] => {
    // to those who do not see it the drawing tells the same
    tip.ariaHidden = 'true';
    const { left, top } = host.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    return [beside(left + x, width, clientWidth) - left, beside(top + y, height, clientHeight) - top];
  },
});
