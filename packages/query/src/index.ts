export * from './aggregations/aggregation.ts';
export { AUTO_UNITS, type AutoUnit } from './aggregations/auto-date-histogram.ts';
export type { CompositeSource } from './aggregations/composite.ts';
export type { DateHistogramAggregation, DateInterval } from './aggregations/date-histogram.ts';
export type * from './aggregations/definition.ts';
export { aggregationFields } from './aggregations/fields.ts';
export type { HdrMethod } from './aggregations/hdr.ts';
export type { HistogramBounds } from './aggregations/histogram.ts';
export type { IpRange } from './aggregations/ip-range.ts';
export { fillAggregationLookups } from './aggregations/lookups.ts';
export { type BucketOrder, type OrderPath, orderPath } from './aggregations/order.ts';
export { percentileOf } from './aggregations/percentiles.ts';
export { type BucketsPath, parseBucketsPath } from './aggregations/pipelines/buckets-path.ts';
export { pathsOf } from './aggregations/pipelines/check.ts';
export type { GapPolicy } from './aggregations/pipelines/definition.ts';
export { evaluate, isTrue, numberIn, parseExpression } from './aggregations/pipelines/expression.ts';
export {
  ewma,
  holt,
  holtWinters,
  linearWeightedAvg,
  unweightedAvg,
} from './aggregations/pipelines/moving-functions.ts';
export type { Script } from './aggregations/pipelines/script.ts';
export type { BucketRange } from './aggregations/range.ts';
export { illegalArgument, invalidRequest, notExecutable } from './aggregations/refusal.ts';
export type { TermsSelection } from './aggregations/selection.ts';
export { significanceOf } from './aggregations/significance.ts';
export type { SignificantOptions } from './aggregations/significant-terms.ts';
export {
  type Analysed,
  type AnyAnalyser,
  analyse,
  analysed,
  analysedEach,
  countTokens,
  cutting,
  filtersOf,
  isLowerCase,
  stagesOf,
  tokensOf,
  usualTypeOf,
  wordCutterOf,
} from './analysis/analyse.ts';
export type { CustomAnalyser } from './analysis/chain.ts';
export type { Cutting } from './analysis/cutting.ts';
export { lowerCase } from './analysis/lower-case.ts';
export { analyserNamed } from './analysis/settings/built-in.ts';
export { LOWERCASE } from './analysis/settings/normalizer.ts';
export { type Analysis, NO_PARTS, readAdHocAnalyser, readAnalysis } from './analysis/settings/read-analysis.ts';
export { refuseUnreadSynonyms } from './analysis/settings/unread-synonyms.ts';
export type { Token } from './analysis/token.ts';
export type { WordCutter } from './analysis/word-cutter.ts';
export {
  AGGREGATE_FUNCTIONS,
  type Aggregate,
  type AggregateFunction,
  type AggregateRange,
  createAggregate,
  type FilterBucket,
  INTERVAL_UNITS,
  type IntervalUnit,
  limited,
  type NestedCount,
} from './builder/aggregate.ts';
export { checkDimension, type Dimension } from './builder/dimension.ts';
export { escapeSlashes, parseKeywordOperator } from './builder/keyword.ts';
export {
  createLeaf,
  LEAF_TYPES,
  type Leaf,
  type LeafClause,
  type LeafRange,
  type LeafType,
} from './builder/leaf.ts';
export { leafDsl, leavesDsl } from './builder/leaf-dsl.ts';
export { leafFields } from './builder/leaf-fields.ts';
export { type Place, type QueryFields, queryFieldsOf, stepsTo, wrapped } from './builder/nested-levels.ts';
export { PARENTS } from './builder/order-path.ts';
export { createQuery, type QueryObject, queryDsl, readQueryObject } from './builder/query-object.ts';
export { readBar } from './builder/read-bar.ts';
export { type BarSearch, barDsl, type FilterPill, PILL_OPERATORS } from './builder/search-bar.ts';
export { isQuerySort, type QuerySort, removeSort, sortDsl } from './builder/sorts.ts';
export { dayRange, HISTOGRAM_DATE_FORMAT, NO_DAY_RANGE, QUICK_RANGES, type TimeRange } from './builder/time-range.ts';
export { type BoolQuery, requiredShould } from './clauses/bool.ts';
export { childrenOf, clausesShown, everyClause, mapChildren, namedClauses } from './clauses/children.ts';
export type { BoostMode, FunctionScoreQuery, ScoreFunction, ScoreMode } from './clauses/function-score.ts';
export { editsFor, type Fuzziness, type FuzzyOptions } from './clauses/fuzziness.ts';
export type { GeoBox } from './clauses/geo-bounding-box.ts';
export { distanceMetres, METRES, readDistance } from './clauses/geo-distance.ts';
export { type GeoPoint, readPoint } from './clauses/geo-point.ts';
export { SHAPE_RELATIONS, type ShapeRelation } from './clauses/geo-shape.ts';
export { decodeGeohash, encodeGeohash, GEOHASH_ALPHABET, type GeohashCell } from './clauses/geohash.ts';
export { type IntervalFilter, type IntervalMode, type IntervalRule, soughtLetters } from './clauses/intervals.ts';
export { type Elsewhere, fillLookups } from './clauses/lookups.ts';
export { requiredOf, requiredWords } from './clauses/match.ts';
export { type MinimumShouldMatch, type Operator, requiredMatches } from './clauses/matching.ts';
export type { LikeItem, MoreLikeThisQuery } from './clauses/more-like-this.ts';
export { readWeightedField, tieBreakerOf, type WeightedField } from './clauses/multi-match.ts';
export type { NestedQuery, NestedScoreMode } from './clauses/nested.ts';
export * from './clauses/query.ts';
export type { Bound, RangeRelation } from './clauses/range.ts';
export { MAX_REGEXP } from './clauses/regexp.ts';
export { type Rewrite, rewriteOf } from './clauses/rewrite.ts';
export type { Decay, FieldValueFactor, MultiValueMode, RandomScore, ScoreValue } from './clauses/score-value.ts';
export type { SpanQuery } from './clauses/spans.ts';
export { MAX_TERMS, type TermsLookup } from './clauses/terms.ts';
export { type WildcardPart, wildcardMatcher, wildcardParts } from './clauses/wildcard.ts';
export { addUnits, floorTo, isMonths, MONDAY, MONTHS, monthNumber, monthStart } from './dates/calendar.ts';
export { type CalendarUnit, MILLISECONDS, readDuration } from './dates/duration.ts';
export { floorDivide } from './dates/floor-divide.ts';
export { type DateFormat, DEFAULT_FORMAT, dateFormat, millisOf } from './dates/format.ts';
export { type DateReading, readDate, readDateNanos } from './dates/math.ts';
export { type DateRounding, nextDate, roundDate } from './dates/rounding.ts';
export { readTimeValue, TIME_UNITS } from './dates/time-value.ts';
export { type Transition, transitions, UTC, utcOf, type Zone, zoneOf } from './dates/zone.ts';
export type { GeoArea } from './geo/area.ts';
export { readShape } from './geo/read-shape.ts';
export { geoJsonOf } from './geo/well-known-text.ts';
export { javaWhole } from './java-pattern/whole.ts';
export { expandQueryString } from './query-string/expand.ts';
export { expandSimpleQueryString } from './query-string/expand-simple.ts';
export { type NamedAnalysers, type SearchableField, usualFields, weightedFields } from './query-string/fields.ts';
export { parseSearchText } from './query-string/parse.ts';
export type { SearchText } from './query-string/syntax.ts';
export {
  faultOfText,
  type NamedPart,
  type NamedValue,
  namedParts,
  type TextFault,
  type TextPlace,
} from './query-string/typed-text.ts';
export { Fields } from './reading/fields.ts';
export type { Json, JsonObject, Scalar } from './reading/json.ts';
export { didYouMean, likeness } from './reading/suggestion.ts';
export { tokenOf } from './reading/token.ts';
export { regexpMatcher } from './regexp/matcher.ts';
export { parseRegexp, REGEXP_FLAGS, type RegexpFlag } from './regexp/parse.ts';
export { re2Of } from './regexp/re2.ts';
export type { Regexp } from './regexp/syntax.ts';
export { type Accuracy, type AccuracyNote, accuracyOf } from './search/accuracy.ts';
export type { Collapse, FetchedField, InnerHits, Slice } from './search/fetch.ts';
export type { GeoDistanceSort } from './search/geo-distance-sort.ts';
export type { Highlight, HighlightField } from './search/highlight.ts';
export { fillHighlightLookups, fillSortLookups } from './search/lookups.ts';
export type { Rescore, RescoreMode } from './search/rescore.ts';
export * from './search/search-request.ts';
export type { DocumentSort, FieldSort, NestedSort, ScoreSort, Sort, SortMode, SortOrder } from './search/sort.ts';
export { filterSource, type SourceFilter } from './search/source.ts';
export type {
  CompletionContext,
  CompletionSuggester,
  PhraseSuggester,
  StringDistance,
  Suggester,
  Suggestion,
  TermSuggester,
} from './search/suggest.ts';
