import type { Dictionary } from './dictionary.ts';
import type { Values } from './values.ts';

/** Values of a page as their places in a dictionary. */
export class DictionaryValues implements Values {
  readonly length: number;
  readonly dictionary: Dictionary;
  readonly #places: readonly number[];

  constructor(dictionary: Dictionary, places: readonly number[]) {
    this.length = places.length;
    this.dictionary = dictionary;
    this.#places = places;
  }

  at(i: number): unknown {
    return this.dictionary.values[this.placeOf(i)];
  }

  /** Place in the dictionary; -1 where the page does not tell one. */
  placeOf(i: number): number {
    return this.#places[i] ?? -1;
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}
