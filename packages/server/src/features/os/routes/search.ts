import { setImmediate } from 'node:timers/promises';
import type { SearchResponse, StoredInfo } from '@datasarana/engine';
import {
  type Accuracy,
  accuracyOf,
  fillAggregationLookups,
  fillHighlightLookups,
  fillLookups,
  fillSortLookups,
  parseSearch,
  type Query,
  type SearchRequest,
} from '@datasarana/query';
import { malformed, PlatformError } from '@datasarana/schema';
import { laidOver, queryInAddress } from '../address.ts';
import { aggregationsWithin, within } from '../alias-filter.ts';
import { jsonObject } from '../body.ts';
import { infosNamed, isObject, isTrue, OsAnswer, type OsCall, type Texts } from '../call.ts';
import type { SearchContext } from '../contexts.ts';
import { errorBody } from '../errors.ts';
import { openOnly } from '../index-ref.ts';
import type { Body } from '../json-object.ts';
import { refuseBeyondLimits, refuseScriptFields } from '../limits.ts';
import { elsewhereOf } from '../lookups.ts';
import { refuseParameterValues } from '../parameter-values.ts';
import { withPlace } from '../place-in-body.ts';
import { illegal, incomplete, parsing } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { accuracyText, answered, dressed, isScoreAlone, totalOf, withShards } from '../search-answer.ts';
import { readHeader } from '../search-header.ts';
import { searchLines } from '../search-lines.ts';
import { SEARCH_PARAMETERS } from '../search-parameters.ts';
import { refuseSearchPipeline } from '../search-pipelines.ts';
import { type Seen, seenNames } from '../seen-names.ts';
import { OF_TEXTS, onShards, shardsAsked, whereItCan } from '../shard-failures.ts';
import { readAfter } from '../sort-values.ts';
import { withheldOf } from '../template-index.ts';
import { withSlugs } from '../template-indexes.ts';
import { onlyParameters } from '../unknown-parameters.ts';
import { nextPage, openScroll, refuseInScroll } from './scroll.ts';

/** What a search is asked of: the indexes of the address, or the moment its body names. */
async function seenBy(call: OsCall, { pit }: Body): Promise<Seen & { readonly pit: SearchContext | null }> {
  if (pit === undefined) return { ...(await seenNames(call)), pit: null };
  if (!isObject(pit)) throw parsing('[pit] expected an object with the id of a point in time');
  if (pit.id === undefined) throw illegal('point int time id is not provided');
  if (call.params.index !== undefined) throw incomplete('[indices] cannot be used with point in time');
  const context = call.contexts.use(
    call.scope,
    'pit',
    String(pit.id),
    pit.keep_alive === undefined ? undefined : String(pit.keep_alive),
  );
  const { names, templates, filter = null } = context;
  openOnly(call, await infosNamed(call, names));
  return { names, templates, filter, pit: context };
}

/** A search with what stands elsewhere filled in: values of lookups, names behind aliases, ends of types. */
async function completed(
  call: OsCall,
  request: SearchRequest,
  infos: readonly StoredInfo[],
  filter: Query | null,
): Promise<SearchRequest> {
  const asked = await withLookups(call, request.query);
  const query = within(asked, filter && (await withLookups(call, filter)));
  const aggs = await fillAggregationLookups(aggregationsWithin(request.aggs, filter), elsewhereOf(call));
  const { searchAfter, sort } = request;
  const after = searchAfter && { searchAfter: readAfter(searchAfter, sort, infos) };
  const best = await refined(call, request);
  const { highlight } = best;
  // words of a filter are not what was looked for
  const marks = filter && highlight && { highlight: { query: asked, ...highlight } };
  return { ...request, query, aggs, ...best, ...after, ...marks, ...(await boostsOf(call, request)) };
}

interface Answer {
  readonly body: Body;
  readonly accuracy: Accuracy;
}

/** Behind a search of so many ms others have their turn before its answer is written. */
const LONG_MS = 4;

