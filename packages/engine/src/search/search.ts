import type { Aggregations, Query, SearchRequest, Slice } from '@datasarana/query';
import { malformed, PlatformError, ReplyCode } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import { refuseBlocked } from '../documents/blocks.ts';
import { fitsPattern } from '../documents/expression.ts';
import { indexClosed, refOf } from '../documents/refusal.ts';
import { type IndexLayout, withoutFields } from '../index/layout.ts';
import type { Limits } from '../store/interruptible.ts';
import type { Begin, Read } from '../store/tenant-store.ts';
import { aggregate } from './aggregations/aggregate.ts';
import type { ColumnMemory } from './columns/column-memory.ts';
import { isOutOfMemory, NotKept } from './columns/not-kept.ts';
import type { IndexVersion } from './columns/version.ts';
import { isFetching } from './fetch/fetch.ts';
import { refuseMarks } from './fetch/highlight.ts';
import { Handover } from './handover.ts';
import { findHits } from './hits.ts';
import { withInnerHits } from './inner-hits.ts';
import { groupOf } from './ordered.ts';
import { countOf, type IndexPart, openPart, type PartContext, predicateOn, withMinScore } from './part.ts';
import { profileOf, Stopwatch } from './profile.ts';
import { rescored } from './rescore.ts';
import type { Hit, SearchResponse } from './response.ts';
import { scanPart } from './scan.ts';
import { sortKeys } from './sort.ts';
import { and, sql, whole } from './sql.ts';
import { suggestionsOf } from './suggest/suggest.ts';
import { MOST_BEST } from './text/best-of-word.ts';
import type { PostingsMemory } from './text/postings-memory.ts';
import { beginWithVersions, Outdated, readVersion, type Versions } from './versions.ts';

/** What a search needs of a tenant's file. */
export interface SearchStore {
  readonly layout: (name: string) => Promise<IndexLayout>;
  readonly read: <T>(work: Read<T>, limits?: Limits, begin?: Begin) => Promise<T>;
  /** Whether what is read stands in a transaction that was begun before. */
  readonly isBegun: boolean;
  readonly memory: PostingsMemory;
  readonly columns: ColumnMemory;
  readonly versions: Versions;
  /** Grows with every write; null while one is committed. */
  readonly generation: () => number | null;
}

/** What a search may take, and what it does not see. */
export interface SearchLimits extends Limits {
  /** Dotted paths of fields that are as if they were not there, in indexes whose documents are put together from their fields. */
  readonly hidden?: readonly string[];
  /** Names of indexes whose documents are found and counted, and not shown. */
  readonly withheld?: readonly string[];
  /** Documents come as they were sent, whatever `_source` of their mapping says: to copy them. */
  readonly whole?: boolean;
}

async function layoutsOf(
  store: SearchStore,
  names: readonly string[],
  { hidden = [], withheld = [], whole = false }: SearchLimits,
): Promise<readonly IndexLayout[]> {
  if (names.length === 0) throw malformed('There is no index to search', 'Name at least one.');
  const layouts: IndexLayout[] = [];
  for (const name of new Set(names)) {
    const layout = withoutFields(await store.layout(name), hidden);
    refuseBlocked(name, layout.definition.stored, 'read');
    if (layout.definition.stored?.closed) throw indexClosed(refOf(layout));
    layouts.push({
      ...layout,
      ...(!store.isBegun && hasIds(layout) && { knownIds: layout.state.knownKeys('_id').end }),
      ...(withheld.includes(name) && { isWithheld: true }),
      ...(whole && { isWhole: true }),
    });
  }
  return layouts;
}

/** Whether documents have ids that are given to them, and no other keys. */
const hasIds = ({ definition }: IndexLayout): boolean => definition.source === 'stored';

/** Answers a search over one or more indexes from one snapshot, in OpenSearch's shape. */
export async function search(
  store: SearchStore,
  names: readonly string[],
  request: SearchRequest,
  limits: SearchLimits = {},
): Promise<SearchResponse> {
  const started = performance.now();
  const layouts = await layoutsOf(store, names, limits);
  const timeoutMs = limits.timeoutMs ?? request.timeoutMs;
  const bounds = { ...limits, ...(timeoutMs !== undefined && timeoutMs < MAX_TIMEOUT && { timeoutMs }) };
  const answer = await answeredSomehow(store, layouts, request, bounds).catch(refuseTooLarge);
  return {
    took: Math.round(performance.now() - started),
    timed_out: false,
    _shards: { total: layouts.length, successful: layouts.length, skipped: 0, failed: 0 },
    ...answer,
  };
}

/** A search for which a column could not be taken into memory begins again and does without. */
function answeredSomehow(...given: Parameters<typeof answered>): Promise<Answer> {
  const [{ isBegun }] = given;
  return answered(...given).catch((error: unknown) => {
    if (isBegun || !(error instanceof NotKept)) throw error;
    return answeredSomehow(...given);
  });
}

/**
 * While nothing is written, the states of the indexes are known and a search may do without any statement. Should it need
 * one after all, its snapshot must be of those states; a search that a write overtook begins again.
 */
