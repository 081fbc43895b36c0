import fc from 'fast-check';
import { about, type Dsl, type Known, known, on, optional, zone } from './arbitrary-fields.ts';
import { intervals } from './arbitrary-intervals.ts';
import { points } from './arbitrary-points.ts';
import { WORDS } from './arbitrary-rows.ts';
import { queryString, simpleText } from './arbitrary-strings.ts';
import type { RawIndex } from './documents.ts';

const keyword = fc.constantFrom('a', 'b', 'B', 'a b', 'äö', '日本', '🎉', 'nothing', '100%', 'a/b');
const number = fc.oneof(fc.constantFrom(0, 1, -1, 2.5, 100, 1e10, 0.1), fc.integer({ min: -20, max: 50 }));
const date = fc.constantFrom(
  ...[
    '2020-01-01',
    '2020-02-29T12:00:00Z',
    '2020-06',
    '2020',
    '2019-12-31T23:59:59.999Z',
    '2020-01-01||+1M/d',
    '2020-03-08||/M',
  ],
  ...['now-1d/d', '1577836800000'],
);
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const boost = fc.constantFrom(1, 1, 2, 0.5);

const below =
  (name: string) =>
  (pair: readonly [string, unknown]): Dsl => ({ [name]: { [pair[0]]: pair[1] } });

const limits = (value: fc.Arbitrary<unknown>) =>
  fc
    .record({ gte: value, gt: value, lte: value, lt: value, boost }, { requiredKeys: [] })
    .map(({ gte, gt, lte, lt, boost: weight }) => ({
      ...(gte !== undefined ? { gte } : gt !== undefined && { gt }),
      ...(lte !== undefined ? { lte } : lt !== undefined && { lt }),
      ...(weight !== undefined && { boost: weight }),
    }));

const minimum = fc.constantFrom<string | number>(1, 2, -1, '50%', '-40%', '2<75%', '1<-1 3<50%');
const fuzziness = fc.constantFrom<string | number>('AUTO', 'AUTO:2,4', 0, 1, 2);
const fuzzy = optional({
  fuzziness,
  prefix_length: fc.constantFrom(0, 1),
  fuzzy_transpositions: fc.boolean(),
});
const expression = fc.constantFrom(
  ...['fo.', 'f[a-p]x', '(quick|fox)', '.*o.*', '[^f].*', '~(fo.*)', '.*x&f.*', '<1-100>', '"a b"', 'a?b?', 'b{0,2}'],
  ...['@', '#', '\\w+', '東.*', '.', ''],
);
const near = fc.constantFrom('fix', 'ofx', 'quikc', 'Fox', 'brwn', 'b', '東京', 'foo_br', 'a b');
const pattern = fc.constantFrom('*', 'a*', '?', '*o*', 'F?x', 'ä*', '1*%', '\\*', 'x\\*y', 'fo*s');

