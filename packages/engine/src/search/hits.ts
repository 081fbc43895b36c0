import type { Scalar, Sort } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Asked, Candidate, HitsRequest, Page } from './candidates.ts';
import { compareValues } from './compare-values.ts';
import { type Explain, explainDocs } from './explain.ts';
import { type Fetched, fetchParts, isFetching } from './fetch/fetch.ts';
import { byColumns, groupOf, sortValueOf } from './ordered.ts';
import { eachScored, type IndexPart, type PartContext, readyMatches } from './part.ts';
import { type Document, readDocuments } from './read-documents.ts';
import type { Explanation, Hit, SortValue } from './response.ts';
import { prepareOrder, sortKeys } from './sort.ts';
import type { SortKey } from './sort-key.ts';
import { type BestDocument, bestOf } from './text/best.ts';
import type { DocBits } from './text/bits.ts';
import { floatText } from './text/bm25.ts';
import type { Scored } from './text/resolved.ts';
import { Top } from './top.ts';

export { documentOf, readDocuments } from './read-documents.ts';

const BY_SCORE: readonly Sort[] = [{ kind: '_score', order: 'desc' }];

export interface FoundHits {
  readonly hits: readonly Hit[];
  readonly maxScore: number | null;
  /** How many documents match, when finding the page meant looking at each of them. */
  readonly total: number | null;
}

/** The wanted page of all matches, in order, and the highest score when scores were asked for. */
export async function findHits(
  parts: readonly IndexPart[],
  request: HitsRequest,
  context: PartContext,
): Promise<FoundHits> {
  const { connection, now } = context;
  const sorts = request.sort.length === 0 ? BY_SCORE : request.sort;
  await prepareOrder(sorts, parts, connection);
  const orders = parts.map((part) => sortKeys(sorts, part.layout, part.constant ?? 0, now));
  const [keys = []] = orders;
  const limit = request.from + request.size;
  const found: Candidate[] = [];
  let maxScore: number | null = null;
  let total: number | null = 0;
  for (const [i, part] of parts.entries()) {
    const page = await pageOf({ part, index: i, keys: orders[i] ?? [], limit, request }, sorts, connection);
    for (const candidate of page.candidates) found.push(candidate);
    total = total === null || page.total === null ? null : total + page.total;
    if (page.maxScore !== null) maxScore = Math.max(maxScore ?? page.maxScore, page.maxScore);
  }
  const compare = comparison(keys);
  const sorted = parts.length > 1 ? found.sort(compare) : found;
  const kept = (request.collapse === undefined ? sorted : firstOfEach(sorted)).slice(request.from, limit);
  const hits = await readHits(parts, kept, request, orders, context);
  return { hits, maxScore: maxScore === null ? null : floatText(maxScore), total };
}

async function pageOf(asked: Asked, sorts: readonly Sort[], connection: DuckDBConnection): Promise<Page> {
  const { part, index, limit, request } = asked;
  if (part.best !== null) return pageOfBest(part.best.best, part.best.total, index, limit);
  const scored = sorts.some((sort) => sort.kind === '_score') || request.trackScores;
  if (!scored || part.constant !== null) return byColumns(asked, scored, connection);
  return byScore({ ...asked, part: { ...part, bits: await readyMatches(part) } }, connection);
}

/** Groups of several indexes meet here. */
function firstOfEach(sorted: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<SortValue | undefined>();
  return sorted.filter(({ group }) => {
    if (seen.has(group)) return false;
    seen.add(group);
    return true;
  });
}

/** Scores every match and keeps the best. */
async function byScore({ part, index, keys, limit, request }: Asked, connection: DuckDBConnection): Promise<Page> {
  const fields = keys.map((key, i) => ({ key, i })).filter(({ key }) => key.kind === 'field');
  const top = new Top<Candidate>(limit, comparison(keys));
  const after = request.searchAfter;
  let maxScore: number | null = null;
  const group = groupOf(part, request);
  const groups = new Map<SortValue, Candidate>();
  const compare = comparison(keys);
  const extra = [...fields.map(({ key }) => key.value), ...(group === null ? [] : [group])];
  const scoreOnly =
    group === null && keys.length === 1 && keys[0]?.kind === '_score' && keys[0].descending && after === undefined;
  if (scoreOnly && part.bits !== null && part.scored !== null) return bestByScore(part.scored, part.bits, index, limit);
  let total = 0;
  await eachScored(part, connection, extra, (doc, score, read) => {
    total++;
    if (maxScore === null || score > maxScore) maxScore = score;
    // Documents come in order of arrival, so that one with an equal score never takes the place of an earlier one.
    if (scoreOnly && score <= (top.last?.score ?? Number.NEGATIVE_INFINITY)) return;
    const values = keys.map((key): SortValue => (key.kind === '_score' ? score : key.kind === '_doc' ? doc : null));
    for (const [column, { i }] of fields.entries()) values[i] = sortValueOf(read(column));
    if (after !== undefined && !isPast(values, after, keys)) return;
    if (group === null) {
      top.add({ part: index, doc, score, values });
      return;
    }
    const candidate = { part: index, doc, score, values, group: sortValueOf(read(fields.length)) };
    const best = groups.get(candidate.group);
    if (best === undefined || compare(candidate, best) < 0) groups.set(candidate.group, candidate);
  });
  for (const candidate of groups.values()) top.add(candidate);
  return { candidates: top.sorted(), maxScore, total };
}

