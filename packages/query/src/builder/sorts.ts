import { invalid } from '@datasarana/schema';
import type { JsonObject } from '../reading/json.ts';
import { SORT_ORDERS, type SortOrder } from '../search/sort.ts';

/** A sort of the query builder (QRY-07). */
export interface QuerySort {
  readonly field: string;
  readonly order: SortOrder;
}

export const isQuerySort = (value: unknown): value is QuerySort =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'order' in value &&
  SORT_ORDERS.some((order) => order === value.order);

/** The sorts without one of them (QRY-08): refused when it is no sort at all, or none of these. */
export function removeSort(sorts: readonly QuerySort[], sort: unknown): readonly QuerySort[] {
  if (!isQuerySort(sort))
    throw invalid({ sort: 'Sort parameter type is not valid' }, 'Sort parameter type is not valid');
  const at = sorts.findIndex((each) => each.field === sort.field && each.order === sort.order);
  if (at < 0) throw invalid({ sort: 'Sort is not valid' }, 'Sort is not valid');
  return sorts.toSpliced(at, 1);
}

export const sortDsl = (sorts: readonly QuerySort[]): readonly JsonObject[] =>
  sorts.map(({ field, order }) => ({ [field]: { order } }));