async function answered(
  store: SearchStore,
  layouts: readonly IndexLayout[],
  request: SearchRequest,
  limits: Limits,
): Promise<Answer> {
  const generation = store.generation();
  const known = store.versions.all(generation, layouts);
  if (known === null) return onSnapshot(store, layouts, request, limits);
  const begin: Begin = async (connection, since) => {
    if (since === generation) return;
    if (since !== null) throw new Outdated('A write came between');
    for (const [id, { key }] of await beginWithVersions(connection, layouts)) {
      if (known.get(id)?.key !== key) throw new Outdated('A write came between');
    }
  };
  return store
    .read((connection) => answerOn(connection, store, layouts, request, known), limits, begin)
    .catch((error: unknown) => {
      if (!(error instanceof Outdated)) throw error;
      return onSnapshot(store, layouts, request, limits);
    });
}

/** Reads the states of the indexes first, in the step that begins the transaction where that is not begun. */
function onSnapshot(
  store: SearchStore,
  layouts: readonly IndexLayout[],
  request: SearchRequest,
  limits: Limits,
): Promise<Answer> {
  const work: Read<Answer> = async (connection, since) => {
    const generation = since ?? store.generation();
    const isBegun = store.isBegun || since !== null;
    const versions = await (isBegun ? versionsOf : beginWithVersions)(connection, layouts);
    if (generation !== null && store.generation() === generation) store.versions.note(generation, versions);
    return answerOn(connection, store, layouts, request, versions);
  };
  return store.read(work, limits, async () => undefined);
}

async function versionsOf(
  connection: DuckDBConnection,
  layouts: readonly IndexLayout[],
): Promise<ReadonlyMap<number, IndexVersion>> {
  const versions = new Map<number, IndexVersion>();
  for (const layout of layouts) versions.set(layout.id, await readVersion(connection, layout));
  return versions;
}

/** DuckDB gives up when a search needs more than its memory and what it may spill. */
function refuseTooLarge(error: unknown): never {
  if (!isOutOfMemory(error)) throw error;
  throw new PlatformError('The search needs more memory than it may use', {
    code: ReplyCode.Failed,
    type: 'validation',
    http: 422,
    hint: 'Narrow the time range or the filter, or ask for fewer buckets.',
    cause: error,
  });
}

/** Longest delay a timer takes. */
const MAX_TIMEOUT = 2 ** 31 - 1;

type Answer = Pick<SearchResponse, 'hits' | 'aggregations' | 'suggest' | 'profile'>;

async function answerOn(
  connection: DuckDBConnection,
  { memory, columns }: SearchStore,
  layouts: readonly IndexLayout[],
  request: SearchRequest,
  versions: ReadonlyMap<number, IndexVersion>,
): Promise<Answer> {
  const asked = { scored: isScored(request), ...(isOnlyBest(request) && { onlyBest: request.from + request.size }) };
  const context: PartContext = { connection, memory, columns, versions, now: Date.now(), ...asked };
  const watch = new Stopwatch();
  const parts: IndexPart[] = [];
  for (const layout of layouts) {
    if (request.highlight !== undefined) refuseMarks(layout, request.highlight, context.now);
    const part = await watch.of(`open ${layout.name}`, () => openPart(layout, boosted(request, layout.name), context));
    const scored = request.minScore === undefined ? part : await withMinScore(part, request.minScore, connection);
    parts.push(request.slice === undefined ? scored : sliced(scored, request.slice));
  }
  const suggest = await suggestionsOf(parts, request, context);
  const suggested = Object.keys(suggest).length > 0 && { suggest };
  if (request.suggestOnly) {
    for (const part of parts) refuseWrongOrder(part, request, context);
    return { hits: { total: NO_TOTAL, max_score: null, hits: [] }, ...suggested };
  }
  const shown = await afterPostFilter(parts, request.postFilter, context);
  const ranked = await afterRescore(shown, request, context);
  const bucketed = shown === parts ? ranked : await afterRescore(parts, request, context);
  // as in OpenSearch, samples are of the best before their scores change, and top_hits of the best after
  const sampled = aggregates(request.aggs, SAMPLERS) ? parts : bucketed;
  const aggregated = await watch.of('aggregations', () => aggregate(sampled, request, context));
  const counted = shown === parts ? (aggregated?.total ?? null) : null;
  const noHits = request.size === 0 || counted === 0;
  if (noHits) for (const part of parts) refuseWrongOrder(part, request, context);
  const found = noHits ? NO_HITS : await watch.of('hits', () => findHits(ranked, request, context));
  const page = { ...found, hits: await withInnerHits(found.hits, layouts, request, context) };
  const value = counted ?? page.total ?? (await watch.of('count', () => countAll(shown, connection)));
  return {
    hits: { total: { value, relation: 'eq' }, max_score: page.maxScore, hits: page.hits },
    ...(aggregated !== null && { aggregations: aggregated.aggregations }),
    ...suggested,
    ...(request.profile && { profile: await profileOf(parts, layouts, request, context, watch) }),
  };
}

