import { type AggregationKinds, namedClauses, type Sort, type SourceFilter } from '@datasarana/query';
import { type Explain, explainDocs } from '../explain.ts';
import { type Fetched, fetchParts, isFetching } from '../fetch/fetch.ts';
import { docValuesIn, fetchedValues } from '../fetch/fields.ts';
import { nestedUnder } from '../fetch/own-source.ts';
import { explanationOf, metaOf, readDocuments } from '../hits.ts';
import { fieldOf } from '../index-fields.ts';
import type { IndexPart } from '../part.ts';
import { withoutSource } from '../read-documents.ts';
import type { AggregationResult, Hit, SortValue } from '../response.ts';
import { plain, rowsOf } from '../run.ts';
import { prepareOrder, sortKeys } from '../sort.ts';
import type { SortKey } from '../sort-key.ts';
import { double, joined, name, type Sql, sql, whole } from '../sql.ts';
import { DocBits } from '../text/bits.ts';
import { floatText } from '../text/bm25.ts';
import { placeName } from './level-rows.ts';
import type { PlanContext } from './metrics.ts';
import { nestedHit, nestedObject } from './nested-hit.ts';
import { nestedTest } from './nested-test.ts';
import type { Expression, MetricPlan, Nest } from './plan.ts';
import { type ScoreTable, scoreTables } from './scores.ts';
import { figure } from './shown-value.ts';

/** Documents of index i are numbered from i × this on, so that one number tells which is meant. */
const SPREAD = 2 ** 40;

const BY_SCORE: readonly Sort[] = [{ kind: '_score', order: 'desc' }];

export async function topHits(node: AggregationKinds['top_hits'], context: PlanContext): Promise<MetricPlan> {
  const { parts } = context;
  const sorts = node.sort.length === 0 ? BY_SCORE : node.sort;
  const byScore = node.trackScores || sorts.some((sort) => sort.kind === '_score');
  const scores = byScore ? await scoreTables(context) : parts.map(() => null);
  await prepareOrder(sorts, parts, context.connection);
  const orders = parts.map((part, i) =>
    keysOf(part, hiding(sorts, part, context.documents[i]), scores[i] ?? null, context.now),
  );
  const places = placesIn(context);
  const limit = node.from + node.size;
  const isBestFirst = sorts[0]?.kind === '_score';
  const ofScores = parts.map((part, i) => scores[i]?.value ?? double(part.constant ?? 0));
  const found = new Map<string, Hit>();
  return {
    kind: 'metric',
    columns: (column) => {
      const doc = column(places);
      const first = isArrivalOrder(orders)
        ? sql`min(${doc}, ${whole(Math.max(1, limit))})`
        : sql`min_by(${doc}, ${column(orders.map((keys) => rankOf(keys, context.nests)))}, ${whole(Math.max(1, limit))})`;
      const best = node.trackScores && !isBestFirst ? [{ call: sql`max(${column(ofScores)})` }] : [];
      return [{ call: first, where: sql`${doc} IS NOT NULL` }, { call: sql`count(*)` }, ...best];
    },
    prepare: async (rows) => {
      // the first has the best score, whether it is shown or not
      const wanted = rows.flatMap(([docs]) => placesOf(docs).filter((_, at) => at === 0 || at >= node.from));
      for (const [i, part] of parts.entries()) {
        const own = wanted.filter(([doc = 0]) => Math.floor(doc / SPREAD) === i);
        const docs = [...new Set(own.map(([doc = 0]) => doc % SPREAD))];
        const score = byScore ? (scores[i]?.value ?? double(part.constant ?? 0)) : null;
        const source = context.sources[i] ?? name(part.layout.docs);
        const asked = { number: i, part, source, docs, keys: orders[i] ?? [], score };
        const hits = await hitsOf({ ...asked, node }, context);
        for (const { doc, at, hit } of hits) found.set([doc + i * SPREAD, ...at].join(), hit);
      }
    },
    read: ([docs, count, highest]) => {
      const all = placesOf(docs);
      const hits = all.slice(node.from, limit).flatMap((place) => found.get(place.join()) ?? []);
      const first = found.get(all[0]?.join() ?? '')?._score ?? null;
      const other = highest === undefined || highest === null ? null : floatText(Number(highest));
      const best = isBestFirst ? first : other;
      return {
        hits: { total: { value: figure(count) ?? 0, relation: 'eq' }, max_score: best, hits },
      } as AggregationResult;
    },
    orderValue: () => null,
  };
}

