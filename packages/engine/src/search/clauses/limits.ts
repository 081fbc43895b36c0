import type { Bound } from '@datasarana/query';

/** Limits of a range query, as far as they are given. */
export interface Limits {
  readonly gt?: Bound;
  readonly gte?: Bound;
  readonly lt?: Bound;
  readonly lte?: Bound;
  readonly format?: string;
  readonly timeZone?: string;
}