/** A wrong order, a wrong place in it or a wrong field to group by is told though nothing is put in it. */
function refuseWrongOrder(part: IndexPart, request: SearchRequest, { now }: PartContext): void {
  const keys = sortKeys(request.sort, part.layout, 0, now);
  for (const [i, given = null] of (request.searchAfter ?? []).entries()) if (given !== null) keys[i]?.parameter(given);
  groupOf(part, request);
}

/** The first boost that names the index counts. */
function boosted({ query, indicesBoost = [] }: SearchRequest, index: string): Query {
  const found = indicesBoost.find((each) => fitsPattern(each.index, index));
  if (found === undefined || found.boost === 1) return query;
  return { kind: 'bool', must: [query], filter: [], should: [], mustNot: [], boost: found.boost };
}

/** Documents are shared out among the slices by their ids. */
const sliced = (part: IndexPart, { id, max }: Slice): IndexPart => ({
  ...part,
  where: and([part.where, sql`(hash(_id) % ${whole(max)}) = ${whole(id)}`]),
  bits: null,
  scored: null,
});

const NO_TOTAL = { value: 0, relation: 'eq' } as const;
const NO_HITS = { hits: [], maxScore: null, total: null } as const;

const isScored = (request: SearchRequest): boolean =>
  request.minScore !== undefined ||
  request.trackScores ||
  (request.size > 0 && (request.sort.length === 0 || request.sort.some((sort) => sort.kind === '_score'))) ||
  aggregates(request.aggs, BY_SCORE);

/** Whether all that is asked for are the first documents by their scores. */
const isOnlyBest = (request: SearchRequest): boolean =>
  request.size > 0 &&
  request.from + request.size <= MOST_BEST &&
  request.sort.length === 0 &&
  Object.keys(request.aggs).length === 0 &&
  BESIDE.every((each) => request[each] === undefined || request[each] === false) &&
  !isFetching(request);

/** What looks at other matches or at how they were found. */
const BESIDE = [
  'postFilter',
  'searchAfter',
  'profile',
  'minScore',
  'collapse',
  'slice',
  'explain',
  'rescore',
  'namedScores',
  'suggest',
  'suggestOnly',
  'groups',
] as const satisfies readonly (keyof SearchRequest)[];

const SAMPLERS: ReadonlySet<string> = new Set(['sampler', 'diversified_sampler']);
const BY_SCORE: ReadonlySet<string> = new Set(['top_hits', ...SAMPLERS]);

/** Whether there is an aggregation of one of these kinds, inside others too. */
const aggregates = (aggs: Aggregations, kinds: ReadonlySet<string>): boolean =>
  Object.values(aggs).some(({ aggregation, aggs: inside }) => kinds.has(aggregation.kind) || aggregates(inside, kinds));

/** The scores of the best hits changed, in the window of each index. */
async function afterRescore(
  parts: readonly IndexPart[],
  { rescore, searchAfter, from, size }: SearchRequest,
  context: PartContext,
): Promise<readonly IndexPart[]> {
  if (rescore === undefined) return parts;
  // pages that go on from one another are pages of one order
  const wanted = searchAfter === undefined ? from + size : Number.POSITIVE_INFINITY;
  const changed: IndexPart[] = [];
  for (const part of parts) changed.push(await rescored(part, rescore, context, wanted));
  return changed;
}

async function afterPostFilter(
  parts: readonly IndexPart[],
  filter: Query | undefined,
  context: PartContext,
): Promise<readonly IndexPart[]> {
  if (filter === undefined) return parts;
  const filtered: IndexPart[] = [];
  for (const part of parts) {
    const where = and([part.where, await predicateOn(part, filter, context)]);
    filtered.push({ ...part, where, bits: null, scored: null });
  }
  return filtered;
}

async function countAll(parts: readonly IndexPart[], connection: DuckDBConnection): Promise<number> {
  let total = 0;
  for (const part of parts) total += await countOf(part, connection);
  return total;
}

/** Every match of one or more indexes, in a stable order, from one snapshot; the consumer sets the pace. */
export async function* scan(
  store: SearchStore,
  names: readonly string[],
  query: Query,
  limits: SearchLimits = {},
): AsyncGenerator<readonly Hit[], void, undefined> {
  const layouts = await layoutsOf(store, names, limits);
  const handover = new Handover<readonly Hit[]>();
  const work = store
    .read(async (connection) => {
      const { memory, columns } = store;
      const versions = await versionsOf(connection, layouts);
      const context: PartContext = { connection, memory, columns, versions, now: Date.now(), scored: false };
      for (const layout of layouts) {
        const part = await openPart(layout, query, context);
        for await (const page of scanPart(part, connection)) if (!(await handover.give(page))) return;
      }
    }, limits)
    .then(
      () => handover.end(null),
      (error: unknown) => handover.end({ error }),
    );
  try {
    yield* handover.taken();
  } finally {
    handover.stop();
    await work;
  }
}
