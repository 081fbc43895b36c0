/** How a cell of the grid is written in: chosen as a whole, begun by typing, or edited at the caret. */
export type Writing = 'chosen' | 'typed' | 'edited';

/** What a key does: it goes to another cell, edits what stands here, takes back or keeps what was typed, or sends all of it. */
export type CellAct =
  | { readonly go: readonly [down: number, right: number] }
  | 'edit'
  | 'take back'
  | 'keep'
  | 'send'
  | undefined;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const FAR = Number.MAX_SAFE_INTEGER;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

const LEAPS: Readonly<Record<string, readonly [number, number]>> = {
  PageDown: [12, 0],
  PageUp: [-12, 0],
  Home: [0, -FAR],
  End: [0, FAR],
};

/**
 * The keys of a spreadsheet: what is typed into a chosen cell takes the place of what stands there, and arrows end it; F2 or
 * Enter edits it, and arrows then move the caret. Undefined = the key is left to the browser: Tab out of a chosen cell leaves
 * the grid.
 */
export function cellAct(writing: Writing, { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): CellAct {
  const isChosen = writing === 'chosen';
  if (key === 'Enter' && (ctrlKey || metaKey)) return isChosen ? 'send' : 'keep';
  if (ctrlKey || metaKey || altKey) return undefined;
  const back = shiftKey ? -1 : 1;
  if (key === 'Enter') return isChosen ? 'edit' : { go: [back, 0] };
  if (key === 'Tab') return isChosen ? undefined : { go: [0, back] };
  if (key === 'Escape') return isChosen ? undefined : 'take back';
  if (key === 'F2') return 'edit';
  const step = shiftKey || writing === 'edited' ? undefined : (ARROWS[key] ?? (isChosen ? LEAPS[key] : undefined));
  return step && { go: step };
}
