import type { IndexLayout } from '../../index/layout.ts';

/** A value as it was read; an array for a list. Whole numbers of 64 bits are numbers still. */
export type Cell = string | number | boolean | null | readonly string[] | readonly (number | boolean)[];

/** Values of documents that were read by shape, column by column. */
export class RowBlock {
  /** Columns of the index in the order of its fields. */
  readonly names: readonly string[];
  readonly columns: readonly Cell[][];
  readonly #places: ReadonlyMap<string, number>;
  /** Rows that are read; the next one is being written. */
  rows = 0;

  constructor(layout: IndexLayout) {
    this.names = layout.own.flatMap(({ columns }) => columns);
    this.columns = this.names.map(() => []);
    this.#places = new Map(this.names.map((name, place) => [name, place]));
  }

  /** Whether a row has a value in a column. */
  holds(name: string, row: number): boolean {
    return (this.column(name)?.[row] ?? null) !== null;
  }

  /** The values of a column; undefined for one the index did not have when the block was made. */
  column(name: string): readonly Cell[] | undefined {
    const place = this.#places.get(name);
    return place === undefined ? undefined : this.columns[place];
  }
}
