import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch, printSearch, type SearchRequest } from '@datasarana/query';
import { arbitraryIndex, arbitrarySearch, FIELDS, naiveSearch, type RawIndex } from '@datasarana/testkit/naive';
import fc from 'fast-check';
import { Engine } from '../engine.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { SearchResponse } from './response.ts';

/** Random indexes per run of the suite; a longer hunt sets NAIVE_RUNS. */
const RUNS = Number(process.env.NAIVE_RUNS ?? 12);
const SEARCHES = 24;

let folder = '';
let engine: Engine;
let tenant: TenantIndexes;
let made = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naive-'));
  engine = await Engine.open({ folder, threads: 1, columns: { asks: 0.25 } });
  tenant = engine.tenant('t1');
});

after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const KEY = 'key1';
const keyOf = (i: number): string => `k${i}`;

/**
 * Stores the rows in batches; every fifth row is written over by a later one and every seventh is taken away again, so
 * that what is left behind must not be found. Answers the rows that stand, with the ids and the order the engine gave.
 */
async function store(index: RawIndex): Promise<RawIndex> {
  const name = `random${made++}`;
  const fields = [...index.fields, { name: KEY, label: KEY, type: 'keyword' as const }];
  await tenant.createIndex({ name, fields, keyFields: [KEY], source: 'columns' });
  const rows = index.documents.map(({ source }, i) => ({ ...source, [KEY]: keyOf(i) }));
  const early = rows.map((row, i) => (i % 5 === 0 ? { ...rows[(i + 1) % rows.length], [KEY]: row[KEY] } : row));
  const half = Math.ceil(rows.length / 2);
  const changed = rows.filter((_, i) => i % 5 === 0);
  for (const part of [early.slice(0, half), early.slice(half), changed]) await load(name, part);
  const stored = await tenant.search([name], parseSearch({ size: rows.length, sort: ['_doc'], _source: KEY }));
  assert.equal(stored.hits.hits.length, rows.length);
  const kept = stored.hits.hits.map(({ _id, _source }) => ({ id: _id, key: String(_source?.[KEY]) }));
  const removed = kept.filter(({ key }) => Number(key.slice(1)) % 7 === 6);
  const ids = removed.map(({ id }) => id);
  assert.equal(await tenant.deleteDocuments(name, ids), ids.length);
  const documents = kept
    .filter((document) => !removed.includes(document))
    .map(({ id, key }) => ({ id, source: rows.find((row) => row[KEY] === key) ?? {} }));
  return { name, fields, documents };
}

async function load(name: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  if (rows.length === 0) return;
  const batch = `b${made++}`;
  const input = { batch, requestId: batch, rows: { format: 'rows', rows }, structural: [], system: {} } as const;
  const ledger = await tenant.applyBatch(name, input);
  assert.equal(ledger.rejected, 0, JSON.stringify(ledger.errors));
}

/** The ids in a drawn search stand for the n-th row. */
function withIds(body: unknown, { documents }: RawIndex): unknown {
  return JSON.parse(
    JSON.stringify(body, (_, value) => {
      const row = typeof value === 'string' ? /^d(\d+)$/.exec(value)?.[1] : undefined;
      return row === undefined ? value : (documents[Number(row)]?.id ?? value);
    }),
  );
}

/** Deep equality with numbers equal to nine digits. */
function same(actual: unknown, expected: unknown, path: string): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const close =
      actual === expected || Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(actual), Math.abs(expected));
    assert.ok(close, `${path}: engine ${actual}, naive ${expected}`);
  } else if (typeof actual === 'object' && typeof expected === 'object' && actual !== null && expected !== null) {
    const [left, right] = [Object.keys(actual).sort(), Object.keys(expected).sort()];
    assert.deepEqual(left, right, `${path}: engine ${JSON.stringify(actual)}, naive ${JSON.stringify(expected)}`);
    const found = new Map(Object.entries(actual));
    for (const [key, value] of Object.entries(expected)) same(found.get(key), value, `${path}.${key}`);
  } else
    assert.deepEqual(actual, expected, `${path}: engine ${JSON.stringify(actual)}, naive ${JSON.stringify(expected)}`);
}

async function compare(index: RawIndex, drawn: unknown): Promise<void> {
  const body = withIds(drawn, index);
  const request = parseSearch(body);
  const about = JSON.stringify(body);
  const answer = await ask(index, request);
  const plain = naiveSearch(index, request, Date.now());
  assert.equal(answer.hits.total.value, plain.hits.total.value, `total of ${about}`);
  if (request.sort.length === 0) {
    byScore(answer, request, plain.hits.total.value, about);
    return;
  }
  same(comparable(answer.hits.hits), comparable(plain.hits.hits), `hits of ${about}`);
  same(comparable(answer.aggregations ?? {}), comparable(plain.aggregations), `aggregations of ${about}`);
  const [last, plainLast] = [answer.hits.hits.at(-1)?.sort, plain.hits.hits.at(-1)?.sort];
  if (last === undefined || plainLast === undefined) return;
  const next = await ask(index, { ...request, from: 0, aggs: {}, searchAfter: last });
  const plainNext = naiveSearch(index, { ...request, from: 0, aggs: {}, searchAfter: plainLast }, Date.now());
  same(comparable(next.hits.hits), comparable(plainNext.hits.hits), `hits after ${JSON.stringify(last)} of ${about}`);
}

