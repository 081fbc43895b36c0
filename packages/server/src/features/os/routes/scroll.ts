import { pageBehind, pagedOrder, type SearchResponse, valuesAsAsked } from '@datasarana/engine';
import type { SearchRequest } from '@datasarana/query';
import { infosNamed, isTrue, list, OsAnswer, type OsCall } from '../call.ts';
import { keepAliveOf, type SearchContext } from '../contexts.ts';
import { openOnly } from '../index-ref.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { seenNames } from '../seen-names.ts';
import { shardsOf } from '../shards.ts';
import { hitsWithSorts } from '../sort-values.ts';
import { withheldOf } from '../template-index.ts';
import { withSlugs } from '../template-indexes.ts';

/** The next page of a scroll: what comes after the last hit of the page before, or for several indexes by count. */
export async function nextPage(call: OsCall, context: SearchContext): Promise<SearchResponse> {
  const { request } = context;
  if (request === null) throw illegal(`No search context found for id [${context.id}]`);
  const response = await context.snapshot.search(
    context.names,
    { ...request, ...pageOf(context) },
    { signal: call.signal, withheld: withheldOf(context.templates) },
  );
  const { hits } = response.hits;
  context.read += hits.length;
  const last = hits.at(-1);
  if (context.names.length === 1 && last?.sort !== undefined) context.request = pageBehind(request, last.sort);
  // the order a scroll adds for itself is not shown
  const { order } = context;
  const shown = hits.map(({ sort = [], ...hit }) =>
    order.length > 0 ? { ...hit, sort: valuesAsAsked(order, sort) } : hit,
  );
  return { ...response, hits: { ...response.hits, hits: shown } };
}

const pageOf = ({ names, read }: SearchContext): Partial<SearchRequest> => (names.length === 1 ? {} : { from: read });

/** Whether each hit is counted. */
const isCounted = ({ trackTotalHits: upTo }: SearchRequest): boolean => upTo === true || upTo === 2 ** 31 - 1;

/** @throws PlatformError for what no scroll can be asked for */
export function refuseInScroll({ query }: OsCall, request: SearchRequest): void {
  if (query.scroll === undefined) return;
  const { from, size, rescore = [] } = request;
  const faults = [
    ...(isCounted(request) ? [] : ['disabling [track_total_hits] is not allowed in a scroll context']),
    ...(from > 0 ? ['using [from] is not allowed in a scroll context'] : []),
    ...(size === 0 ? ['[size] cannot be [0] in a scroll context'] : []),
    ...(rescore.length > 0 ? ['using [rescore] is not allowed in a scroll context'] : []),
    ...(isTrue(query.request_cache) ? ['[request_cache] cannot be used in a scroll context'] : []),
  ];
  if (faults.length > 0) throw incomplete(...faults);
}

/** A search whose pages are asked for one after the other. */
export async function openScroll(
  call: OsCall,
  { names, templates }: Pick<SearchContext, 'names' | 'templates'>,
  request: SearchRequest,
): Promise<SearchContext> {
  const { query } = call;
  const snapshot = await call.services.search.snapshot(call.scope);
  const order: SearchRequest['sort'] = request.sort.length > 0 ? request.sort : [{ kind: '_score', order: 'desc' }];
  return call.contexts.add(call.scope, {
    kind: 'scroll',
    names,
    templates,
    snapshot,
    keepAliveMs: keepAliveOf(query.scroll ?? '5m', 'scroll'),
    request: { ...request, sort: pagedOrder(order) },
    order: request.sort,
  });
}

/** Names of searches that are held open, as one text or several. */
export const idsOf = (value: unknown): readonly string[] => [value ?? []].flat().flatMap((each) => list(String(each)));

async function scroll(call: OsCall) {
  const body = await call.json();
  const [id] = idsOf(body.scroll_id ?? call.params.id ?? call.query.scroll_id);
  if (id === undefined) throw incomplete('scrollId is missing');
  const keepAlive = body.scroll ?? call.query.scroll;
  const context = call.contexts.use(call.scope, 'scroll', id, keepAlive === undefined ? undefined : String(keepAlive));
  const { hits, ...rest } = withSlugs(await nextPage(call, context), context.templates);
  const total = isTrue(call.query.rest_total_hits_as_int) ? hits.total.value : hits.total;
  const infos = await infosNamed(call, context.names);
  const shown = context.request === null ? hits.hits : hitsWithSorts(hits.hits, context.request, infos);
  return { _scroll_id: id, ...rest, hits: { ...hits, total, hits: shown } };
}

async function clear(call: OsCall): Promise<OsAnswer> {
  const body = await call.json();
  const given = idsOf(body.scroll_id ?? call.params.id ?? call.query.scroll_id);
  const all = given.includes('_all');
  const ids = all ? call.contexts.ofTenant(call.scope, 'scroll').map(({ id }) => id) : given;
  if (!all && ids.length === 0) throw incomplete('no scroll ids specified');
  let freed = 0;
  for (const id of ids) if (await call.contexts.end(call.scope, 'scroll', id)) freed++;
  return new OsAnswer({ succeeded: true, num_freed: freed }, freed === 0 && !all ? 404 : 200);
}

async function openPit(call: OsCall) {
  if (call.query.keep_alive === undefined) throw incomplete('keep alive not specified');
  const keepAliveMs = keepAliveOf(call.query.keep_alive, 'pit');
  const { names, templates, filter } = await seenNames(call);
  const infos = openOnly(call, await infosNamed(call, names));
  const shards = infos.reduce((sum, info) => sum + shardsOf(info), templates.length);
  const snapshot = await call.services.search.snapshot(call.scope);
  const { id, created } = call.contexts.add(call.scope, {
    kind: 'pit',
    names,
    templates,
    filter,
    snapshot,
    keepAliveMs,
    request: null,
    order: [],
  });
  return { pit_id: id, _shards: { total: shards, successful: shards, skipped: 0, failed: 0 }, creation_time: created };
}

async function closePits(call: OsCall): Promise<OsAnswer> {
  const body: Body = await call.json();
  const isAll = call.request.url.includes('_all');
  const ids = isAll ? call.contexts.ofTenant(call.scope, 'pit').map(({ id }) => id) : idsOf(body.pit_id);
  if (!isAll && ids.length === 0) throw incomplete('no pit ids specified');
  const pits: Body[] = [];
  for (const id of ids) {
    await call.contexts.end(call.scope, 'pit', id);
    // one that is over is as closed as it can be
    pits.push({ pit_id: id, successful: true });
  }
  return new OsAnswer({ pits });
}

const listPits = (call: OsCall) => ({
  pits: call.contexts
    .ofTenant(call.scope, 'pit')
    .map(({ id, created, keepAliveMs }) => ({ pit_id: id, creation_time: created, keep_alive: keepAliveMs })),
});

/** Ends searches that are held open over nothing but indexes that were removed. */
export async function endSearchesOfRemoved(call: OsCall): Promise<void> {
  const infos = await call.documents.list();
  await call.contexts.endWithout(call.scope, new Set(infos.map(({ name }) => name)));
}

export const scrollRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_search/scroll', '/_search/scroll/:id'], scroll),
  os('DELETE', 'read', ['/_search/scroll', '/_search/scroll/:id'], clear),
  os('POST', 'read', '/:index/_search/point_in_time', openPit),
  os('DELETE', 'read', ['/_search/point_in_time', '/_search/point_in_time/_all'], closePits),
  os('GET', 'read', '/_search/point_in_time/_all', listPits),
];
