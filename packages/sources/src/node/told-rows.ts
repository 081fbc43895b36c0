import type { SetAside } from '../rows/row-reader.ts';

/** Begins a row of delimited text that stands for one its sender could not read: its rule, its reason and itself follow. */
const MARK = '\u0001aside';
/** One cell more than the header in each row would be a column that it left out. */
const MORE_THAN_HEADER = 2;

/** The cells that tell of a row set aside, among rows of so many columns: more than those, so that it is none of them. */
export function toldCells({ rule, reason, raw }: SetAside, columns: number): readonly string[] {
  const cells = [MARK, rule, reason, raw];
  const missing = columns + MORE_THAN_HEADER - cells.length;
  return missing > 0 ? [...cells, ...new Array<string>(missing).fill('')] : cells;
}

/** What cells tell of a row set aside; null for any others. */
export function toldRow([mark, rule, reason, raw]: readonly string[]): Pick<
  SetAside,
  'rule' | 'reason' | 'raw'
> | null {
  if (mark !== MARK || rule === undefined || reason === undefined || raw === undefined) return null;
  return { rule, reason, raw };
}
