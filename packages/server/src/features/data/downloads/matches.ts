import { join } from 'node:path';
import { type Hit, pageBehind, pagedOrder, type Snapshot, valuesAsAsked } from '@datasarana/engine';
import { parseSearch, type SearchRequest } from '@datasarana/query';
import { malformed, type PlatformError } from '@datasarana/schema';
import type { Call } from '../../../http/call.ts';
import type { SearchLimits } from '../../../stores/search/port.ts';
import type { DeployedTemplate } from '../../templates/templates.ts';
import type { BatchStores } from '../batch-applier.ts';
import type { Matches } from './download.ts';

/** What is searched, and what of it may be seen. */
export interface Question {
  readonly request: SearchRequest;
  readonly hidden: readonly string[];
  readonly template: DeployedTemplate;
}

const DOWNLOAD_TIME_MS = 600_000;
const PAGE_HITS = 10_000;

/** What chooses hits beside the query. */
const BESIDE_THE_QUERY = {
  postFilter: 'post_filter',
  minScore: 'min_score',
  collapse: 'collapse',
  searchAfter: 'search_after',
  slice: 'slice',
} as const satisfies Partial<Record<keyof SearchRequest, string>>;

function refuseBesideTheQuery(request: SearchRequest): void {
  for (const [name, written] of Object.entries(BESIDE_THE_QUERY)) {
    if (Reflect.get(request, name) !== undefined) throw queryOnly(written);
  }
}

const queryOnly = (name: string): PlatformError =>
  malformed(`A download delivers all matches of the query: '${name}' has no place in it.`, 'Put it into the query.');

/** Pages in the order asked for, each going on behind the last record of the one before. */
async function* orderedPages(
  snapshot: Snapshot,
  template: string,
  { query, sort }: SearchRequest,
  limits: SearchLimits,
): AsyncGenerator<readonly Hit[]> {
  let asked: SearchRequest = {
    ...parseSearch({ size: PAGE_HITS, track_total_hits: false }),
    query,
    sort: pagedOrder(sort),
  };
  for (;;) {
    const { hits } = (await snapshot.search([template], asked, limits)).hits;
    yield hits.map((hit) => ({ ...hit, ...(hit.sort && { sort: valuesAsAsked(sort, hit.sort) }) }));
    const last = hits.at(-1)?.sort;
    if (last === undefined || hits.length < PAGE_HITS) return;
    asked = pageBehind(asked, last);
  }
}

/** All matches and their number, of one moment; the moment is let go of when the last page was read or the reader left. */
export async function matchesOf(
  call: Call,
  { request, hidden, template }: Question,
  chosen: readonly string[] | null,
  stores: BatchStores,
): Promise<Matches> {
  refuseBesideTheQuery(request);
  const snapshot = await stores.search.snapshot(call.scope);
  const limits = { signal: call.signal, timeoutMs: DOWNLOAD_TIME_MS, hidden };
  try {
    const counted = await snapshot.search(
      [template.id],
      { ...request, aggs: parseSearch({}).aggs, from: 0, size: 0, trackTotalHits: true },
      limits,
    );
    const definition = await stores.search.definition(call.scope, template.id);
    async function* pages() {
      try {
        if (request.sort.length > 0) yield* orderedPages(snapshot, template.id, request, limits);
        else yield* snapshot.scan([template.id], request.query, limits);
      } finally {
        await snapshot.close();
      }
    }
    return {
      close: () => snapshot.close(),
      template: { id: template.id, name: template.template.name, definition: template.template },
      fields: definition?.fields ?? [],
      hidden,
      source: request.source,
      chosen,
      total: counted.hits.total.value,
      pages: pages(),
      signal: call.signal,
      spare: join(stores.config.data, 'downloads'),
    };
  } catch (cause) {
    await snapshot.close();
    throw cause;
  }
}
