import { PlatformError, ReplyCode } from '@datasarana/schema';
import { type Aggregations, printAggregations, readAggregations } from '../aggregations/aggregation.ts';
import { illegalArgument } from '../aggregations/refusal.ts';
import { clausesShown, everyClause } from '../clauses/children.ts';
import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import { printDuration } from '../dates/duration.ts';
import { readTimeValue } from '../dates/time-value.ts';
import { Fields, readInteger, readList, readNumber, readScalar, readText } from '../reading/fields.ts';
import { deepFreeze, isObject, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { unsupported, wrongShape, wrongValue } from '../reading/refusal.ts';
import { tokenOf } from '../reading/token.ts';
import {
  type Collapse,
  type FetchedField,
  type IndexBoost,
  printCollapse,
  printFetchedFields,
  readCollapse,
  readFetchedFields,
  readIndicesBoost,
  readSlice,
  readStoredFields,
  refuseScriptFields,
  type Slice,
  sourceBesideStored,
} from './fetch.ts';
import { type Highlight, printHighlight, readHighlight } from './highlight.ts';
import { printRescore, type Rescore, readRescore } from './rescore.ts';
import { printSort, readSort, type Sort } from './sort.ts';
import { printSource, readSource, type SourceFilter } from './source.ts';
import { printSuggest, readSuggest, type Suggestion } from './suggest.ts';

/** A search body, parsed and frozen. */
export interface SearchRequest {
  readonly query: Query;
  /** Narrows the hits after the aggregations were computed. */
  readonly postFilter?: Query;
  readonly aggs: Aggregations;
  readonly from: number;
  readonly size: number;
  /** Empty = by score. */
  readonly sort: readonly Sort[];
  readonly source: SourceFilter;
  /** false = no total; a number = exact up to it. Absent = exact. */
  readonly trackTotalHits: boolean | number;
  readonly trackScores: boolean;
  readonly searchAfter?: readonly (Scalar | null)[];
  /** Tell where the time went. */
  readonly profile?: true;
  readonly minScore?: number;
  readonly timeoutMs?: number;
  readonly version: boolean;
  readonly seqNo: boolean;
  readonly docvalueFields?: readonly FetchedField[];
  readonly fields?: readonly FetchedField[];
  readonly storedFields?: readonly string[];
  readonly collapse?: Collapse;
  readonly highlight?: Highlight;
  readonly slice?: Slice;
  /** Scores of an index count that much more. */
  readonly indicesBoost?: readonly IndexBoost[];
  readonly explain: boolean;
  readonly rescore?: readonly Rescore[];
  /** Hits tell the scores of the named clauses they match. */
  readonly namedScores?: true;
  readonly suggest?: readonly Suggestion[];
  /** Nothing but suggestions is asked for. */
  readonly suggestOnly?: true;
  /** Names of groups the search is counted in (`stats`). */
  readonly groups?: readonly string[];
}

const MAX_WINDOW = 2 ** 31 - 1;
const count = (value: unknown, path: string) => {
  if (typeof value === 'number' && value < 0) {
    throw wrongValue(path, '0 or more', value, `[${path}] parameter cannot be negative, found [${value}]`);
  }
  return readInteger(value, path, { min: 0, max: MAX_WINDOW });
};
const unknownKey = (name: string, value: unknown): string => `Unknown key for a ${tokenOf(value)} in [${name}].`;

function topLevelQuery(value: unknown, path: string): Query {
  if (!isObject(value)) throw wrongShape(path, 'an object with one clause', value, unknownKey(path, value));
  return readQuery(value, path);
}

/** What a search is asked for, none of which may be nothing. */
class SearchFields extends Fields {
  protected override reasonOfNull(name: string): string {
    return unknownKey(name, null);
  }
}

/** Reads an OpenSearch search body; error 33 for what is not offered, 32 for a wrong shape, each with the JSON path. */
export function parseSearch(body: unknown): SearchRequest {
  const request = readSearch(body);
  checkNothingStored(request);
  return request;
}

function readSearch(body: unknown): SearchRequest {
  const fields = new SearchFields(body ?? {}, '', 'the search body');
  const sort = fields.optional('sort', readSort) ?? [];
  const from = fields.optional('from', count) ?? 0;
  const request: SearchRequest = {
    query: fields.optional('query', topLevelQuery) ?? { kind: 'match_all', boost: 1 },
    aggs: readAggs(fields),
    from,
    size: fields.optional('size', count) ?? 10,
    sort,
    source: fields.optional('_source', readSource) ?? sourceBesideStored(fields),
    trackTotalHits: fields.optional('track_total_hits', readTrackTotalHits) ?? true,
    trackScores: fields.flag('track_scores', false),
    version: fields.flag('version', false),
    seqNo: fields.flag('seq_no_primary_term', false),
    explain: fields.flag('explain', false),
    ...present({
      postFilter: fields.optional('post_filter', topLevelQuery),
      searchAfter: readSearchAfter(fields, sort, from),
      minScore: fields.optional('min_score', (value, path) => readNumber(value, path)),
      timeoutMs: fields.optional('timeout', readTimeout),
      docvalueFields: fields.optional('docvalue_fields', readFetchedFields),
      fields: fields.optional('fields', readFetchedFields),
      storedFields: fields.optional('stored_fields', readStoredFields),
      collapse: fields.optional('collapse', readCollapse),
      highlight: fields.optional('highlight', readHighlight),
      slice: fields.optional('slice', readSlice),
      indicesBoost: fields.optional('indices_boost', readIndicesBoost),
      rescore: readRescoring(fields, sort),
      namedScores: fields.flag('include_named_queries_score', false) ? true : undefined,
      suggest: fields.optional('suggest', readSuggest),
      suggestOnly: onlySuggests(fields),
      profile: fields.flag('profile', false) ? true : undefined,
      groups: fields.optional('stats', (value, path) => readList(value, path, readText)),
    }),
  };
  const queries = request.postFilter === undefined ? [request.query] : [request.query, request.postFilter];
  for (const query of queries) checkInnerHits(query);
  refuseSameNames(queries);
  for (const { body: asked } of request.collapse?.innerHits ?? []) parseInnerHits(asked);
  refuseScriptFields(fields);
  fields.optional('terminate_after', readInteger);
  fields.optional('ext', refuseExtensions);
  fields.hints('verbose_pipeline');
  fields.done(unknownKey);
  return deepFreeze(request);
}

function refuseExtensions(value: unknown, path: string): void {
  if (!isObject(value)) throw wrongShape(path, 'an object', value);
  const [name] = Object.keys(value);
  if (name !== undefined) throw unsupported(`${path}.${name}`, `Extension [${name}] of a search`);
}

/** What inner hits ask for is read where they are made; what is wrong with it is told though there may be none. */
function checkInnerHits(query: Query): void {
  for (const clause of everyClause(query)) {
    if (clause.kind === 'nested' && clause.innerHits !== undefined) parseInnerHits(clause.innerHits);
  }
}

/** Objects of several clauses are told apart by a name. @throws PlatformError for two clauses with one */
function refuseSameNames(queries: readonly Query[]): void {
  const names = new Set<string>();
  for (const clause of queries.flatMap(clausesShown)) {
    if (clause.kind !== 'nested' || clause.innerHits === undefined) continue;
    const { name = clause.path } = clause.innerHits;
    if (names.has(String(name)))
      throw illegalArgument(
        `[inner_hits] already contains an entry for key [${name}]`,
        'Give the inner_hits of each clause a name of their own.',
      );
    names.add(String(name));
    refuseSameNames([clause.query]);
  }
}

/** What inner hits know of what a search knows. */
const IN_INNER_HITS = new Set([
  ...['from', 'size', 'sort', 'track_scores', 'explain', 'version', 'seq_no_primary_term', '_source', 'fields'],
  ...['stored_fields', 'docvalue_fields', 'script_fields', 'highlight', 'collapse'],
]);

/** What inner hits of a nested clause or of a group ask for: a search without a query, of three hits unless it says otherwise. */
export function parseInnerHits(asked: JsonObject): SearchRequest {
  const { name: _name, ignore_unmapped: _ignored, ...search } = asked;
  const unknown = Object.keys(search).find((name) => !IN_INNER_HITS.has(name));
  if (unknown !== undefined)
    throw new PlatformError(`[inner_hits] unknown field [${unknown}]`, {
      ...{ code: ReplyCode.Malformed, type: 'malformed', hint: `Leave ${unknown} out of inner_hits.` },
      openSearch: { type: 'x_content_parse_exception' },
    });
  return readSearch({ size: 3, ...search });
}

/** Hits without anything of the document have no parts of it; inner hits and those of a `top_hits` may ask for both. */
function checkNothingStored({ storedFields, source, fields }: SearchRequest): void {
  if (!storedFields?.includes('_none_')) return;
  const cannot = (reason: string) =>
    wrongValue('stored_fields', 'names of fields', storedFields, `[stored_fields] cannot be disabled ${reason}`);
  if (source.kind !== 'none') throw cannot('if [_source] is requested');
  if (fields !== undefined) throw cannot('when using the [fields] option');
}

function readRescoring(fields: Fields, sort: readonly Sort[]): readonly Rescore[] | undefined {
  const rescore = fields.optional('rescore', readRescore);
  const [first, ...more] = sort;
  const byScore = first === undefined || (first.kind === '_score' && first.order === 'desc' && more.length === 0);
  if (rescore === undefined || byScore) return rescore;
  const reason = 'Cannot use [sort] option in conjunction with [rescore].';
  throw wrongShape('rescore', 'no sort beside it', fields.take('sort'), reason);
}

/** As in OpenSearch, suggestions without a query or aggregations come without hits. */
function onlySuggests(fields: Fields): true | undefined {
  const others = ['query', 'aggs', 'aggregations'].some((name) => fields.take(name) !== undefined);
  return fields.take('suggest') !== undefined && !others ? true : undefined;
}

/** Reads one clause, as in `_count` or a filter; frozen. */
export function parseQuery(value: unknown, path = 'query'): Query {
  return deepFreeze(readQuery(value, path));
}

function readAggs(fields: Fields): Aggregations {
  const read = (value: unknown, path: string) => readAggregations(value, path);
  const aggs = fields.optional('aggs', read);
  const aggregations = fields.optional('aggregations', read);
  if (aggs !== undefined && aggregations !== undefined) {
    throw wrongShape('aggregations', 'either aggs or aggregations, not both', fields.take('aggregations'));
  }
  return aggs ?? aggregations ?? {};
}

function readTrackTotalHits(value: unknown, path: string): boolean | number {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  const limit = readInteger(value, path);
  if (limit < -1) {
    const reason = `[track_total_hits] parameter must be positive or equals to -1, got ${limit}`;
    throw wrongShape(path, 'true, false or a number of at least -1', value, reason);
  }
  return limit === -1 ? false : limit;
}

function readSearchAfter(fields: Fields, sort: readonly Sort[], from: number): readonly (Scalar | null)[] | undefined {
  const values = fields.optional('search_after', (value, path) =>
    readList(value, path, (entry, at) => (entry === null ? null : readScalar(entry, at))),
  );
  if (values === undefined) return undefined;
  const expected = Math.max(sort.length, 1);
  if (values.length !== expected) {
    const reason = `search_after has ${values.length} value(s) but sort has ${expected}.`;
    throw wrongValue('search_after', `${expected} values, one per sort`, values, reason);
  }
  if (from > 0) throw wrongShape('from', '0 together with search_after', from);
  return values;
}

/** Whole milliseconds, one at least; -1 and 0 are no limit. */
function readTimeout(value: unknown, path: string): number {
  const time = readTimeValue(typeof value === 'number' ? String(value) : readText(value, path), path);
  return time <= 0 ? Number.MAX_SAFE_INTEGER : Math.ceil(time);
}

/** The DSL of a request; `parseSearch` of it gives an equal request. */
export function printSearch(request: SearchRequest): JsonObject {
  const aggs = printAggregations(request.aggs);
  return present({
    query: request.suggestOnly ? undefined : printQuery(request.query),
    post_filter: request.postFilter && printQuery(request.postFilter),
    aggs: Object.keys(aggs).length === 0 ? undefined : aggs,
    from: request.from === 0 ? undefined : request.from,
    size: request.size === 10 ? undefined : request.size,
    sort: printSort(request.sort),
    _source: printSource(request.source),
    track_total_hits: request.trackTotalHits === true ? undefined : request.trackTotalHits,
    track_scores: request.trackScores || undefined,
    version: request.version || undefined,
    seq_no_primary_term: request.seqNo || undefined,
    search_after: request.searchAfter,
    min_score: request.minScore,
    docvalue_fields: request.docvalueFields && printFetchedFields(request.docvalueFields),
    fields: request.fields && printFetchedFields(request.fields),
    stored_fields: request.storedFields,
    collapse: request.collapse && printCollapse(request.collapse),
    highlight: request.highlight && printHighlight(request.highlight),
    explain: request.explain || undefined,
    profile: request.profile,
    rescore: request.rescore && printRescore(request.rescore),
    include_named_queries_score: request.namedScores,
    suggest: request.suggest && printSuggest(request.suggest),
    indices_boost: request.indicesBoost?.map(({ index, boost }) => ({ [index]: boost })),
    slice: request.slice && { id: request.slice.id, max: request.slice.max },
    timeout: request.timeoutMs === undefined ? undefined : printTimeout(request.timeoutMs),
  });
}

const printTimeout = (milliseconds: number): string | number =>
  milliseconds === Number.MAX_SAFE_INTEGER ? -1 : printDuration(milliseconds);
