import { pathOf } from '../reading/fields.ts';
import { isObject, type JsonObject } from '../reading/json.ts';
import { unknownName, unsupported, wrongShape, wrongValue } from '../reading/refusal.ts';
import { didYouMean } from '../reading/suggestion.ts';
import { type BoolQuery, parseBool, printBool } from './bool.ts';
import { type BoostingQuery, parseBoosting, printBoosting } from './boosting.ts';
import type { Clause, ClauseContext } from './clause.ts';
import { type ConstantScoreQuery, parseConstantScore, printConstantScore } from './constant-score.ts';
import { type DisMaxQuery, parseDisMax, printDisMax } from './dis-max.ts';
import { type DistanceFeatureQuery, parseDistanceFeature, printDistanceFeature } from './distance-feature.ts';
import { type ExistsQuery, parseExists, printExists } from './exists.ts';
import { type FunctionScoreQuery, parseFunctionScore, printFunctionScore } from './function-score.ts';
import { type FuzzyQuery, parseFuzzy, printFuzzyQuery } from './fuzzy.ts';
import { type GeoBoundingBoxQuery, parseGeoBoundingBox, printGeoBoundingBox } from './geo-bounding-box.ts';
import { type GeoDistanceQuery, parseGeoDistance, printGeoDistance } from './geo-distance.ts';
import { type GeoPolygonQuery, parseGeoPolygon, printGeoPolygon } from './geo-polygon.ts';
import { type GeoShapeQuery, parseGeoShape, printGeoShape } from './geo-shape.ts';
import { type IdsQuery, parseIds, printIds } from './ids.ts';
import { type IntervalsQuery, parseIntervals, printIntervals } from './intervals.ts';
import { type MatchQuery, parseMatch, printMatch } from './match.ts';
import { type MatchAllQuery, parseMatchAll, printMatchAll } from './match-all.ts';
import { type MatchBoolPrefixQuery, parseMatchBoolPrefix, printMatchBoolPrefix } from './match-bool-prefix.ts';
import { type MatchNoneQuery, parseMatchNone, printMatchNone } from './match-none.ts';
import { type MatchPhraseQuery, parseMatchPhrase, printMatchPhrase } from './match-phrase.ts';
import { type MatchPhrasePrefixQuery, parseMatchPhrasePrefix, printMatchPhrasePrefix } from './match-phrase-prefix.ts';
import { type MoreLikeThisQuery, parseMoreLikeThis, printMoreLikeThis } from './more-like-this.ts';
import { type MultiMatchQuery, parseMultiMatch, printMultiMatch } from './multi-match.ts';
import { clauseName, withName } from './name.ts';
import { type NestedQuery, parseNested, printNested } from './nested.ts';
import { type PrefixQuery, parsePrefix, printPrefix } from './prefix.ts';
import { parseQueryStringClause, printQueryString, type QueryStringQuery } from './query-string.ts';
import { parseRange, printRange, type RangeQuery } from './range.ts';
import { parseRegexpQuery, printRegexpQuery, type RegexpQuery } from './regexp.ts';
import { parseSimpleQueryString, printSimpleQueryString, type SimpleQueryStringQuery } from './simple-query-string.ts';
import {
  parseSpanContaining,
  parseSpanFirst,
  parseSpanMulti,
  parseSpanNear,
  parseSpanNot,
  parseSpanOr,
  parseSpanTerm,
  parseSpanWithin,
  printSpanFirst,
  printSpanHold,
  printSpanMulti,
  printSpanNear,
  printSpanNot,
  printSpanOr,
  printSpanTerm,
  type SpanNodes,
} from './spans.ts';
import { parseTerm, printTerm, type TermQuery } from './term.ts';
import { parseTerms, printTerms, type TermsQuery } from './terms.ts';
import { parseTermsSet, printTermsSet, type TermsSetQuery } from './terms-set.ts';
import { parseWildcard, printWildcard, type WildcardQuery } from './wildcard.ts';
import { readWrapped } from './wrapper.ts';