/** A search and how far its answer can be trusted. */
export async function runSearch(call: OsCall, given: Body): Promise<Answer> {
  refuseParameters(call.query);
  const { names, templates, filter, pit } = await seenBy(call, given);
  const body = Object.fromEntries(Object.entries(laidOver(given, call.query)).filter(([key]) => key !== 'pit'));
  const infos = await infosNamed(call, names);
  refuseSearchPipeline(isNamed(call) ? infos : [], call.query.search_pipeline);
  refuseScriptFields(infos, body.script_fields);
  const request = await onShards(call, names, () => parseSearch(body), OF_TEXTS);
  if (request.searchAfter !== undefined && isScoreAlone(request))
    throw illegal('Sort must contain at least one field.');
  refuseInScroll(call, request);
  refuseBeyondLimits(infos, request, call.query.scroll !== undefined);
  refuseCountUpTo(call, { track_total_hits: request.trackTotalHits });
  if (names.length === 0) return { body: answered(NOTHING, call.query, request), accuracy: EXACT };
  refuseCollapse(call, request);
  refuseAfterInScroll(call, request);
  await onShards(call, names, () => refuseSlice(call, request, pit));
  const asked = await completed(call, request, infos, filter);
  const { answer, refusals } = await whereItCan(call, { names, templates }, (some) =>
    firstAnswer(call, { names: some, templates }, asked, pit),
  );
  // the buckets of a large answer were made just now
  if (answer.response.aggregations !== undefined && answer.response.took >= LONG_MS) await setImmediate();
  const response = withSlugs(answer.response, templates);
  const _shards = await shardsAsked(call, { names }, infos, refusals);
  const total = totalOf(response, request);
  const accuracy = accuracyOf(request, { ...response, _shards, hits: { ...(total && { total }) } });
  const found = dressed(response, request, infos, isTrue(call.query.typed_keys));
  const shown = answered(
    {
      ...(answer.scroll && { _scroll_id: answer.scroll.id }),
      ...(pit && { pit_id: pit.id }),
      ...found,
      hits: { ...found.hits, hits: withShards(found.hits.hits, call.services.config.clusterId) },
      ...notEnded(body.terminate_after),
      _shards,
    },
    call.query,
    request,
  );
  return { body: shown, accuracy };
}

/** Whether the address says where to search; else no index has a say in how. */
const isNamed = ({ params }: OsCall): boolean => params.index !== undefined;

/** Every match is looked at, so that no search ends before it; who asks for an end is told. */
const notEnded = (after: unknown): Body => (Number(after ?? 0) > 0 ? { terminated_early: false } : {});

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

/** What narrows, orders or marks hits once they are found. */
async function refined(
  call: OsCall,
  { postFilter, rescore, sort, highlight }: SearchRequest,
): Promise<Partial<SearchRequest>> {
  const elsewhere = elsewhereOf(call);
  const again = rescore?.map(async (each) => ({ ...each, query: await withLookups(call, each.query) }));
  return {
    sort: await fillSortLookups(sort, elsewhere),
    ...(highlight && { highlight: await fillHighlightLookups(highlight, elsewhere) }),
    ...(postFilter && { postFilter: await withLookups(call, postFilter) }),
    ...(again && { rescore: await Promise.all(again) }),
  };
}

/** Values of terms lookups, from documents of the caller's tenant. */
const withLookups = (call: OsCall, query: Query): Promise<Query> => fillLookups(query, elsewhereOf(call));

/** One hit per group cannot be read on from where a page ended. */
function refuseCollapse({ query }: OsCall, { collapse, searchAfter, sort, rescore }: SearchRequest): void {
  if (collapse === undefined) return;
  if (rescore !== undefined) throw illegal('cannot use `collapse` in conjunction with `rescore`');
  if (query.scroll !== undefined) throw illegal('cannot use `collapse` in a scroll context');
  const [only] = sort;
  const byGroup = sort.length === 1 && only?.kind === 'field' && only.field === collapse.field;
  if (searchAfter !== undefined && !byGroup) throw illegal('cannot use `collapse` in conjunction with `search_after`');
}

/** Pages of a scroll follow one another by themselves. */
function refuseAfterInScroll({ query }: OsCall, { searchAfter }: SearchRequest): void {
  if (searchAfter === undefined || query.scroll === undefined) return;
  throw malformed(
    '`search_after` cannot be used in a scroll context.',
    'Leave out search_after, or scroll in the address.',
    { type: 'search_exception' },
  );
}

/** Only what is read page by page comes in parts. */
function refuseSlice({ query }: OsCall, { slice }: SearchRequest, pit: SearchContext | null): void {
  if (slice === undefined || pit !== null || query.scroll !== undefined) return;
  throw malformed(
    '`slice` cannot be used outside of a scroll context or PIT context',
    'Add scroll to the address, or a pit to the body.',
    { type: 'search_exception' },
  );
}

interface First {
  readonly response: SearchResponse;
  /** What later pages are asked of. */
  readonly scroll: SearchContext | null;
}

async function firstAnswer(
  call: OsCall,
  { names, templates }: Pick<Seen, 'names' | 'templates'>,
  request: SearchRequest,
  pit: SearchContext | null,
): Promise<First> {
  if (call.query.scroll !== undefined) return firstPage(call, { names, templates }, request);
  const limits = { signal: call.signal, withheld: withheldOf(templates) };
  const response =
    pit === null
      ? call.services.search.search(call.scope, names, request, limits)
      : pit.snapshot.search(names, request, limits);
  return { response: await response, scroll: null };
}

