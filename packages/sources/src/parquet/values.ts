import type { Dictionary } from './dictionary.ts';

/** Values in their order; those that are not kept are made when they are asked for. */
export interface Values extends Iterable<unknown> {
  readonly length: number;
  at(i: number): unknown;
  /** Where they are told by their places in one. */
  readonly dictionary?: Dictionary | undefined;
  /** Place in the dictionary; -1 for none. */
  placeOf?(i: number): number;
}
