import { createHash } from 'node:crypto';
import type { Cell } from '@datasarana/sources';

/** More rows of one value than this are not remembered: rows that come late with that value are then passed over. */
const MOST = 2000;

/** What is kept of the rows that have the last value of the cursor; plain JSON. */
export interface TiesMark {
  readonly value: Cell;
  readonly rows: readonly string[];
  /** There are more than are kept. */
  readonly isFull: boolean;
}

const printOf = (row: readonly Cell[]): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64').slice(0, 16);

/**
 * The rows that were read with the last value of a cursor. A second may hold more rows than were there when it was looked at,
 * and the same row may change twice in it: so rows of that value are read again, and those that are still the same are left out.
 */
export class Ties {
  #value: Cell | undefined;
  #rows: Set<string>;
  #isFull: boolean;

  /** `isBehind`: something was read before; without a mark of its ties nothing is known of them. */
  constructor(mark: TiesMark | undefined, isBehind: boolean) {
    this.#value = mark?.value;
    this.#rows = new Set(mark?.rows);
    this.#isFull = mark?.isFull ?? isBehind;
  }

  /** Whether all rows of the last value are known, so that they may be read again. */
  get areKnown(): boolean {
    return this.#value !== undefined && !this.#isFull;
  }

  get mark(): TiesMark {
    return { value: this.#value ?? null, rows: [...this.#rows], isFull: this.#isFull };
  }

  /** Those of a block that were not read before; they count as read from now on. `cursor` is the place of its column. */
  unseen<T extends readonly Cell[]>(rows: readonly T[], cursor: number): T[] {
    const last = rows.at(-1)?.[cursor] ?? null;
    return rows.filter((row) => {
      const value = row[cursor] ?? null;
      if (value !== this.#value && value !== last) return true;
      if (value !== this.#value) this.#begin(value);
      return this.#isNew(printOf(row));
    });
  }

  #begin(value: Cell): void {
    this.#value = value;
    this.#rows = new Set();
    this.#isFull = false;
  }

  #isNew(print: string): boolean {
    if (this.#rows.has(print)) return false;
    if (this.#rows.size < MOST) this.#rows.add(print);
    else this.#isFull = true;
    return true;
  }
}
