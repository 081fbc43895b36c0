/** Px a head is moved before it is taken along: less is a click. */
const GRIP = 5;

const HEAD = '[role=columnheader]';

/** Heads of the columns beside one, itself among them. */
const cellsOf = (head: Element): readonly HTMLElement[] => [
  ...(head.parentElement?.querySelectorAll<HTMLElement>(HEAD) ?? []),
];

/**
 * Lets a head of a column be dragged by mouse or pen to another place among the others; a line shows where it would stand, and
 * Escape takes it back. Fingers scroll the table.
 *
 * @param onMove told the place among the columns, zero-based
 * @returns ends it
 */
export function dragColumn(head: HTMLElement, onMove: (to: number) => void): () => void {
  const begin = (down: PointerEvent): void => {
    const onEdge = down.target instanceof Element && down.target.tagName === 'HR';
    if (down.button !== 0 || down.pointerType === 'touch' || onEdge) return;
    const cells = cellsOf(head);
    const at = cells.indexOf(head);
    const ended = new AbortController();
    const listen = { signal: ended.signal };
    let to: number | null = null;
    const move = ({ clientX }: PointerEvent): void => {
      if (to === null && Math.abs(clientX - down.clientX) < GRIP) return;
      to = placeAt(cells, head, clientX);
      head.dataset.carried = '';
      const [side, target] = to > at ? (['after', cells[to]] as const) : (['before', cells[to]] as const);
      for (const cell of cells) delete cell.dataset.drop;
      if (to !== at && target) target.dataset.drop = side;
      target?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    const end = (kept: boolean): void => {
      ended.abort();
      delete head.dataset.carried;
      for (const cell of cells) delete cell.dataset.drop;
      if (to === null) return;
      // the end of a drag is no click on the head, which would sort
      const swallow = (click: Event): void => click.stopPropagation();
      head.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => head.removeEventListener('click', swallow, { capture: true }));
      if (kept && to !== at) onMove(to);
    };
    window.addEventListener('pointermove', move, listen);
    window.addEventListener('pointerup', () => end(true), listen);
    window.addEventListener('pointercancel', () => end(false), listen);
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), listen);
  };
  head.addEventListener('pointerdown', begin);
  return () => head.removeEventListener('pointerdown', begin);
}

/** Where a carried head would stand: behind all whose middle lies left of the pointer. */
const placeAt = (cells: readonly HTMLElement[], carried: HTMLElement, x: number): number =>
  cells.filter((cell) => {
    const { left, width } = cell.getBoundingClientRect();
    return cell !== carried && left + width / 2 < x;
  }).length;
