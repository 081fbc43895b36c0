/** Where rows stand in the text they came from: the points where the next row is not on the next line. */
export interface LineMap {
  /** Ascending by `ordinal`, which counts rows from 0; `line` counts lines from 1. */
  readonly breaks: readonly { readonly ordinal: number; readonly line: number }[];
}

/** The 1-based line of the row with that ordinal. */
export function lineOf({ breaks }: LineMap, ordinal: number): number {
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
