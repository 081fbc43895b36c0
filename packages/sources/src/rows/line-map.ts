import { type LineBreak, PackedBreaks } from './packed-breaks.ts';

/** Where rows stand in the text they came from: the points where the next row is not on the next line. */
export interface LineMap {
  /** Ascending by `ordinal`. */
  readonly breaks: readonly LineBreak[];
  /** Those behind, where they are many; read by {@link lineOf}. */
  readonly packed?: string;
}

/** Breaks that stand one by one: a usual file has fewer. */
const MOST_BREAKS = 4096;

/** Gathers where rows stand, few bytes for a row. */
export class RowLines {
  readonly #breaks: LineBreak[] = [];
  #packed: PackedBreaks | null = null;
  #rows = 0;
  #expected = Number.NaN;

  /** The next `rows` rows stand on lines one behind the other, the first on `line`. */
  add(line: number, rows = 1): void {
    if (line !== this.#expected) this.#break({ ordinal: this.#rows, line });
    this.#rows += rows;
    this.#expected = line + rows;
  }

  #break(next: LineBreak): void {
    const last = this.#breaks.at(-1);
    if (this.#packed) this.#packed.add(next);
    else if (last && this.#breaks.length === MOST_BREAKS) {
      this.#packed = new PackedBreaks(last);
      this.#packed.add(next);
    } else this.#breaks.push(next);
  }

  /** The line of a row that was added. */
  lineOf(ordinal: number): number {
    const last = this.#breaks.at(-1);
    return this.#packed && last && last.ordinal <= ordinal
      ? this.#packed.lineOf(ordinal)
      : lineAmong(this.#breaks, ordinal);
  }

  /** Where all rows stand that were added. */
  get map(): LineMap {
    const packed = this.#packed?.text;
    return { breaks: this.#breaks, ...(packed !== undefined && { packed }) };
  }
}

/** What was read of maps, for as long as they are held. */
const unpacked = new WeakMap<LineMap, PackedBreaks>();

/** The 1-based line of the row with that ordinal. */
export function lineOf(map: LineMap, ordinal: number): number {
  const { breaks, packed } = map;
  const last = breaks.at(-1);
  if (packed === undefined || !last || ordinal < last.ordinal) return lineAmong(breaks, ordinal);
  const known = unpacked.get(map) ?? PackedBreaks.read(last, packed);
  unpacked.set(map, known);
  return known.lineOf(ordinal);
}

function lineAmong(breaks: readonly LineBreak[], ordinal: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((breaks[middle]?.ordinal ?? 0) <= ordinal) low = middle + 1;
    else high = middle;
  }
  const last = breaks[low - 1];
  return last === undefined ? ordinal + 1 : last.line + (ordinal - last.ordinal);
}
