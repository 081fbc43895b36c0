import type { Scalar } from '@datasarana/query';
import type { SortValue } from './response.ts';
import type { Sql } from './sql.ts';

/** One level of an order: the value of a row in SQL, and how it is compared and shown. */
export interface SortKey {
  readonly kind: 'field' | '_score' | '_doc';
  readonly value: Sql;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  /** The parameter a value of `search_after` becomes. */
  readonly parameter: (given: Scalar) => Sql;
  /** A value of `search_after` as rows have it, where that is not how it is shown. */
  readonly given?: (value: Scalar) => SortValue;
  /** Values are whole numbers, those beyond 2^53 as text. */
  readonly isWhole?: boolean;
  readonly shown: (value: SortValue) => SortValue;
}
