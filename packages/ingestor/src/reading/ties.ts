import { createHash } from 'node:crypto';
import type { Cell } from '@datasarana/sources';

/** The last value of the cursor that was read; plain JSON. */
export interface TiesMark {
  readonly value: Cell;
  /** Rows that were read before those with this value. */
  readonly from: number;
  /** The columns its rows had then, in their order; an older version did not note them. */
  readonly columns?: readonly string[];
}

const printOf = (row: readonly Cell[]): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64').slice(0, 16);

const MARKS = /\p{M}+/gu;

/**
 * What databases take for one value when they compare without case, accents or spaces at the end. Values it takes for one that the
 * database tells apart only make more rows known.
 */
const folded = (value: Cell | undefined): Cell | undefined =>
  typeof value === 'string' ? value.normalize('NFKD').replace(MARKS, '').toUpperCase().trimEnd() : value;

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
  /** How many rows of one value look alike so far; only of a table without a key, where several may. */
  #alike: { value: Cell | undefined; readonly counts: Map<string, number> } | null = null;
  #columns: readonly string[] | null = null;
  /** Where the columns stand now that the rows of the last value were known by; null = where they stood. */
  #places: readonly number[] | null = null;

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
   * Reading begins at the first row of the last value. `hasTwins`: rows may be the same in every column. A column that the table got
   * since makes no other rows of those that are known.
   */
  begin(columns: readonly string[], hasTwins: boolean): void {
    this.#columns = columns;
    this.#places = this.#mark?.columns?.map((name) => columns.indexOf(name)) ?? null;
    this.#alike = hasTwins ? { value: undefined, counts: new Map() } : null;
  }

  /** A row of a table without a key is told from those like it by how many of them stood before it. */
  #printOf(row: readonly Cell[], value: Cell | undefined): string {
    const places = value === folded(this.#mark?.value) ? this.#places : null;
    const print = printOf(places ? places.map((place) => row[place] ?? null) : row);
    if (this.#alike === null) return print;
    if (this.#alike.value !== value) this.#alike = { value, counts: new Map() };
    const { counts } = this.#alike;
    const before = counts.get(print) ?? 0;
    counts.set(print, before + 1);
    return before === 0 ? print : `${print}+${before}`;
  }

  /**
   * Those of a block that were not read before, and the prints that are to be kept of them. `cursor` is the place of its column,
   * `read` how many rows were read before the block.
   */
  unseen<T extends readonly Cell[]>(rows: readonly T[], cursor: number, read: number) {
    const cellOf = (row: readonly Cell[]): Cell | undefined => folded(row[cursor] ?? null);
    const before = folded(this.#mark?.value);
    const last = rows.length > 0 ? cellOf(rows.at(-1) ?? []) : before;
    const prints = new Map<T, string>();
    for (const row of rows) {
      const value = cellOf(row);
      if (value === before || value === last) prints.set(row, this.#printOf(row, value));
    }
    const again = rows.flatMap((row) => (cellOf(row) === before ? (prints.get(row) ?? []) : []));
    const known = again.length > 0 ? this.#known(again) : new Set<string>();
    const isKnown = (row: T): boolean => cellOf(row) === before && known.has(prints.get(row) ?? '');
    const fresh = known.size === 0 ? rows : rows.filter((row) => !isKnown(row));
    if (last === undefined || last === folded(this.#behind)) return { rows: fresh, ties: [] };
    if (last !== before) {
      const value = rows.at(-1)?.[cursor] ?? null;
      this.#mark = { value, from: read, ...(this.#columns && { columns: this.#columns }) };
      this.#places = null;
    }
    return { rows: fresh, ties: fresh.flatMap((row) => (cellOf(row) === last ? (prints.get(row) ?? []) : [])) };
  }
}