/** Number of a document, and among nested ones its place in each list on the way. */
type Place = readonly number[];

const placesOf = (value: unknown): readonly Place[] =>
  Array.isArray(value) ? value.map((place) => (Array.isArray(place) ? place.map(Number) : [Number(place)])) : [];

function placesIn({ parts, nests }: PlanContext): Expression {
  const offsets = nests.map(({ depth }) => placeName(depth));
  return parts.map((_, i) => {
    const number = i === 0 ? sql`_doc` : sql`_doc + ${whole(i * SPREAD)}`;
    return offsets.length === 0 ? number : sql`[${joined([number, ...offsets], ', ')}]`;
  });
}

function keysOf(part: IndexPart, sorts: readonly Sort[], scores: ScoreTable | null, now: number): readonly SortKey[] {
  const keys = sortKeys(sorts, part.layout, part.constant ?? 0, now);
  return keys.map((key) => (key.kind === '_score' && scores !== null ? { ...key, value: scores.value } : key));
}

/** Fields of nested documents have no values from outside, nor those of the document from inside. */
const hiding = (sorts: readonly Sort[], { layout }: IndexPart, document: IndexPart | undefined): readonly Sort[] =>
  sorts.map((sort) => {
    if (sort.kind !== 'field' || fieldOf(layout, sort.field) !== null) return sort;
    const isMapped = layout.fields.has(sort.field) || document?.layout.fields.has(sort.field) === true;
    return isMapped ? { ...sort, unmappedType: 'keyword' } : sort;
  });

/** Every document scores the same and nothing else is asked: the first to arrive come first. */
const isArrivalOrder = (orders: readonly (readonly SortKey[])[]): boolean =>
  orders.every((keys) => keys.every((key) => key.kind === '_score' && key.value.text === '?'));

/** One value that orders rows as the keys do, ties by arrival. DuckDB takes the directions as literals only. */
function rankOf(keys: readonly SortKey[], nests: readonly Nest[]): Sql {
  const steps = keys.flatMap(({ value, descending, nullsFirst }) => {
    if (descending) return [value, nullsFirst ? sql`'DESC NULLS FIRST'` : sql`'DESC NULLS LAST'`];
    return [value, nullsFirst ? sql`'ASC NULLS FIRST'` : sql`'ASC NULLS LAST'`];
  });
  const arrival = [sql`_doc`, ...nests.map(({ depth }) => placeName(depth))];
  return sql`create_sort_key(${joined([...steps, ...arrival.flatMap((each) => [each, sql`'ASC NULLS LAST'`])], ', ')})`;
}

/** The best first, which is the order where none is asked for, tells nothing beside the score. */
const isUsual = ([first, ...more]: readonly Sort[]): boolean =>
  first === undefined || (first.kind === '_score' && first.order === 'desc' && more.length === 0);

interface Wanted {
  /** Which of the indexes it is. */
  readonly number: number;
  readonly part: IndexPart;
  /** Where its rows are read from. */
  readonly source: Sql;
  readonly docs: readonly number[];
  readonly keys: readonly SortKey[];
  readonly node: AggregationKinds['top_hits'];
  /** Of a row, when scores are shown. */
  readonly score: Sql | null;
}

interface PlacedHit {
  readonly doc: number;
  readonly at: readonly number[];
  readonly hit: Hit;
}

