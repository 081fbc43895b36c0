import type { Dictionary } from './dictionary.ts';
import type { Values } from './values.ts';

/** Values among rows that have none: `levels` tells of each row whether it has, by 1. */
export class AmongNulls implements Values {
  readonly length: number;
  readonly #values: Values;
  /** Of each row the place of its value; -1 for none. */
  readonly #places: Int32Array;

  constructor(values: Values, levels: Uint8Array) {
    this.length = levels.length;
    this.#values = values;
    this.#places = new Int32Array(levels.length);
    let next = 0;
    for (let i = 0; i < levels.length; i++) this.#places[i] = levels[i] === 1 ? next++ : -1;
  }

  at(i: number): unknown {
    const place = this.#places[i] ?? -1;
    return place < 0 ? null : this.#values.at(place);
  }

  get dictionary(): Dictionary | undefined {
    return this.#values.dictionary;
  }

  placeOf(i: number): number {
    const place = this.#places[i] ?? -1;
    return place < 0 ? -1 : (this.#values.placeOf?.(place) ?? -1);
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}
