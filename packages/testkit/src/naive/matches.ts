import {
  distanceMetres,
  expandQueryString,
  expandSimpleQueryString,
  parseQuery,
  parseRegexp,
  type Query,
  type QueryNodes,
  type QueryVisitor,
  regexpMatcher,
  requiredShould,
  visitQuery,
} from '@datasarana/query';
import { type Matching, type RawDocument, type RawIndex, searchableFields } from './documents.ts';
import { folded, hasValue, matchesRange, matchesSet, matchesTerm, matchesWildcard, someText } from './exact-matches.ts';
import { isInBox, isInPolygon, matchesShape, points } from './place-matches.ts';
import {
  matchesAnyField,
  matchesBoolPrefix,
  matchesClosely,
  matchesIntervals,
  matchesPhrase,
  matchesPhrasePrefix,
  matchesWords,
} from './word-matches.ts';

/** Whether a row matches a clause, straight from the clause's definition. */
export function matches(query: Query, on: Matching): boolean {
  return visitQuery(query, visitor(on));
}

const visitor = (on: Matching): QueryVisitor<boolean> => ({
  match_all: () => true,
  match_none: () => false,
  ids: (node) => node.values.includes(on.document.id),
  term: (node) => matchesTerm(node, on),
  terms: (node) => node.values.some((value) => matchesTerm({ field: node.field, value, caseInsensitive: false }, on)),
  range: (node) => matchesRange(node, on),
  exists: (node) => hasValue(node.field, on),
  match: (node) => matchesWords(node, on),
  match_phrase: (node) => matchesPhrase(node, on),
  match_phrase_prefix: (node) => matchesPhrasePrefix(node, on),
  match_bool_prefix: (node) => matchesBoolPrefix(node, on),
  multi_match: (node) => matchesAnyField(node, on),
  prefix: (node) => someText(node, on, (text) => folded(text, node).startsWith(folded(node.value, node))),
  wildcard: (node) => matchesWildcard(node, on),
  intervals: (node) => matchesIntervals(node, on),
  regexp: (node) => {
    const fits = regexpMatcher(parseRegexp(node.value, node.flags, 'value', node.caseInsensitive));
    return someText(node, on, fits);
  },
  fuzzy: (node) => matchesClosely(node.field, String(node.value), node, on),
  terms_set: (node) => matchesSet(node, on),
  bool: (node) => matchesBool(node, on),
  constant_score: (node) => matches(node.filter, on),
  boosting: (node) => matches(node.positive, on),
  dis_max: (node) => node.queries.some((query) => matches(query, on)),
  query_string: (node) => matches(expandQueryString(node, searchableFields(on.index)), on),
  simple_query_string: (node) => matches(expandSimpleQueryString(node, searchableFields(on.index)), on),
  function_score: (node) => {
    assertPlain(node);
    return matches(node.query, on);
  },
  distance_feature: (node) => hasValue(node.field, on),
  more_like_this: () => {
    throw new Error('more_like_this depends on what is typical of the whole index');
  },
  span_term: refuseSpans,
  span_multi: refuseSpans,
  span_near: refuseSpans,
  span_or: refuseSpans,
  span_not: refuseSpans,
  span_first: refuseSpans,
  span_containing: refuseSpans,
  span_within: refuseSpans,
  nested: (node) => matchesNested(node, on),
  geo_bounding_box: (node) => points(node.field, on).some((point) => isInBox(point, node.box)),
  geo_polygon: (node) => points(node.field, on).some((point) => isInPolygon(point, node.points)),
  geo_shape: (node) => matchesShape(node, on),
  geo_distance: (node) => points(node.field, on).some((point) => distanceMetres(node.centre, point) <= node.metres),
});

/** Spans are compared with what OpenSearch recorded: which of overlapping ones count is a matter of its walk. */
const refuseSpans = (): never => {
  throw new Error('Spans are not decided by trying all there are');
};

function matchesBool(node: QueryNodes['bool'], on: Matching): boolean {
  const all = [...node.must, ...node.filter].every((query) => matches(query, on));
  const some = node.should.filter((query) => matches(query, on)).length >= requiredShould(node);
  return all && some && !node.mustNot.some((query) => matches(query, on));
}

/** Scores are not computed here, so none can decide about a match. */
function assertPlain({ minScore }: QueryNodes['function_score']): void {
  if (minScore !== undefined) throw new Error('min_score of function_score needs scores');
}

/** Each object of the nested field as a row of its own, which goes by the id of its row. */
function matchesNested(node: QueryNodes['nested'], on: Matching): boolean {
  const field = on.index.fields.find(({ name }) => name === node.path);
  if (field?.type !== 'nested') return false;
  const given = Object.entries(on.document.source).find(([name]) => name === node.path)?.[1];
  const objects: readonly unknown[] = Array.isArray(given) ? given : [];
  const index: RawIndex = { ...on.index, fields: [{ ...field, type: 'object' }] };
  return objects.some((object) =>
    matches(node.query, { ...on, index, document: { id: on.document.id, source: { [node.path]: object } } }),
  );
}

/** The rows that match a clause written as DSL. */
export function naiveMatches(index: RawIndex, clause: unknown, now: number): readonly RawDocument[] {
  const query = parseQuery(clause);
  return index.documents.filter((document) => matches(query, { index, document, now }));
}