async function firstPage(
  call: OsCall,
  seen: Pick<Seen, 'names' | 'templates'>,
  request: SearchRequest,
): Promise<First> {
  const scroll = await openScroll(call, seen, request);
  try {
    return { response: await nextPage(call, scroll), scroll };
  } catch (error) {
    await call.contexts.end(call.scope, 'scroll', scroll.id);
    throw error;
  }
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

const EXACT: Accuracy = { kind: 'exact', notes: [] };

/** Bodies are OpenSearch's; what it never says, how far an answer can be trusted, stands beside them (QRY-24). */
export const withAccuracy = (body: Body, accuracy: Accuracy): OsAnswer =>
  new OsAnswer(body, 200, { 'x-accuracy': accuracyText(accuracy) });

async function search(call: OsCall): Promise<OsAnswer> {
  onlyParameters(call, SEARCH_PARAMETERS);
  const { body, accuracy } = await runSearch(call, await call.json());
  return withAccuracy(body, accuracy);
}

/** How many documents are found by the query of the address or the body. */
export async function countOf(call: OsCall) {
  const body = await call.json();
  const unknown = Object.keys(body).find((key) => key !== 'query');
  if (unknown !== undefined) throw parsing(`request does not support [${unknown}]`);
  const { names, templates, filter } = await seenNames(call);
  const given = queryInAddress(call.query) ?? body.query ?? { match_all: {} };
  const infos = await infosNamed(call, names);
  if (isNamed(call)) refuseSearchPipeline(infos, undefined);
  if (names.length === 0) return { count: 0, _shards: await shardsAsked(call, { names }, infos, []) };
  const { min_score: least } = call.query;
  const asked = { query: given, size: 0, ...(least !== undefined && { min_score: Number(least) }) };
  const request = await onShards(call, names, () => parseSearch(asked), OF_TEXTS);
  const query = await withLookups(call, within(request.query, filter));
  const { answer, refusals } = await whereItCan(call, { names, templates }, (some) =>
    call.services.search.search(call.scope, some, { ...request, query }, { signal: call.signal }),
  );
  return {
    count: answer.hits.total.value,
    ...notEnded(call.query.terminate_after),
    _shards: await shardsAsked(call, { names }, infos, refusals),
  };
}

const OF_LINES = { right: 'read', path: '/_msearch' } as const;

/** What is searched, of what a line says. */
type SearchOfLine = (call: OsCall, body: Body) => Promise<Body>;

/** Searches of one request run one after the other; one that fails leaves the others alone. */
export async function searchesOf(call: OsCall, searchOf: SearchOfLine) {
  const began = performance.now();
  const lines = await searchLines(call.stream());
  await call.still();
  // a line of its own says where to search, and is no search
  if (lines.length < 2) throw incomplete('no requests added');
  const answers: Answer[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const header = readHeader(jsonObject(lines[i] ?? ''));
    const { expand_wildcards, search_type } = header;
    // of what a line says these alone refuse all searches, in OpenSearch too
    refuseParameterValues({ expand_wildcards, search_type }, OF_LINES);
    const line = lines[i + 1] ?? '';
    if (line === '') throw parsing('Expected [START_OBJECT] but found [null]');
    const body = jsonObject(line);
    refuseCountUpTo(call, body);
    answers.push(await oneOf({ ...call, readText: () => line }, header, () => searchOf(call, body)));
  }
  const responses = answers.map(({ body }) => body);
  const took = Math.round(performance.now() - began);
  return withAccuracy({ took, responses }, together(answers));
}

/** The least that holds for all answers; notes say which they are of: `responses[1].by day`. */
function together(answers: readonly Answer[]): Accuracy {
  const kinds = answers.map(({ accuracy }) => accuracy.kind);
  const kind = (['partial', 'approximate'] as const).find((each) => kinds.includes(each)) ?? 'exact';
  const notes = answers.flatMap(({ accuracy }, i) =>
    accuracy.notes.map((note) => ({ ...note, at: `responses[${i}].${note.at}` })),
  );
  return { kind, notes };
}

/** A plain number has no room for "at least". */
function refuseCountUpTo(call: OsCall, { track_total_hits: upTo }: Body): void {
  if (isTrue(call.query.rest_total_hits_as_int) && typeof upTo === 'number') {
    throw illegal(`[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${upTo}`);
  }
}

async function oneOf(call: OsCall, header: Texts, searchOf: () => Promise<Body>): Promise<Answer> {
  try {
    const { index = call.params.index, ...rest } = header;
    const query = { ...call.query, ...rest };
    refuseParameterValues(rest, OF_LINES);
    const answer = await runSearch({ ...call, params: { index }, query }, await searchOf());
    return { ...answer, body: { ...answer.body, status: 200 } };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { body: errorBody(withPlace(error, call.readText())).body, accuracy: EXACT };
  }
}

export const searchRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_search', '/:index/_search'], search),
  os('GET POST', 'read', ['/_count', '/:index/_count'], countOf),
  os('GET POST', 'read', ['/_msearch', '/:index/_msearch'], (call) => searchesOf(call, async (_, body) => body)),
];