export const leaves = (fields: Known): readonly fc.Arbitrary<Dsl>[] => [
  fc.constant<Dsl>({ match_all: {} }),
  fc.constant<Dsl>({ ids: { values: ['d0', 'd3', 'nothing'] } }),
  fc.constantFrom<Dsl>({ exists: { field: 'unknown' } }, { term: { unknown: 1 } }, { match_none: {} }),
  fc.constantFrom(...Object.values(fields).flat(), 'obj1').map((field): Dsl => ({ exists: { field } })),
  ...about(fields.keywords, (field) => fc.tuple(field, keyword).map(below('term'))),
  ...about(fields.keywords, (field) =>
    fc.tuple(field, fc.record({ value: keyword, case_insensitive: fc.boolean(), boost })).map(below('term')),
  ),
  ...about(fields.keywords, (field) => fc.tuple(field, fc.array(keyword, { maxLength: 4 })).map(below('terms'))),
  ...about(fields.keywords, (field) => fc.tuple(field, limits(keyword)).map(below('range'))),
  ...about([...fields.keywords, ...fields.texts], (field) =>
    fc
      .tuple(
        field,
        fc.record({ value: fc.constantFrom('a', 'B', 'fo', 'Zet', '東', ''), case_insensitive: fc.boolean() }),
      )
      .map(below('prefix')),
  ),
  ...about([...fields.keywords, ...fields.texts], (field) =>
    fc.tuple(field, fc.record({ value: pattern, case_insensitive: fc.boolean() })).map(below('wildcard')),
  ),
  ...about([...fields.keywords, ...fields.texts], (field) =>
    fc
      .tuple(
        field,
        fc.record({
          value: expression,
          case_insensitive: fc.boolean(),
          flags: fc.constantFrom('ALL', 'NONE', 'INTERVAL|COMPLEMENT'),
        }),
      )
      .filter(([, { value, flags }]) => flags === 'ALL' || !value.startsWith('~'))
      .map(below('regexp')),
  ),
  ...about([...fields.keywords, ...fields.texts], (field) =>
    fc
      .tuple(
        field,
        fc
          .tuple(
            fc.record({ value: near }),
            optional({ fuzziness, prefix_length: fc.constantFrom(0, 1, 2), transpositions: fc.boolean(), boost }),
          )
          .map(([a, b]) => ({ ...a, ...b })),
      )
      .map(below('fuzzy')),
  ),
  ...(fields.numbers.length === 0
    ? []
    : about([...fields.keywords, ...fields.texts], (field) =>
        fc.tuple(field, fc.array(fc.constantFrom('a', 'b', 'fox', 'quick'), { maxLength: 3 }), on(fields.numbers)).map(
          ([name, terms, minimum_should_match_field]): Dsl => ({
            terms_set: { [name]: { terms, minimum_should_match_field } },
          }),
        ),
      )),
  ...about(fields.numbers, (field) => fc.tuple(field, number).map(below('term'))),
  ...about(fields.numbers, (field) => fc.tuple(field, fc.array(number, { maxLength: 4 })).map(below('terms'))),
  ...about(fields.numbers, (field) => fc.tuple(field, limits(number)).map(below('range'))),
  ...about(fields.booleans, (field) => fc.tuple(field, fc.constantFrom(true, false, 'true')).map(below('term'))),
  ...about(fields.dates, (field) => fc.tuple(field, limits(date)).map(below('range'))),
  ...about(fields.dates, (field) =>
    fc
      .tuple(
        field,
        fc.tuple(limits(date), zone).map(([range, time_zone]) => ({ ...range, time_zone })),
      )
      .map(below('range')),
  ),
  ...about(fields.dates, (field) =>
    fc.tuple(field, fc.constantFrom('2020-01-01', '2020-02-29', 1577836800000)).map(below('term')),
  ),
  ...texts(fields),
  ...points(fields),
];

const texts = (fields: Known): readonly fc.Arbitrary<Dsl>[] => [
  ...about(fields.texts, (field) => fc.tuple(field, fc.constantFrom('fox', 'FOX', 'quick', '東')).map(below('term'))),
  ...about([...fields.texts, ...fields.keywords], (field) =>
    fc
      .tuple(
        field,
        fc
          .tuple(
            fc.record({ query: words }),
            optional({
              operator: fc.constantFrom('and', 'or'),
              minimum_should_match: minimum,
              zero_terms_query: fc.constantFrom('all', 'none'),
            }),
            fuzzy,
          )
          .map(([a, b, c]) => ({ ...a, ...b, ...c })),
      )
      .map(below('match')),
  ),
  ...about([...fields.texts, ...fields.keywords], (field) => fc.tuple(field, words).map(below('match_phrase'))),
  ...about(fields.texts, (field) =>
    fc
      .tuple(field, fc.record({ query: words, slop: fc.constantFrom(0, 1, 2, 5) }))
      .chain((pair) => fc.constantFrom('match_phrase', 'match_phrase_prefix').map((name) => below(name)(pair))),
  ),
  ...about(fields.texts, (field) => fc.tuple(field, intervals).map(below('intervals'))),
  ...about([...fields.texts, ...fields.keywords], (field) =>
    fc
      .tuple(field, fc.record({ query: words, operator: fc.constantFrom('and', 'or'), minimum_should_match: minimum }))
      .map(below('match_bool_prefix')),
  ),
  fc
    .record({
      query: words,
      type: fc.constantFrom('best_fields', 'most_fields', 'cross_fields', 'phrase'),
      operator: fc.constantFrom('and', 'or'),
    })
    .map((body): Dsl => ({ multi_match: body })),
  fc
    .record({
      query: words,
      type: fc.constantFrom('best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix', 'bool_prefix'),
      fields: fc.subarray([...fields.texts, 'unknown'], { minLength: 1 }),
      operator: fc.constantFrom('and', 'or'),
      tie_breaker: fc.constantFrom(0, 0.5, 1),
    })
    .map((body): Dsl => ({ multi_match: body })),
  queryString(fields),
  simpleText(fields),
];

