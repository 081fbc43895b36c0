export interface Word {
  readonly text: string;
  /** Above 0; the largest is drawn in the largest letters. */
  readonly weight: number;
}

/** A word with its middle and the height of its letters, in px. */
export interface PlacedWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
}

interface Space {
  readonly width: number;
  readonly height: number;
}

/** Width in px of a text at a height of letters. */
export type Measure = (text: string, size: number) => number;

const LARGEST = 96;
const SMALLEST = 11;
/** A line is a little higher than its letters. */
const LINE = 1.1;
/** Each try is this much smaller than the one before. */
const SHRINK = 0.85;

/**
 * Puts words into a space, heaviest first and nearest to the middle, area by weight; none overlaps another or the edge.
 * All letters shrink until every word has found a place; below 11 px a word without a place is null.
 */
export function placeWords(words: readonly Word[], space: Space, measure: Measure): readonly (PlacedWord | null)[] {
  let largest = Math.max(SMALLEST, Math.min(LARGEST, space.height / 3));
  for (;;) {
    const placed = attempt(words, space, measure, largest);
    if (largest <= SMALLEST || placed.every((word) => word !== null)) return placed;
    largest = Math.max(SMALLEST, largest * SHRINK);
  }
}

function attempt(
  words: readonly Word[],
  space: Space,
  measure: Measure,
  largest: number,
): readonly (PlacedWord | null)[] {
  const most = Math.max(...words.map(({ weight }) => weight));
  const order = words.map((word, at) => ({ word, at })).sort((a, b) => b.word.weight - a.word.weight || a.at - b.at);
  const taken: PlacedWord[] = [];
  const found: (PlacedWord | null)[] = words.map(() => null);
  for (const { word, at } of order) {
    const size = Math.max(SMALLEST, Math.round(largest * Math.sqrt(word.weight / most)));
    const place = freePlace({ text: word.text, size, width: measure(word.text, size) }, space, taken);
    if (place) taken.push(place);
    found[at] = place;
  }
  return found;
}

/** Steps along a spiral, as wide as the space is, from its middle outwards. */
function freePlace(
  word: Omit<PlacedWord, 'x' | 'y'>,
  { width, height }: Space,
  taken: readonly PlacedWord[],
): PlacedWord | null {
  const [middleX, middleY] = [width / 2, height / 2];
  const reach = Math.hypot(middleX, middleY);
  const flat = height / Math.max(1, width);
  for (let turn = 0, radius = 0; radius <= reach; turn += STEP / Math.max(STEP, radius), radius = turn * PITCH) {
    const placed = { ...word, x: middleX + radius * Math.cos(turn), y: middleY + radius * flat * Math.sin(turn) };
    if (isInside(placed, width, height) && !taken.some((other) => isTouching(placed, other))) return placed;
  }
  return null;
}

/** Px between two tries along the spiral, and px it widens by in one radian. */
const STEP = 8;
const PITCH = 1.5;

const isInside = ({ x, y, size, width }: PlacedWord, right: number, bottom: number): boolean =>
  x - width / 2 >= 0 && x + width / 2 <= right && y - (size * LINE) / 2 >= 0 && y + (size * LINE) / 2 <= bottom;

const GAP = 4;

const isTouching = (a: PlacedWord, b: PlacedWord): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + GAP && Math.abs(a.y - b.y) < ((a.size + b.size) * LINE) / 2;
