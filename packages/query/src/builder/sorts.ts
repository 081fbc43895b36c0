import { invalid } from '@datasarana/schema';
import type { JsonObject } from '../reading/json.ts';
import { SORT_ORDERS, type Sort, type SortOrder } from '../search/sort.ts';
import { AMONG_RECORDS, isInside, levelOf, type Place } from './nested-levels.ts';

/** A sort of the query builder (QRY-07). */
export interface QuerySort {
  readonly field: string;
  readonly order: SortOrder;
}

/** Whether it is a sort of a query object (QRY-07). */
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

/** The DSL of sorts; those by fields under Nested say so (QRY-23). @throws PlatformError 400 for a field out of reach */
export const sortDsl = (sorts: readonly QuerySort[], place: Place = AMONG_RECORDS): readonly JsonObject[] =>
  sorts.map(({ field, order }) => {
    const level = levelOf(field, place.fields);
    if (level === place.level || field === '_score') return { [field]: { order } };
    if (isInside(level, place.level)) return { [field]: { order, nested: { path: level } } };
    const message = `Objects of [${place.level}] cannot be sorted by [${field}], which lies outside of them`;
    throw invalid({ sort: message }, message);
  });

/** The sorts `sortDsl` was given; what is no sort by a field or by score is left out. */
export const readSorts = (sorts: readonly Sort[]): readonly QuerySort[] =>
  sorts.flatMap((sort) => {
    if (sort.kind === 'field') return [{ field: sort.field, order: sort.order }];
    return sort.kind === '_score' ? [{ field: sort.kind, order: sort.order }] : [];
  });
