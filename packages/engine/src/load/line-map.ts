import type { LineMap } from './batch.ts';

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
