import { printWeightedField } from '../clauses/multi-match.ts';
import type { Query, QueryNodes } from '../clauses/query.ts';
import { present } from '../reading/json.ts';
import { plainSlashes } from './keyword.ts';
import { createLeaf, type Leaf, type LeafClause, type LeafRange } from './leaf.ts';

type Made = Partial<Leaf>;

/** The clauses a condition is written as; everything else is more than a condition can say. */
const READERS: { readonly [K in Query['kind']]?: (query: QueryNodes[K & keyof QueryNodes]) => Made | null } = {
  term: ({ field, value, boost }) => ({ type: 'term', fields: [field], keyword: value, boost }),
  terms: ({ field, values, boost }) => ({ type: 'terms', fields: [field], keywords: values, boost }),
  match: ({ field, query, operator, boost }) => ({ type: 'match', fields: [field], keyword: query, operator, boost }),
  match_phrase: ({ field, query, boost }) => ({ type: 'match_phrase', fields: [field], keyword: query, boost }),
  multi_match: ({ fields, query, type, operator, maxExpansions, boost }) => ({
    type: 'multi_match',
    fields: fields.map(printWeightedField),
    keyword: query,
    multi_match_type: type,
    operator,
    ...(type === 'phrase_prefix' && { max_expansion: maxExpansions }),
    boost,
  }),
  prefix: ({ field, value, boost }) => ({ type: 'prefix', fields: [field], keyword: value, boost }),
  wildcard: ({ field, value, boost }) => ({ type: 'wildcard', fields: [field], keyword: value, boost }),
  fuzzy: ({ field, value, fuzziness, prefixLength, maxExpansions, boost }) => ({
    type: 'fuzzy',
    fields: [field],
    keyword: value,
    fuzziness: String(fuzziness),
    prefix_length: prefixLength,
    max_expansions: maxExpansions,
    boost,
  }),
  exists: ({ field, boost }) => ({ type: 'exists', fields: [field], boost }),
  range: ({ field, gte, lt, boost }) => {
    const range = present({ from: gte, to: lt });
    const isDate = typeof (gte ?? lt) === 'string';
    return isDate
      ? { type: 'date_range', fields: [field], dates: [range as LeafRange<string>], boost }
      : { type: 'range', fields: [field], ranges: [range as LeafRange<number>], boost };
  },
  geo_distance: ({ field, centre, metres, boost }) => ({
    type: 'geo_distance',
    fields: [field],
    centre,
    radius: metres,
    boost,
  }),
  geo_bounding_box: ({ field, box, boost }) => ({ type: 'geo_box', fields: [field], box, boost }),
  geo_shape: ({ field, areas, boost }) => {
    const [area] = areas;
    if (area?.kind === 'box') return { type: 'geo_box', fields: [field], box: area.box, boost };
    if (area?.kind !== 'circle') return null;
    return { type: 'geo_distance', fields: [field], centre: area.centre, radius: area.metres, boost };
  },
  query_string: ({ query, fields, operator, boost }) => ({
    type: 'keyword',
    keyword: plainSlashes(query),
    fields: fields.map(printWeightedField),
    operator,
    boost,
  }),
  nested: ({ query }) => made(query),
  bool: ({ should }) => alternatives(should.map(made)),
};

function made(query: Query): Made | null {
  const read = READERS[query.kind] as ((given: Query) => Made | null) | undefined;
  return read?.(query) ?? null;
}

/** One condition on several fields, or with several ranges, is written as alternatives. */
function alternatives(parts: readonly (Made | null)[]): Made | null {
  const found = parts.filter((part) => part !== null);
  const [first] = found;
  if (first === undefined || found.length < parts.length) return null;
  const [field] = first.fields ?? [];
  const ofField = found.filter(({ fields }) => fields?.[0] === field);
  return {
    ...first,
    fields: [...new Set(found.flatMap(({ fields = [] }) => fields))],
    ranges: ofField.flatMap(({ ranges = [] }) => ranges),
    dates: ofField.flatMap(({ dates = [] }) => dates),
  };
}

/** The condition a clause was written from; null for what no condition can say. */
export function readLeaf(query: Query, clause: LeafClause): Leaf | null {
  const given = made(query);
  return given === null ? null : createLeaf({ ...given, clause });
}

/** The conditions `leavesDsl` was given, grouped by their clauses; null where one cannot be read. */
export function readLeaves(query: Query): readonly Leaf[] | null {
  if (query.kind === 'match_all') return [];
  if (query.kind !== 'bool') return null;
  const leaves = [
    ...query.must.map((each) => readLeaf(each, 'must')),
    ...query.mustNot.map((each) => readLeaf(each, 'must_not')),
    ...query.should.map((each) => readLeaf(each, 'should')),
  ];
  const found = leaves.filter((leaf) => leaf !== null);
  return found.length < leaves.length ? null : found;
}