/** Clauses that hold no other clause, or spans only. */
interface LeafNodes extends SpanNodes {
  readonly match_all: MatchAllQuery;
  readonly match_none: MatchNoneQuery;
  readonly ids: IdsQuery;
  readonly term: TermQuery;
  readonly terms: TermsQuery;
  readonly terms_set: TermsSetQuery;
  readonly range: RangeQuery;
  readonly exists: ExistsQuery;
  readonly match: MatchQuery;
  readonly match_phrase: MatchPhraseQuery;
  readonly match_phrase_prefix: MatchPhrasePrefixQuery;
  readonly match_bool_prefix: MatchBoolPrefixQuery;
  readonly multi_match: MultiMatchQuery;
  readonly prefix: PrefixQuery;
  readonly wildcard: WildcardQuery;
  readonly regexp: RegexpQuery;
  readonly fuzzy: FuzzyQuery;
  readonly intervals: IntervalsQuery;
  readonly more_like_this: MoreLikeThisQuery;
  readonly distance_feature: DistanceFeatureQuery;
  readonly query_string: QueryStringQuery;
  readonly simple_query_string: SimpleQueryStringQuery;
  readonly geo_bounding_box: GeoBoundingBoxQuery;
  readonly geo_distance: GeoDistanceQuery;
  readonly geo_polygon: GeoPolygonQuery;
  readonly geo_shape: GeoShapeQuery;
}

/** Clauses that hold others. */
type Holders =
  | BoolQuery<Query>
  | ConstantScoreQuery<Query>
  | BoostingQuery<Query>
  | DisMaxQuery<Query>
  | FunctionScoreQuery<Query>
  | NestedQuery<Query>;

/** What every clause may carry. */
export interface Named {
  /** `_name`: hits tell which of the named clauses they match. */
  readonly name?: string;
}

/** A parsed clause. Those that hold clauses are named here too, as a type cannot reach itself through its own map. */
export type Query = (LeafNodes[keyof LeafNodes] | Holders) & Named;

/** Every clause by its kind, which is its name in DSL. */
export interface QueryNodes extends LeafNodes {
  readonly bool: BoolQuery<Query>;
  readonly constant_score: ConstantScoreQuery<Query>;
  readonly boosting: BoostingQuery<Query>;
  readonly dis_max: DisMaxQuery<Query>;
  readonly function_score: FunctionScoreQuery<Query>;
  readonly nested: NestedQuery<Query>;
}

/** Name of a clause in a request. */
export type QueryKind = keyof QueryNodes;

/** One handler per clause: a clause without one does not compile. */
export type QueryVisitor<R> = { readonly [K in QueryKind]: (node: QueryNodes[K]) => R };

/** What the handler of its kind makes of a clause. */
export function visitQuery<R>(node: Query, visitor: QueryVisitor<R>): R {
  // TypeScript cannot relate node.kind to the handler's parameter; the mapped type above does.
  return (visitor[node.kind] as (given: Query) => R)(node);
}

const CLAUSES: { readonly [K in QueryKind]: Clause<QueryNodes[K], Query> } = {
  match_all: { parse: parseMatchAll, print: printMatchAll },
  match_none: { parse: parseMatchNone, print: printMatchNone },
  ids: { parse: parseIds, print: printIds },
  term: { parse: parseTerm, print: printTerm },
  terms: { parse: parseTerms, print: printTerms },
  terms_set: { parse: parseTermsSet, print: printTermsSet },
  range: { parse: parseRange, print: printRange },
  exists: { parse: parseExists, print: printExists },
  match: { parse: parseMatch, print: printMatch },
  match_phrase: { parse: parseMatchPhrase, print: printMatchPhrase },
  match_phrase_prefix: { parse: parseMatchPhrasePrefix, print: printMatchPhrasePrefix },
  match_bool_prefix: { parse: parseMatchBoolPrefix, print: printMatchBoolPrefix },
  multi_match: { parse: parseMultiMatch, print: printMultiMatch },
  prefix: { parse: parsePrefix, print: printPrefix },
  wildcard: { parse: parseWildcard, print: printWildcard },
  regexp: { parse: parseRegexpQuery, print: printRegexpQuery },
  fuzzy: { parse: parseFuzzy, print: printFuzzyQuery },
  bool: { parse: parseBool, print: printBool },
  constant_score: { parse: parseConstantScore, print: printConstantScore },
  boosting: { parse: parseBoosting, print: printBoosting },
  dis_max: { parse: parseDisMax, print: printDisMax },
  function_score: {
    parse: (value, path, context) => parseFunctionScore<Query>(value, path, context, { kind: 'match_all', boost: 1 }),
    print: printFunctionScore,
  },
  nested: { parse: parseNested, print: printNested },
  more_like_this: { parse: parseMoreLikeThis, print: printMoreLikeThis },
  distance_feature: { parse: parseDistanceFeature, print: printDistanceFeature },
  intervals: { parse: parseIntervals, print: printIntervals },
  span_term: { parse: parseSpanTerm, print: printSpanTerm },
  span_multi: { parse: parseSpanMulti, print: printSpanMulti },
  span_near: { parse: parseSpanNear, print: printSpanNear },
  span_or: { parse: parseSpanOr, print: printSpanOr },
  span_not: { parse: parseSpanNot, print: printSpanNot },
  span_first: { parse: parseSpanFirst, print: printSpanFirst },
  span_containing: { parse: parseSpanContaining, print: printSpanHold },
  span_within: { parse: parseSpanWithin, print: printSpanHold },
  query_string: { parse: parseQueryStringClause, print: printQueryString },
  simple_query_string: { parse: parseSimpleQueryString, print: printSimpleQueryString },
  geo_bounding_box: { parse: parseGeoBoundingBox, print: printGeoBoundingBox },
  geo_distance: { parse: parseGeoDistance, print: printGeoDistance },
  geo_polygon: { parse: parseGeoPolygon, print: printGeoPolygon },
  geo_shape: { parse: parseGeoShape, print: printGeoShape },
};

