import { fitsPattern, type Hit, type SearchResponse, type StoredInfo, withTypedKeys } from '@datasarana/engine';
import {
  fillAggregationLookups,
  fillLookups,
  parseQuery,
  parseSearch,
  type Query,
  type SearchRequest,
  type Suggestion,
} from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { laidOver, queryInAddress } from '../address.ts';
import { bodyLines, jsonObject } from '../body.ts';
import { indexesOf, isObject, isTrue, list, type OsCall, type Texts } from '../call.ts';
import type { SearchContext } from '../contexts.ts';
import { errorBody } from '../errors.ts';
import { refuseBeyondLimits, refuseScriptFields } from '../limits.ts';
import { longKeys } from '../long-keys.ts';
import { sourceFrom } from '../lookups.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { hitsWithSorts, readAfter } from '../sort-values.ts';
import { splitExpression, type TemplateIndex, withSlugs } from '../template-indexes.ts';
import { shardsOf } from './cluster.ts';
import { nextPage, openScroll } from './scroll.ts';

type Body = Readonly<Record<string, unknown>>;

/** An answer in the words the address asks for. */
function answered(response: SearchResponse, query: Texts, trackTotal: boolean | number): Body {
  const { hits, ...rest } = response;
  const total =
    trackTotal === false
      ? undefined
      : typeof trackTotal === 'number' && hits.total.value > trackTotal
        ? { value: trackTotal, relation: 'gte' }
        : hits.total;
  const plain = isTrue(query.rest_total_hits_as_int);
  const shown = plain ? (total?.value ?? -1) : total;
  return {
    ...rest,
    hits: {
      ...(shown !== undefined && { total: shown }),
      max_score: hits.max_score,
      hits: plain ? hits.hits.map(plainTotals) : hits.hits,
    },
  };
}

/** Totals of inner hits as plain numbers too. */
const plainTotals = (hit: Hit): unknown =>
  hit.inner_hits === undefined
    ? hit
    : {
        ...hit,
        inner_hits: Object.fromEntries(
          Object.entries(hit.inner_hits).map(([name, { hits }]) => [
            name,
            { hits: { ...hits, total: hits.total.value, hits: hits.hits.map(plainTotals) } },
          ]),
        ),
      };

const STEERING = ['stats', 'ext', 'runtime_mappings', 'pit'];

interface Seen {
  readonly names: readonly string[];
  readonly templates: readonly TemplateIndex[];
}

/** Indexes of documents and of templates that the address means. */
async function seenNames(call: OsCall): Promise<Seen> {
  if (call.params.index === undefined) return { names: await indexesOf(call), templates: [] };
  const { rest, templates } = await splitExpression(call, call.params.index);
  const own = rest === null ? [] : await indexesOf({ ...call, params: { ...call.params, index: rest } });
  return { names: [...own, ...templates.map(({ id }) => id)], templates };
}

/** What a search is asked of: the indexes of the address, or the moment its body names. */
async function seenBy(call: OsCall, { pit }: Body): Promise<Seen & { readonly pit: SearchContext | null }> {
  if (!isObject(pit)) return { ...(await seenNames(call)), pit: null };
  if (call.params.index !== undefined) throw incomplete('[indices] cannot be used with point in time');
  const context = call.contexts.use(
    call.scope,
    String(pit.id),
    pit.keep_alive === undefined ? undefined : String(pit.keep_alive),
  );
  return { names: context.names, templates: [], pit: context };
}

/** A search with what stands elsewhere filled in: values of lookups, names behind aliases, ends of types. */
async function completed(call: OsCall, request: SearchRequest, infos: readonly StoredInfo[]): Promise<SearchRequest> {
  const query = await withLookups(call, request.query);
  const aggs = await fillAggregationLookups(request.aggs, sourceFrom(call));
  const { searchAfter, sort } = request;
  const after = searchAfter && { searchAfter: readAfter(searchAfter, sort, infos) };
  return { ...request, query, aggs, ...after, ...(await boostsOf(call, request)) };
}

