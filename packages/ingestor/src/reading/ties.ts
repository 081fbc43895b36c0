import { createHash } from 'node:crypto';
import type { Cell } from '@datasarana/sources';

/** The last value of the cursor that was read; plain JSON. */
export interface TiesMark {
  readonly value: Cell;
  /** Rows that were read before those with this value. */
  readonly from: number;
}

const printOf = (row: readonly Cell[]): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64').slice(0, 16);

/** Those of some prints that were read before. */
type Known = (prints: readonly string[]) => ReadonlySet<string>;

/**
 * The rows that were read with the last value of a cursor. A second may hold more rows than were there when it was looked at,
 * and the same row may change twice in it: so rows of that value are read again, and those that are still the same are left out.
 */
export class Ties {
  readonly #known: Known;
  #mark: TiesMark | undefined;
  /** The value that was read last, when nothing is known of its rows. */
  readonly #behind: Cell | undefined;

  /** `behind`: the value at which an older version stopped, without a mark of its ties. */
  constructor(mark: TiesMark | undefined, behind: Cell | undefined, known: Known) {
    this.#mark = typeof mark?.from === 'number' ? mark : undefined;
    this.#behind = this.#mark ? undefined : behind;
    this.#known = known;
  }

  /** Where the rows are known that have the last value, so that they may be read again. */
  get mark(): TiesMark | undefined {
    return this.#mark;
  }

  /**
   * Those of a block that were not read before, and the prints that are to be kept of them. `cursor` is the place of its column,
   * `read` how many rows were read before the block.
   */
  unseen<T extends readonly Cell[]>(rows: readonly T[], cursor: number, read: number) {
    const cellOf = (row: readonly Cell[]): Cell => row[cursor] ?? null;
    const { value: before } = this.#mark ?? {};
    const again = before === undefined ? [] : rows.filter((row) => cellOf(row) === before).map(printOf);
    const known = again.length > 0 ? this.#known(again) : new Set<string>();
    const fresh = known.size === 0 ? rows : rows.filter((row) => cellOf(row) !== before || !known.has(printOf(row)));
    const last = rows.length > 0 ? cellOf(rows.at(-1) ?? []) : before;
    if (last === undefined || last === this.#behind) return { rows: fresh, ties: [] };
    if (last !== before) this.#mark = { value: last, from: read };
    return { rows: fresh, ties: fresh.filter((row) => cellOf(row) === last).map(printOf) };
  }
}