/** Names of all clauses, for messages and editors. */
export const QUERY_KINDS: readonly string[] = Object.keys(CLAUSES);

/** Clauses within clauses, at most. */
export const MAX_DEPTH = 32;

/** Clauses of one query, at most. */
export const MAX_CLAUSES = 4096;

/** Reads one clause `{name: body}`; `depth` counts the clauses around it, `room` those that may still come. */
export function readQuery(value: unknown, path: string, depth = 1, room = { left: MAX_CLAUSES }): Query {
  if (--room.left < 0) throw wrongShape(path, `at most ${MAX_CLAUSES} clauses in one query`, 'more');
  if (depth > MAX_DEPTH) throw wrongShape(path, `at most ${MAX_DEPTH} clauses within each other`, 'more');
  const names = isObject(value) ? Object.keys(value) : [];
  const [kind] = names;
  if (!isObject(value) || kind === undefined || names.length > 1) {
    const expected = 'an object with exactly one clause';
    if (isObject(value) && kind === undefined)
      throw wrongValue(path, expected, value, 'query malformed, empty clause found');
    throw wrongShape(path, expected, value, malformedReason(value, kind));
  }
  if (kind === 'wrapper') {
    const at = pathOf(path, kind);
    return readQuery(readWrapped(value[kind], at), at, depth + 1, room);
  }
  if (!isQueryKind(kind)) {
    const reason = `unknown query [${kind}]${didYouMean(kind, QUERY_KINDS)}`;
    throw unsupported(pathOf(path, kind), `Query clause [${kind}]`, QUERY_KINDS, reason, unknownName(kind));
  }
  if (!isObject(value[kind])) {
    throw wrongShape(
      pathOf(path, kind),
      'an object with the parameters of the clause',
      value[kind],
      `[${kind}] query malformed, no start_object after query name`,
    );
  }
  const context: ClauseContext<Query> = { query: (child, at) => readQuery(child, at, depth + 1, room) };
  const node: Query = CLAUSES[kind].parse(value[kind], pathOf(path, kind), context);
  const name = clauseName(kind, value[kind], pathOf(path, kind));
  return name === undefined ? node : { ...node, name };
}

function malformedReason(value: unknown, first: string | undefined): string {
  if (!isObject(value)) return '[_na] query malformed, must start with start_object';
  return `[${first}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`;
}

/** The DSL of a clause. */
export function printQuery(node: Query): JsonObject {
  const clause = CLAUSES[node.kind] as Clause<Query, Query>;
  const body = clause.print(node, printQuery);
  return { [node.kind]: node.name === undefined ? body : withName(node, body, node.name) };
}

/** Whether there is a clause of that name. */
export function isQueryKind(kind: string): kind is QueryKind {
  return Object.hasOwn(CLAUSES, kind);
}