/** Scores are not recomputed; but they fall along the page, which is as full as it can be, and no document comes twice. */
function byScore(
  { hits: { hits, max_score } }: SearchResponse,
  { from, size }: SearchRequest,
  total: number,
  about: string,
) {
  assert.equal(hits.length, Math.max(0, Math.min(size, total - from)), `page of ${about}`);
  assert.equal(new Set(hits.map(({ _id }) => _id)).size, hits.length, `documents of ${about}`);
  const scores = hits.map(({ _score }) => _score ?? Number.NaN);
  assert.deepEqual(
    scores,
    [...scores].sort((a, b) => b - a),
    `scores of ${about}`,
  );
  if (from === 0 && hits.length > 0) assert.equal(max_score, scores[0], `max_score of ${about}`);
}

const ask = (index: RawIndex, request: SearchRequest): Promise<SearchResponse> =>
  tenant.search([index.name], request).catch((error: unknown) => {
    throw new Error(`engine refused ${JSON.stringify(printSearch(request))}: ${String(error)}`, { cause: error });
  });

const LEFT_OUT = new Set(['_index', '_score', 'max_score', '_batch']);

/** Without what the plain evaluator does not know: scores, the batch, and the numbers by which the engine orders documents. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === 'sort' && Array.isArray(each) ? each.slice(0, -1) : comparable(each)]),
  );
}

const drawn = arbitraryIndex(24).chain((index) =>
  fc.tuple(fc.constant(index), fc.array(arbitrarySearch(index), { minLength: SEARCHES, maxLength: SEARCHES })),
);

test('[AGG-28] [QRY-21] random searches over random rows are answered as the plain definitions say', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ([index, searches]) => {
      const stored = await store(index);
      try {
        for (const search of searches) await compare(stored, search);
      } finally {
        await tenant.removeIndex(stored.name);
      }
    }),
    { numRuns: RUNS, ...(process.env.NAIVE_SEED && { seed: Number(process.env.NAIVE_SEED) }) },
  );
});

const terms = (order: unknown, aggs: unknown, more: object = {}) => ({
  aggs: { x1: { terms: { field: 'kw2', order, ...more }, aggs } },
});

/** Searches whose answers were wrong once. */
const MENDED: readonly object[] = [
  // A document without a point fell into the last cell.
  { aggs: { x1: { geohash_grid: { field: 'pt1', precision: 3 } } } },
  // Cells have keys that JSON does not write; ranges of the values below them are found by those.
  {
    aggs: {
      x1: {
        geohash_grid: { field: 'pt1', precision: 12 },
        aggs: { x1: { variable_width_histogram: { field: 'byte1', buckets: 4 } } },
      },
    },
  },
  // A keyword twice in a list counted twice.
  { aggs: { x1: { value_count: { field: 'kw2' } } } },
  // A bucket without values is ordered by the 0 it shows, or stands last where it shows none.
  terms({ m1: 'asc' }, { m1: { cardinality: { field: 'num2' } } }),
  terms(
    { 'm1>m2': 'asc' },
    { m1: { filter: { exists: { field: 'num1' } }, aggs: { m2: { sum: { field: 'num1' } } } } },
  ),
  terms({ 'm1.std_deviation': 'desc' }, { m1: { extended_stats: { field: 'num1' } } }),
  // Keys beyond size were taken for empty ones.
  terms({ _count: 'asc' }, {}, { size: 1, min_doc_count: 0 }),
  // The distance of the least and the greatest integer overflowed.
  terms({ 'm1.50': 'asc' }, { m1: { percentiles: { field: 'int1', percents: [50] } } }),
  // A pattern was not brought into the case of the words.
  { query: { wildcard: { txt1: 'F?X' } } },
  // One optional clause was asked for where there are none.
  { query: { bool: { filter: { term: { txt1: 'fox' } }, minimum_should_match: 1 } } },
  // The plain definitions wanted a word of a sign that is none.
  { query: { simple_query_string: { query: 'quick ~', default_operator: 'and', fields: ['txt1'] } } },
];

test('[AGG-28] answers that were wrong once stay right', async () => {
  const sources = [
    { kw2: ['b', 'b', 'a'], int1: 2_147_483_647, byte1: 3, txt1: 'quick FOX', pt1: { lat: 51.5, lon: -0.1 } },
    { kw2: ['a'], int1: -2_147_483_648, num1: 2.5, num2: [1, 2] },
    { kw2: ['c', 'a'], int1: 3, byte1: -1, num1: -1, num2: [2], pt1: { lat: -33.9, lon: 151.2 } },
    { kw2: ['b'], txt1: 'brown' },
  ];
  const drawnRows = {
    name: 'mended',
    fields: FIELDS,
    documents: sources.map((source, i) => ({ id: `d${i}`, source })),
  };
  const stored = await store(drawnRows);
  for (const body of MENDED) await compare(stored, { sort: ['_doc'], ...body });
});