async function runSearch(call: OsCall, given: Body): Promise<Body> {
  refuseParameters(call.query);
  const { names, templates, pit } = await seenBy(call, given);
  const body = Object.fromEntries(
    Object.entries(laidOver(given, call.query)).filter(([key]) => !STEERING.includes(key)),
  );
  const infos = (await call.documents.list()).filter(({ name }) => names.includes(name));
  refuseScriptFields(infos, body.script_fields);
  const request = parseSearch(body);
  refuseBeyondLimits(infos, request, call.query.scroll !== undefined);
  refuseCountUpTo(call, { track_total_hits: request.trackTotalHits });
  if (names.length === 0) return answered(NOTHING, call.query, request.trackTotalHits);
  refuseCollapse(call, request);
  const asked = await completed(call, request, infos);
  const scroll = call.query.scroll === undefined ? null : await openScroll(call, names, asked);
  const response = withSlugs(await firstAnswer(call, names, asked, scroll, pit), templates);
  const shards = infos.reduce((sum, info) => sum + shardsOf(info), templates.length);
  return answered(
    {
      ...(scroll && { _scroll_id: scroll.id }),
      ...(pit && { pit_id: pit.id }),
      ...dressed(response, request, infos, isTrue(call.query.typed_keys)),
      _shards: { total: shards, successful: shards, skipped: 0, failed: 0 },
    },
    call.query,
    request.trackTotalHits,
  );
}

/** Boosts by the names of the indexes themselves: an alias stands for those behind it. */
async function boostsOf(
  { documents, query }: OsCall,
  { indicesBoost }: SearchRequest,
): Promise<Partial<SearchRequest>> {
  if (indicesBoost === undefined) return {};
  const boosts: { readonly index: string; readonly boost: number }[] = [];
  for (const { index, boost } of indicesBoost) {
    const ignoreUnavailable = isTrue(query.ignore_unavailable);
    const options = { ignoreUnavailable, allowNoIndices: ignoreUnavailable };
    for (const name of await documents.resolve(index, options)) boosts.push({ index: name, boost });
  }
  return { indicesBoost: boosts };
}

/** Values of terms lookups, from documents of the caller's tenant. */
const withLookups = (call: OsCall, query: Query): Promise<Query> => fillLookups(query, sourceFrom(call));

/** Whole numbers as numbers, names of aggregations with their types. */
function dressed(
  response: SearchResponse,
  request: SearchRequest,
  infos: readonly StoredInfo[],
  isTyped: boolean,
): SearchResponse {
  const { aggs, suggest: suggestions = [] } = request;
  const { aggregations, hits, suggest, ...rest } = response;
  if (aggregations) longKeys(aggregations, aggs, infos);
  return {
    ...rest,
    hits: { ...hits, hits: hitsWithSorts(hits.hits, request, infos) },
    ...(suggest && { suggest: isTyped ? typedSuggestions(suggest, suggestions) : suggest }),
    ...(aggregations && {
      aggregations: (isTyped ? withTypedKeys(aggregations) : aggregations) as typeof aggregations,
    }),
  };
}

/** Names of suggestions with their kinds before them. */
function typedSuggestions(
  suggest: NonNullable<SearchResponse['suggest']>,
  suggestions: readonly Suggestion[],
): NonNullable<SearchResponse['suggest']> {
  const kinds = new Map(suggestions.map(({ name, by }) => [name, by.kind]));
  return Object.fromEntries(Object.entries(suggest).map(([name, entries]) => [`${kinds.get(name)}#${name}`, entries]));
}

/** One hit per group cannot be read on from where a page ended. */
function refuseCollapse({ query }: OsCall, { collapse, searchAfter, sort, rescore }: SearchRequest): void {
  if (collapse === undefined) return;
  if (rescore !== undefined) throw illegal('cannot use `collapse` in conjunction with `rescore`');
  if (query.scroll !== undefined) throw illegal('cannot use `collapse` in a scroll context');
  const [only] = sort;
  const byGroup = sort.length === 1 && only?.kind === 'field' && only.field === collapse.field;
  if (searchAfter !== undefined && !byGroup) throw illegal('cannot use `collapse` in conjunction with `search_after`');
}

function firstAnswer(
  call: OsCall,
  names: readonly string[],
  request: SearchRequest,
  scroll: SearchContext | null,
  pit: SearchContext | null,
): Promise<SearchResponse> {
  if (scroll !== null) return nextPage(call, scroll);
  const limits = { signal: call.signal };
  return pit === null
    ? call.services.search.search(call.scope, names, request, limits)
    : pit.snapshot.search(names, request, limits);
}

/** Parameters that steer OpenSearch's shards: they change nothing here, but a wrong one is a mistake all the same. */
function refuseParameters(query: Texts): void {
  if (Number(query.batched_reduce_size ?? 2) < 2) throw illegal('batchedReduceSize must be >= 2');
  if (Number(query.pre_filter_shard_size ?? 1) < 1) throw illegal('preFilterShardSize must be >= 1');
  if (Number(query.max_concurrent_shard_requests ?? 1) < 1) throw illegal('maxConcurrentShardRequests must be >= 1');
  const { search_type: type = 'query_then_fetch' } = query;
  if (type !== 'query_then_fetch' && type !== 'dfs_query_then_fetch') throw illegal(`No search type for [${type}]`);
}

