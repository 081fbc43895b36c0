import type { AggregationKinds, Sort } from '@datasarana/query';
import { type Fetched, fetchParts, isFetching } from '../fetch/fetch.ts';
import { readDocuments } from '../hits.ts';
import type { IndexPart } from '../part.ts';
import type { AggregationResult, Hit, SortValue } from '../response.ts';
import { plain, rowsOf } from '../run.ts';
import { type SortKey, sortKeys } from '../sort.ts';
import { joined, name, type Sql, sql, whole } from '../sql.ts';
import { DocBits } from '../text/bits.ts';
import { floatText } from '../text/bm25.ts';
import type { PlanContext } from './metrics.ts';
import type { Expression, MetricPlan } from './plan.ts';
import { type ScoreTable, scoreTables } from './scores.ts';
import { figure } from './shown-value.ts';

/** Documents of index i are numbered from i × this on, so that one number tells which is meant. */
const SPREAD = 2 ** 40;

const BY_SCORE: readonly Sort[] = [{ kind: '_score', order: 'desc' }];

export async function topHits(node: AggregationKinds['top_hits'], context: PlanContext): Promise<MetricPlan> {
  const { parts } = context;
  const sorts = node.sort.length === 0 ? BY_SCORE : node.sort;
  const byScore = sorts.some((sort) => sort.kind === '_score');
  const scores = byScore ? await scoreTables(context) : parts.map(() => null);
  const orders = parts.map((part, i) => keysOf(part, sorts, scores[i] ?? null, context.now));
  const numbers: Expression = parts.map((_, i) => (i === 0 ? sql`_doc` : sql`_doc + ${whole(i * SPREAD)}`));
  const limit = node.from + node.size;
  const found = new Map<number, Hit>();
  return {
    kind: 'metric',
    columns: (column) => {
      const doc = column(numbers);
      const first = isArrivalOrder(orders)
        ? sql`min(${doc}, ${whole(Math.max(1, limit))})`
        : sql`min_by(${doc}, ${column(orders.map(rankOf))}, ${whole(Math.max(1, limit))})`;
      return [{ call: first, where: sql`${doc} IS NOT NULL` }, { call: sql`count(*)` }];
    },
    prepare: async (rows) => {
      const wanted = rows.flatMap(([docs]) => docsOf(docs).slice(node.from, limit));
      for (const [i, part] of parts.entries()) {
        const docs = wanted.filter((doc) => Math.floor(doc / SPREAD) === i).map((doc) => doc % SPREAD);
        const hits = await hitsOf({ part, docs, keys: orders[i] ?? [], node, byScore }, context);
        for (const [doc, hit] of hits) found.set(doc + i * SPREAD, hit);
      }
    },
    read: ([docs, count]) => {
      const hits = docsOf(docs)
        .slice(node.from, limit)
        .flatMap((doc) => found.get(doc) ?? []);
      const best = byScore && sorts[0]?.kind === '_score' ? (found.get(docsOf(docs)[0] ?? -1)?._score ?? null) : null;
      return {
        hits: { total: { value: figure(count) ?? 0, relation: 'eq' }, max_score: best, hits },
      } as AggregationResult;
    },
    orderValue: () => null,
  };
}

const docsOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

function keysOf(part: IndexPart, sorts: readonly Sort[], scores: ScoreTable | null, now: number): readonly SortKey[] {
  const keys = sortKeys(sorts, part.layout, part.constant ?? 0, now);
  return keys.map((key) => (key.kind === '_score' && scores !== null ? { ...key, value: scores.value } : key));
}

/** Every document scores the same and nothing else is asked: the first to arrive come first. */
const isArrivalOrder = (orders: readonly (readonly SortKey[])[]): boolean =>
  orders.every((keys) => keys.every((key) => key.kind === '_score' && key.value.text === '?'));

/** One value that orders rows as the keys do, ties by arrival. DuckDB takes the directions as literals only. */
function rankOf(keys: readonly SortKey[]): Sql {
  const steps = keys.flatMap(({ value, descending, nullsFirst }) => {
    if (descending) return [value, nullsFirst ? sql`'DESC NULLS FIRST'` : sql`'DESC NULLS LAST'`];
    return [value, nullsFirst ? sql`'ASC NULLS FIRST'` : sql`'ASC NULLS LAST'`];
  });
  return sql`create_sort_key(${joined([...steps, sql`_doc`, sql`'ASC NULLS LAST'`], ', ')})`;
}

interface Wanted {
  readonly part: IndexPart;
  readonly docs: readonly number[];
  readonly keys: readonly SortKey[];
  readonly node: AggregationKinds['top_hits'];
  readonly byScore: boolean;
}

async function hitsOf(
  { part, docs, keys, node, byScore }: Wanted,
  context: PlanContext,
): Promise<ReadonlyMap<number, Hit>> {
  if (docs.length === 0) return new Map();
  const { connection, query } = context;
  const documents = await readDocuments(part, docs, node, connection);
  const fetched = isFetching({ query, ...node })
    ? await fetchParts(part, docs, { query, ...node }, context)
    : NOTHING_MORE;
  const bits = new DocBits(part.postings.capacity);
  for (const doc of docs) bits.add(doc);
  const columns = joined([sql`_doc`, ...keys.map((key) => key.value)], ', ');
  const rows = await rowsOf(connection, sql`SELECT ${columns} FROM ${name(part.layout.docs)} WHERE ${bits.test()}`);
  const hits = new Map<number, Hit>();
  for (const [number, ...values] of rows) {
    const doc = Number(number);
    const document = documents.get(doc);
    if (document === undefined) continue;
    const { _source, ...meta } = document;
    const shown = keys.map((key, i) => shownValue(key, values[i]));
    const score = shown[keys.findIndex((key) => key.kind === '_score')];
    hits.set(doc, {
      ...meta,
      _score: byScore && typeof score === 'number' ? score : null,
      ...(_source !== undefined && { _source }),
      ...fetched.get(doc),
      ...(node.sort.length > 0 && { sort: shown }),
    });
  }
  return hits;
}

const NOTHING_MORE: ReadonlyMap<number, Fetched> = new Map();

function shownValue(key: SortKey, value: unknown): SortValue {
  const given = plain(value);
  if (key.kind === '_score') return floatText(Number(given));
  if (typeof given === 'bigint') return given.toString();
  const known = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  return key.shown(known ? given : null);
}
