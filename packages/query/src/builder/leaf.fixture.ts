import fc from 'fast-check';
import { MULTI_MATCH_TYPES } from '../clauses/multi-match.ts';
import { parseQuery } from '../search/search-request.ts';
import { createLeaf, LEAF_CLAUSES, LEAF_TYPES, type Leaf, type LeafType } from './leaf.ts';
import { leafDsl } from './leaf-dsl.ts';
import { isInside, levelOf, type QueryFields } from './nested-levels.ts';

/** Fields of records, of objects, and of objects within those. */
export const FIELDS: QueryFields = { nested: ['obj', 'obj.in', 'other'], shapes: ['area1', 'obj.area2'] };
const NAMES = [
  'kw1',
  'num1',
  'pt1',
  'area1',
  'plain.kw2',
  'obj.kw3',
  'obj.num3',
  'obj.area2',
  'obj.in.kw4',
  'other.num5',
];

/** Names at a level or further in. */
export const within = (level: string): readonly string[] =>
  NAMES.filter((name) => isInside(levelOf(name, FIELDS), level));
const exactlyAt = (level: string) => NAMES.filter((name) => levelOf(name, FIELDS) === level);
export const LEVELS = ['', ...FIELDS.nested];

export const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.stringMatching(/^[a-z/ ]{1,8}$/));
/** A search text that can be read, without slashes that are escaped already: those are the same text without. */
const searchText = word.filter((text) => {
  try {
    return (
      parseQuery(leafDsl(createLeaf({ type: 'keyword', keyword: text }))) && !/(?:^|[^\\])(?:\\\\)*\\\//.test(text)
    );
  } catch {
    return false;
  }
});
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const scalar = fc.oneof(word, number, fc.boolean());
export const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 3 });
const count = fc.integer({ min: 0, max: 90 });
const expansions = fc.integer({ min: 1, max: 50 });

/** Either end or both. */
const range = <T>(bound: fc.Arbitrary<T>) =>
  fc.oneof(fc.record({ from: bound }), fc.record({ to: bound }), fc.record({ from: bound, to: bound }));
export const numbers = range(number);
export const dates = range(fc.constantFrom('now-7d', '2024-01-01', '2024-02-29T12:00:00Z', 'now/d', '2020||+1M/d'));

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
export const point = fc.record({ lat: degrees(90), lon: degrees(180) });
const box = fc
  .tuple(degrees(90), degrees(90), degrees(180), degrees(180))
  .map(([a, b, left, right]) => ({ top: Math.max(a, b), left, bottom: Math.min(a, b), right }));

type Made = fc.Arbitrary<Partial<Leaf>>;
const operator = fc.constantFrom('and', 'or');
const text = { keyword: scalar };

/** What each condition says beside its fields; one without does not compile. */
const SETTINGS: Readonly<Record<LeafType, Made>> = {
  term: fc.record(text),
  terms: fc.record({ keywords: fc.array(scalar, { maxLength: 4 }) }),
  match: fc.record({ ...text, operator }),
  match_phrase: fc.record(text),
  multi_match: fc.constantFrom(...MULTI_MATCH_TYPES).chain((multi_match_type) =>
    fc.record({
      ...text,
      operator,
      multi_match_type: fc.constant(multi_match_type),
      ...(multi_match_type === 'phrase_prefix' && { max_expansion: expansions }),
    }),
  ),
  prefix: fc.record({ keyword: word }),
  wildcard: fc.record({ keyword: word }),
  fuzzy: fc.record({
    ...text,
    fuzziness: fc.constantFrom('AUTO', '0', '1', '2', 'AUTO:2,5'),
    prefix_length: count,
    max_expansions: expansions,
  }),
  exists: fc.constant({}),
  range: fc.record({ ranges: some(numbers) }),
  date_range: fc.record({ dates: some(dates) }),
  geo_distance: fc.record({ centre: point, radius: fc.double({ min: 0, max: 1e7, noNaN: true }) }),
  geo_box: fc.record({ box }),
  keyword: fc.record({ keyword: searchText, operator }),
};

/** Fields with weights, all at one level; none stands for every field. */
const weighted = (level: string) =>
  fc.constantFrom(...LEVELS.filter((each) => isInside(each, level))).chain((at) =>
    fc.uniqueArray(fc.tuple(fc.constantFrom(...exactlyAt(at)), fc.constantFrom('', '^2', '^0.5')), {
      minLength: at === level ? 0 : 1,
      maxLength: 3,
      selector: ([name]) => name,
    }),
  );

const fieldsFor = (type: LeafType, level: string): fc.Arbitrary<string[]> =>
  type === 'multi_match' || type === 'keyword'
    ? weighted(level).map((list) => list.map(([name, weight]) => name + weight))
    : fc.uniqueArray(fc.constantFrom(...within(level)), { minLength: 1, maxLength: 3 });

/** Any condition that can be asked at a level. */
export const leafAt = (level: string): fc.Arbitrary<Leaf> =>
  fc.constantFrom<LeafType>(...LEAF_TYPES, 'keyword').chain((type) =>
    fc
      .record({
        clause: fc.constantFrom(...LEAF_CLAUSES),
        fields: fieldsFor(type, level),
        boost: fc.constantFrom(1, 2, 0.5, 0),
        own: SETTINGS[type],
      })
      .map(({ own, ...common }) => createLeaf({ type, ...common, ...own })),
  );

/** The builder keeps conditions grouped by clause. */
export const leavesAt = (level: string) =>
  fc
    .array(leafAt(level), { maxLength: 4 })
    .map((list) => LEAF_CLAUSES.flatMap((clause) => list.filter((each) => each.clause === clause)));