const NOTHING: SearchResponse = {
  took: 0,
  timed_out: false,
  _shards: { total: 0, successful: 0, skipped: 0, failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, max_score: 0, hits: [] },
};

const search = async (call: OsCall) => runSearch(call, await call.json());

async function count(call: OsCall) {
  const body = await call.json();
  const unknown = Object.keys(body).find((key) => key !== 'query');
  if (unknown !== undefined) throw illegal(`request does not support [${unknown}]`);
  const { names, templates } = await seenNames(call);
  const given = queryInAddress(call.query) ?? body.query ?? { match_all: {} };
  const infos = (await call.documents.list()).filter(({ name }) => names.includes(name));
  const shards = infos.reduce((sum, info) => sum + shardsOf(info), templates.length);
  const _shards = { total: shards, successful: shards, skipped: 0, failed: 0 };
  if (names.length === 0) return { count: 0, _shards };
  const request = parseSearch({ query: given, size: 0 });
  const query = await withLookups(call, request.query);
  const { hits } = await call.services.search.search(call.scope, names, { ...request, query }, { signal: call.signal });
  return { count: hits.total.value, _shards };
}

/** Searches of one request run one after the other; one that fails leaves the others alone. */
async function msearch(call: OsCall) {
  const began = performance.now();
  const lines: string[] = [];
  for await (const line of bodyLines(call.stream())) lines.push(line);
  if (lines.length === 0) throw incomplete('no requests added');
  const responses: Body[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    const header = jsonObject(lines[i] ?? '');
    const body = jsonObject(lines[i + 1] ?? '{}');
    refuseCountUpTo(call, body);
    responses.push(await oneOf(call, header, body));
  }
  return { took: Math.round(performance.now() - began), responses };
}

/** A plain number has no room for "at least". */
function refuseCountUpTo(call: OsCall, { track_total_hits: upTo }: Body): void {
  if (isTrue(call.query.rest_total_hits_as_int) && typeof upTo === 'number') {
    throw illegal(`[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${upTo}`);
  }
}

async function oneOf(call: OsCall, header: Body, body: Body): Promise<Body> {
  try {
    const index = header.index === undefined ? call.params.index : [header.index].flat().map(String).join(',');
    const { index: _index, ...rest } = header;
    const query = {
      ...call.query,
      ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)])),
    };
    return { ...(await runSearch({ ...call, params: { index }, query }, body)), status: 200 };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return errorBody(error).body;
  }
}

async function validate(call: OsCall) {
  const body = await call.json();
  try {
    parseQuery(queryInAddress(call.query) ?? body.query ?? { match_all: {} });
    await indexesOf(call);
    return { _shards: { total: 1, successful: 1, failed: 0 }, valid: true };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return {
      _shards: { total: 1, successful: 1, failed: 0 },
      valid: false,
      ...(isTrue(call.query.explain) && { error: error.message }),
    };
  }
}

async function fieldCaps(call: OsCall) {
  const body = await call.json();
  const asked = call.query.fields === undefined ? [body.fields ?? []].flat().map(String) : list(call.query.fields);
  if (asked.length === 0) throw incomplete('no fields specified');
  const names = await indexesOf(call);
  const infos = (await call.documents.list()).filter(({ name }) => names.includes(name));
  const fields: Record<string, Record<string, unknown>> = {};
  for (const info of infos) {
    const walk = (properties: typeof info.mapping.properties, prefix: string): void => {
      for (const [name, field] of Object.entries(properties)) {
        const path = prefix + name;
        if (asked.some((pattern) => fitsPattern(pattern, path))) {
          const isLeaf = field.type !== 'object' && field.type !== 'nested';
          const aggregatable = isLeaf && field.type !== 'text' && field.type !== 'match_only_text';
          fields[path] = { ...fields[path], [field.type]: { type: field.type, searchable: isLeaf, aggregatable } };
        }
        walk(field.properties ?? field.fields ?? {}, `${path}.`);
      }
    };
    walk(info.mapping.properties, '');
  }
  return { indices: names, fields };
}

export const searchRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_search', '/:index/_search'], search),
  os('GET POST', 'read', ['/_count', '/:index/_count'], count),
  os('GET POST', 'read', ['/_msearch', '/:index/_msearch'], msearch),
  os('GET POST', 'read', ['/_validate/query', '/:index/_validate/query'], validate),
  os('GET POST', 'read', ['/_field_caps', '/:index/_field_caps'], fieldCaps),
];
