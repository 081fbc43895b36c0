import fc from 'fast-check';
import { arbitraryAggregations } from './arbitrary-aggregations.ts';
import { type Dsl, known, on, optional } from './arbitrary-fields.ts';
import { arbitraryQuery } from './arbitrary-query.ts';
import type { RawIndex } from './documents.ts';

/** A whole search body: query, aggregations, page and sorts. */
export function arbitrarySearch(index: Pick<RawIndex, 'fields'>): fc.Arbitrary<Dsl> {
  const fields = known(index);
  const sortable = [...fields.keywords, ...fields.numbers, ...fields.dates, ...fields.booleans];
  const sort = fc
    .uniqueArray(fc.tuple(on(sortable), fc.constantFrom('asc', 'desc'), fc.constantFrom('_last', '_first')), {
      maxLength: 2,
      selector: ([name]) => name,
    })
    .map((sorts) => [...sorts.map(([name, order, missing]) => ({ [name]: { order, missing } })), { _doc: 'asc' }]);
  return fc
    .tuple(
      fc.record({
        query: arbitraryQuery(index),
        sort,
        size: fc.constantFrom(0, 1, 5, 100),
        from: fc.constantFrom(0, 0, 2),
        _source: fc.constantFrom<unknown>(true, false, ['kw*', 'obj1.num3'], { excludes: ['obj1', 'num*'] }),
      }),
      optional({ aggs: arbitraryAggregations(index) }),
      fc.oneof(
        { arbitrary: fc.constant<Dsl>({}), weight: 4 },
        { arbitrary: fc.constant<Dsl>({ sort: [] }), weight: 1 },
      ),
      fc.oneof(
        { arbitrary: fc.constant<Dsl>({}), weight: 5 },
        { arbitrary: arbitraryQuery(index).map((post_filter): Dsl => ({ post_filter })), weight: 1 },
      ),
    )
    .map(([body, more, scored, filter]) => ({ ...body, ...more, ...scored, ...filter }));
}
