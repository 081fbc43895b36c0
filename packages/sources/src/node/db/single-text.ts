import type { Cell } from '../../rows/row-reader.ts';

/** Nine digits tell any two numbers of single precision apart. */
const MOST_DIGITS = 9;

/** A number of single precision, given with the digits of a double, in the fewest digits that mean it: 0.10000000149011612 is 0.1. */
export function singleText(text: Cell): Cell {
  if (text === null) return null;
  const value = Number(text);
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return String(shorter);
  }
  return text;
}