async function hitsOf(
  { number: index, part, source, docs, keys, node, score }: Wanted,
  context: PlanContext,
): Promise<readonly PlacedHit[]> {
  if (docs.length === 0) return [];
  const { connection, query, nests } = context;
  const paths = nests.map(({ path }) => path);
  const reading = { ...node, source: nests.length === 0 ? sourceOf(part, node) : ALL_OF_IT };
  const documents = await readDocuments(part, docs, reading, connection);
  const { docvalueFields = [], fields: named = [], ...others } = node;
  const wanted = nests.length === 0 ? node : { ...others, ofObjects: true };
  const fetched = isFetching({ query, ...wanted })
    ? await fetchParts(part, docs, { query, ...wanted }, context)
    : NOTHING_MORE;
  const bits = new DocBits(part.postings.capacity);
  for (const doc of docs) bits.add(doc);
  const places = nests.map(({ depth }) => placeName(depth));
  const rowsOfHits = { from: source, places };
  const shownBy = nests.length === 0 ? [] : docvalueFields;
  const values = await docValuesIn(rowsOfHits, part.layout, docs, shownBy, connection);
  const clauses = await clausesOfObjects(index, context);
  const explain = node.explain ? await explainIn(part, docs, context) : null;
  const own = [...places, ...keys.map((key) => key.value), ...clauses.map(({ test }) => test)];
  const columns = joined([sql`_doc`, score ?? sql`NULL`, ...own], ', ');
  const rows = await rowsOf(connection, sql`SELECT ${columns} FROM ${source} WHERE ${bits.test()}`);
  // the score of an object is that of its document, which the query found
  const isScored = score !== null && nests.length === 0;
  return rows.flatMap(([number, scored, ...rest]) => {
    const doc = Number(number);
    const document = documents.get(doc);
    if (document === undefined) return [];
    const at = rest.slice(0, nests.length).map(Number);
    const shown = keys.map((key, i) => shownValue(key, rest[nests.length + i]));
    const object = nests.length === 0 ? undefined : nestedObject(document, paths, at);
    const ofObject =
      object === undefined ? {} : fetchedValues(part.layout, nestedUnder(paths.at(-1) ?? '', object), named);
    const fields = { ...fetched.get(doc)?.fields, ...ofObject, ...values.get([doc, ...at].join()) };
    const { _source, ...meta } = nests.length === 0 ? document : nestedHit(document, paths, at, node.source);
    const names = clauses
      .filter((_, i) => rest[nests.length + keys.length + i] === true)
      .map(({ name: given }) => given);
    const hit: Hit = {
      ...(nests.length === 0 ? metaOf(meta, node.storedFields) : meta),
      _score: score === null ? null : floatText(Number(scored)),
      ...(_source !== undefined && { _source }),
      ...(explain && { _explanation: explanationOf({ doc, score: isScored ? Number(scored) : null }, explain) }),
      ...fetched.get(doc),
      ...(names.length > 0 && { matched_queries: names }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(!isUsual(node.sort) && { sort: shown }),
    };
    return [{ doc, at, hit }];
  });
}

/** Why documents were found; objects are found by a query of all alone, which a nested clause asks for their document. */
function explainIn(part: IndexPart, docs: readonly number[], context: PlanContext): Promise<Explain> | Explain {
  const { query, nests } = context;
  if (nests.length === 0) return explainDocs(query, part, docs, context);
  const isFound = query.kind === 'match_all';
  const value = isFound ? query.boost : 0;
  return () => ({ value, description: isFound ? '*:*' : 'no matching clause', details: [] });
}

interface NamedTest {
  readonly name: string;
  readonly test: Sql;
}

/** The named clauses of the query, asked of nested objects. */
async function clausesOfObjects(index: number, context: PlanContext): Promise<readonly NamedTest[]> {
  const path = context.nests.at(-1)?.path;
  if (path === undefined) return [];
  const tests: NamedTest[] = [];
  for (const { name: given, ...clause } of namedClauses(context.query, path))
    tests.push({ name: given, test: await nestedTest(clause, index, context) });
  return tests;
}

/** What is read of documents; with `stored_fields: _none_` there is nothing any part could be of. */
function sourceOf({ layout }: IndexPart, { source, storedFields }: Wanted['node']): SourceFilter {
  if (!storedFields?.includes('_none_')) return source;
  if (source.kind === 'fields') throw withoutSource(layout.name);
  return { kind: 'none' };
}

const ALL_OF_IT: SourceFilter = { kind: 'all' };

const NOTHING_MORE: ReadonlyMap<number, Fetched> = new Map();

function shownValue(key: SortKey, value: unknown): SortValue {
  const given = plain(value);
  if (key.kind === '_score') return floatText(Number(given));
  if (typeof given === 'bigint') return given.toString();
  const known = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  return key.shown(known ? given : null);
}