/** Clauses about the objects of nested fields, put together as any others. */
function nestedClauses(index: Pick<RawIndex, 'fields'>): readonly fc.Arbitrary<Dsl>[] {
  return index.fields
    .filter(({ type }) => type === 'nested')
    .map((field) => {
      const inside = fc.oneof(...leaves(known({ fields: [{ ...field, type: 'object' }] })));
      const both = fc.tuple(inside, inside).map((must): Dsl => ({ bool: { must } }));
      const query = fc.oneof(
        inside,
        both,
        inside.map((must_not): Dsl => ({ bool: { must_not } })),
      );
      return fc
        .tuple(query, fc.constantFrom('avg', 'max', 'min', 'sum', 'none'))
        .map(([inner, score_mode]): Dsl => ({ nested: { path: field.name, query: inner, score_mode } }));
    });
}

const functions = fc.array(
  fc.constantFrom(
    { weight: 2 },
    { random_score: { seed: 1 } },
    { filter: { match_all: {} }, weight: 0.5 },
    { filter: { match_none: {} }, weight: 3 },
  ),
  { maxLength: 3 },
);

/** Any clause that fits the fields of the index. */
export function arbitraryQuery(index: Pick<RawIndex, 'fields'>): fc.Arbitrary<Dsl> {
  const any = [...leaves(known(index)), ...nestedClauses(index)];
  return fc.letrec<{ readonly query: Dsl }>((tie) => {
    const list = fc.array(tie('query'), { maxLength: 3 });
    const bool = optional({
      must: list,
      filter: list,
      should: list,
      must_not: list,
      minimum_should_match: minimum,
      boost,
    }).map((body): Dsl => ({ bool: body }));
    const either = fc.array(tie('query'), { minLength: 2, maxLength: 4 }).map((should): Dsl => ({ bool: { should } }));
    const not = tie('query').map((query): Dsl => ({ bool: { must_not: query } }));
    const wrapped = fc.oneof(
      fc
        .tuple(tie('query'), functions, fc.constantFrom('sum', 'multiply', 'replace'))
        .map(([query, list, boost_mode]): Dsl => ({ function_score: { query, functions: list, boost_mode } })),
      tie('query').map((filter): Dsl => ({ constant_score: { filter, boost: 2 } })),
      fc
        .tuple(tie('query'), tie('query'))
        .map(([positive, negative]): Dsl => ({ boosting: { positive, negative, negative_boost: 0.5 } })),
      fc
        .tuple(fc.array(tie('query'), { minLength: 1, maxLength: 3 }), fc.constantFrom(0, 0.3))
        .map(([queries, tie_breaker]): Dsl => ({ dis_max: { queries, tie_breaker } })),
    );
    return {
      query: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'query' },
        { arbitrary: fc.oneof(...any), weight: 4 },
        { arbitrary: bool, weight: 2 },
        { arbitrary: either, weight: 3 },
        { arbitrary: not, weight: 1 },
        { arbitrary: wrapped, weight: 2 },
      ),
    };
  }).query;
}
