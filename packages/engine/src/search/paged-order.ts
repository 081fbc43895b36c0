import type { SearchRequest, Sort } from '@datasarana/query';
import type { SortValue } from './response.ts';

const isWritten = (sort: Sort): boolean => sort.kind === 'field' && sort.format !== undefined;

function asKept(sort: Sort): Sort {
  if (sort.kind !== 'field') return sort;
  const { format: _written, ...kept } = sort;
  return kept;
}

/**
 * An order that can be read on from the last hit of a page without losing any: every match has a place of its own. A date
 * that is written in a format (`yyyy`) stands for many moments, so it orders as it is kept, and is written behind `_doc`,
 * where it decides nothing.
 */
export const pagedOrder = (sort: readonly Sort[]): readonly Sort[] => [
  ...sort.map(asKept),
  { kind: '_doc', order: 'asc' },
  ...sort.filter(isWritten),
];

/** The request of the next page in a paged order, by the sort values of the last hit before it. */
export function pageBehind(request: SearchRequest, last: readonly SortValue[]): SearchRequest {
  const place = request.sort.findLastIndex(({ kind }) => kind === '_doc');
  // what is written behind may be no date that can be read again
  return { ...request, searchAfter: last.map((value, i) => (i <= place ? value : null)) };
}

/** The sort values of a hit in a paged order, as the order it was made of asks for them. */
export function valuesAsAsked(sort: readonly Sort[], values: readonly SortValue[]): readonly SortValue[] {
  const written = values.slice(sort.length + 1).values();
  return sort.map((key, i) => (isWritten(key) ? written.next().value : values[i]) ?? null);
}
