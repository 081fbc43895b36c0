/** Values in their order; those that are not kept are made when they are asked for. */
export interface Values extends Iterable<unknown> {
  readonly length: number;
  at(i: number): unknown;
}
