import type { DecodedArray } from 'hyparquet';

/** Values of a column that its pages tell by their places. */
export class Dictionary {
  readonly values: DecodedArray;
  #made: { readonly by: unknown; readonly cells: unknown } | null = null;

  constructor(values: DecodedArray) {
    this.values = values;
  }

  /** What `make` makes of the values, by `by`: made once. */
  cells<T>(by: object, make: (values: DecodedArray) => T): T {
    if (this.#made?.by !== by) this.#made = { by, cells: make(this.values) };
    return this.#made.cells as T;
  }
}
