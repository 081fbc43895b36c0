import type { Query, QueryKind, QueryNodes } from '@datasarana/query';
import { malformed, PlatformError } from '@datasarana/schema';
import { refOf } from '../../documents/refusal.ts';
import type { IndexLayout } from '../../index/layout.ts';
import type { Condition } from '../condition.ts';
import { nestOfIncluded } from '../included.ts';
import { fieldOf, searchableFields, searchedAs } from '../index-fields.ts';
import { whyUnsearchable } from '../mapped-field.ts';
import { analysersOf, refuseUnknownAnalyser } from '../named-analysers.ts';
import { boolean } from './bool.ts';
import { boosting } from './boosting.ts';
import { constantScore } from './constant-score.ts';
import type { ClauseContext } from './context.ts';
import { disMax } from './dis-max.ts';
import { distanceFeature } from './distance-feature.ts';
import { exists } from './exists.ts';
import { functionScore } from './function-score.ts';
import { fuzzy } from './fuzzy.ts';
import { geoBoundingBox } from './geo-bounding-box.ts';
import { geoDistance } from './geo-distance.ts';
import { geoPolygon } from './geo-polygon.ts';
import { geoShape } from './geo-shape.ts';
import { ids } from './ids.ts';
import { intervals } from './intervals.ts';
import { match } from './match.ts';
import { matchAll } from './match-all.ts';
import { matchBoolPrefix } from './match-bool-prefix.ts';
import { matchNone } from './match-none.ts';
import { matchPhrase } from './match-phrase.ts';
import { matchPhrasePrefix } from './match-phrase-prefix.ts';
import { moreLikeThis } from './more-like-this.ts';
import { multiMatch } from './multi-match.ts';
import { nested } from './nested.ts';
import { onShingles } from './on-shingles.ts';
import { prefix } from './prefix.ts';
import { queryString } from './query-string.ts';
import { range } from './range.ts';
import { regexp } from './regexp.ts';
import { simpleQueryString } from './simple-query-string.ts';
import { lettersOf, SoughtLetters } from './sought-letters.ts';
import { SPANS } from './spans.ts';
import { term } from './term.ts';
import { terms } from './terms.ts';
import { termsSet } from './terms-set.ts';
import { wildcard } from './wildcard.ts';

type ClauseMaker<N> = (node: N, context: ClauseContext) => Condition;

const CLAUSES: { readonly [K in QueryKind]: ClauseMaker<QueryNodes[K]> } = {
  match_all: matchAll,
  match_none: matchNone,
  ids,
  term,
  terms,
  terms_set: termsSet,
  range,
  exists,
  match,
  match_phrase: matchPhrase,
  match_phrase_prefix: matchPhrasePrefix,
  match_bool_prefix: matchBoolPrefix,
  multi_match: multiMatch,
  prefix,
  wildcard,
  regexp,
  fuzzy,
  bool: boolean,
  constant_score: constantScore,
  boosting,
  dis_max: disMax,
  function_score: functionScore,
  nested,
  intervals,
  ...SPANS,
  more_like_this: moreLikeThis,
  distance_feature: distanceFeature,
  query_string: queryString,
  simple_query_string: simpleQueryString,
  geo_bounding_box: geoBoundingBox,
  geo_distance: geoDistance,
  geo_polygon: geoPolygon,
  geo_shape: geoShape,
};

/** What a clause means on one index. */
export function conditionOf(query: Query, layout: IndexLayout, now: number): Condition {
  return refusing(layout, () =>
    conditionIn(query, {
      layout,
      now,
      field: (path) => searchedAs(fieldOf(layout, path)),
      searchable: () => searchableFields(layout),
      analyser: analysersOf(layout),
      inside: null,
      sought: new SoughtLetters(),
      outer: 1,
    }),
  );
}

/** Clauses that look for values of a field. */
const LOOKS_UP: ReadonlySet<QueryKind> = new Set([
  ...(['term', 'terms', 'terms_set', 'range', 'prefix', 'wildcard', 'regexp', 'fuzzy'] as const),
  ...(['match', 'match_phrase', 'match_phrase_prefix', 'match_bool_prefix', 'multi_match', 'intervals'] as const),
  ...(['span_term', 'span_multi', 'span_near', 'span_or', 'span_not', 'span_first'] as const),
  ...(['span_containing', 'span_within'] as const),
]);

/** Fields as such a clause sees them: one whose mapping keeps it from being searched is refused, or there is none for who takes what is wrong. */
const searchedBy =
  (query: Query, { layout, field }: Pick<ClauseContext, 'layout' | 'field'>): ClauseContext['field'] =>
  (path) => {
    const source = field(path);
    const reason = source === null ? null : whyUnsearchable(layout, source.path);
    if (reason === null) return source;
    if ('lenient' in query && query.lenient) return null;
    throw malformed(reason, 'Ask for another field, or index this one.');
  };

/** What an index refuses of a query, named as OpenSearch names it. */
function refusing<T>(layout: IndexLayout, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const cause = { reason: error.message, ...(error.detail.openSearch ?? { type: 'illegal_argument_exception' }) };
    if (error.detail.openSearch !== undefined && cause.type !== 'number_format_exception') throw error;
    const openSearch = {
      ...{ type: 'query_shard_exception', reason: `failed to create query: ${cause.reason}`, ...refOf(layout) },
      caused_by: cause,
    };
    throw new PlatformError(error.message, { ...error.detail, openSearch, cause: error });
  }
}

function conditionIn(query: Query, surroundings: Omit<ClauseContext, 'condition' | 'within'>): Condition {
  refuseUnknownAnalyser(query, surroundings);
  if ('field' in query) surroundings.sought.add(lettersOf(query), query.kind, query.field);
  const context: ClauseContext = {
    ...surroundings,
    ...(LOOKS_UP.has(query.kind) && { field: searchedBy(query, surroundings) }),
    condition: (inner, boost = 1) =>
      conditionIn(inner, boost === 1 ? surroundings : { ...surroundings, outer: surroundings.outer * boost }),
    within: (inner, changed) => conditionIn(inner, { ...surroundings, ...changed }),
  };
  const nest = 'field' in query && context.inside === null ? nestOfIncluded(context.layout, query.field) : null;
  if (nest !== null && LOOKS_UP.has(query.kind))
    return context.condition({ kind: 'nested', path: nest, query, scoreMode: 'sum', ignoreUnmapped: false, boost: 1 });
  const inParts = onShingles(query, context);
  if (inParts !== null) return inParts;
  // TypeScript cannot relate query.kind to the handler's parameter; the mapped type above does.
  return (CLAUSES[query.kind] as ClauseMaker<Query>)(query, context);
}