/** The best of scores that stand ready; a page of no hits at all asks for the highest score all the same. */
function bestByScore(scored: Scored, bits: DocBits, index: number, limit: number): Page {
  const total = scored.kind === 'list' ? scored.docs.length : bits.size;
  return pageOfBest(bestOf(scored, bits, Math.max(limit, 1)), total, index, limit);
}

const pageOfBest = (best: readonly BestDocument[], total: number, index: number, limit: number): Page => ({
  candidates: best.slice(0, limit).map(({ doc, score }) => ({ part: index, doc, score, values: [score] })),
  maxScore: best[0]?.score ?? null,
  total,
});

/** A score in `search_after` is one that was printed, so it is compared as such. */
function isPast(values: readonly SortValue[], after: readonly (Scalar | null)[], keys: readonly SortKey[]): boolean {
  for (const [i, key] of keys.entries()) {
    const value = values[i] ?? null;
    const shown = key.kind === '_score' && typeof value === 'number' ? floatText(value) : value;
    const given = after[i] ?? null;
    const order = compareValues(shown, given === null ? null : (key.given?.(given) ?? given), key);
    if (order !== 0) return order > 0;
  }
  return false;
}

function comparison(keys: readonly SortKey[]): (a: Candidate, b: Candidate) => number {
  return (a, b) => {
    for (const [i, key] of keys.entries()) {
      const order = compareValues(a.values[i] ?? null, b.values[i] ?? null, key);
      if (order !== 0) return order;
    }
    return a.part - b.part || a.doc - b.doc;
  };
}

/** What a request shows of documents, in their order; `orders` are the keys of their sort values, index by index. */
export async function readHits(
  parts: readonly IndexPart[],
  kept: readonly Candidate[],
  request: HitsRequest,
  orders: readonly (readonly SortKey[])[],
  context: PartContext,
): Promise<readonly Hit[]> {
  const { connection } = context;
  const documents: ReadonlyMap<number, Document>[] = [];
  for (const [i, part] of parts.entries()) {
    const docs = kept.flatMap(({ part: of, doc }) => (of === i ? [doc] : []));
    documents.push(await readDocuments(part, docs, request, connection));
  }
  const fetched = await fetchedOf(parts, kept, request, context);
  const explains: Explain[] = [];
  for (const [i, part] of request.explain === true ? parts.entries() : []) {
    const docs = kept.flatMap(({ part: of, doc }) => (of === i ? [doc] : []));
    explains.push(await explainDocs(request.query ?? { kind: 'match_all', boost: 1 }, part, docs, context));
  }
  return kept.flatMap((candidate) => {
    const document = documents[candidate.part]?.get(candidate.doc);
    if (document === undefined) return [];
    const { _source, ...rest } = document;
    const meta = metaOf(rest, request.storedFields);
    const keys = orders[candidate.part] ?? [];
    return {
      ...meta,
      _score: candidate.score === null ? null : floatText(candidate.score),
      ...(_source !== undefined && { _source }),
      ...(request.explain === true && { _explanation: explanationOf(candidate, explains[candidate.part]) }),
      ...withGroup(fetched[candidate.part]?.get(candidate.doc), candidate, request),
      ...(request.sort.length > 0 && { sort: keys.map((key, i) => shownValue(key, candidate.values[i] ?? null)) }),
    };
  });
}

/** What is told of a document beside its source: `stored_fields: _none_` leaves out even its id. */
export function metaOf<Meta extends Omit<Document, '_source'>>(meta: Meta, storedFields?: readonly string[]): Meta {
  if (!storedFields?.includes('_none_')) return meta;
  const { _id, _routing, _ignored, ...bare } = meta;
  return bare as Meta;
}

/** Fields and marked words of the hits, index by index. */
async function fetchedOf(
  parts: readonly IndexPart[],
  kept: readonly Candidate[],
  request: HitsRequest,
  context: PartContext,
): Promise<readonly ReadonlyMap<number, Fetched>[]> {
  if (!isFetching(request)) return [];
  const fetched: ReadonlyMap<number, Fetched>[] = [];
  for (const [i, whole] of parts.entries()) {
    const docs = kept.flatMap(({ part, doc }) => (part === i ? [doc] : []));
    fetched.push(await fetchParts(whole, docs, { query: { kind: 'match_all', boost: 1 }, ...request }, context));
  }
  return fetched;
}

/** A collapsed hit says which value it stands for. */
function withGroup(fetched: Fetched | undefined, { group }: Candidate, { collapse }: HitsRequest): Fetched {
  if (collapse === undefined || group === undefined || group === null) return fetched ?? {};
  return { ...fetched, fields: { ...fetched?.fields, [collapse.field]: [group] } };
}

/** Scores may be changed once more after the query, by rescoring or for their index. */
export function explanationOf(
  { doc, score }: Pick<Candidate, 'doc' | 'score'>,
  explain: Explain | undefined,
): Explanation {
  const own = explain?.(doc) ?? null;
  const value = floatText(score ?? own?.value ?? 0);
  if (own !== null && Math.abs(own.value - value) <= 1e-4 * Math.max(1, value)) return { ...own, value };
  return {
    value,
    description: 'score after what changes scores of the query, from:',
    details: own === null ? [] : [own],
  };
}

const shownValue = (key: SortKey, value: SortValue): SortValue =>
  key.kind === '_score' && typeof value === 'number' ? floatText(value) : key.shown(value);
