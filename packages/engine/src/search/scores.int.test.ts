import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';
import { OpenedSample } from './sample.fixture.ts';

/** Lengths 4, 1, 2 and 8; average 3.75. */
const ROWS = [
  { kw1: 'a', kw2: 'p', txt1: 'fox one two three', int1: 1 },
  { kw1: 'b', kw2: 'q', txt1: 'fox', int1: 2 },
  { kw1: 'c', kw2: 'q', txt1: 'one two', int1: 3 },
  { kw1: 'd', kw2: 'q', txt1: 'fox fox dog dog dog cat cat two', int1: 4 },
  { kw1: 'e', kw2: 'q' },
];

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS);
});
after(() => sample.close());

/** Lucene's LegacyBM25Similarity: idf × (k1 + 1) × tf / (tf + k1 × (1 − b + b × length / average)). */
function bm25(frequency: number, length: number, withTerm: number): number {
  const idf = Math.log(1 + (4 - withTerm + 0.5) / (withTerm + 0.5));
  return (idf * 2.2 * frequency) / (frequency + 1.2 * (0.25 + (0.75 * length) / 3.75));
}

const idf = (documents: number, withTerm: number) => Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5));

async function scores(query: unknown): Promise<Record<string, number>> {
  const { hits } = await sample.search({ query, size: 100 });
  return Object.fromEntries(hits.hits.map((hit) => [String(hit._source?.kw1), hit._score ?? Number.NaN]));
}

async function assertScores(query: unknown, expected: Readonly<Record<string, number>>): Promise<void> {
  const found = await scores(query);
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort());
  for (const [key, score] of Object.entries(expected)) {
    assert.ok(Math.abs((found[key] ?? 0) - score) < 1e-4, `${key}: ${found[key]} instead of ${score}`);
  }
}

test('[API-31] one word scores by BM25', () =>
  assertScores({ match: { txt1: 'fox' } }, { a: bm25(1, 4, 3), b: bm25(1, 1, 3), d: bm25(2, 8, 3) }));

test('[API-31] the one document of an index scores 0.2876821, as every OpenSearch says', async () => {
  const single = await OpenedSample.open([{ kw1: 'a', txt1: 'fox' }]);
  const { hits } = await single.search({ query: { match: { txt1: 'fox' } } });
  assert.equal(hits.max_score, 0.2876821);
  await single.close();
});

test('[API-31] words add up, a word asked twice counts twice', () =>
  assertScores(
    { match: { txt1: { query: 'fox two fox', operator: 'and' } } },
    { a: 2 * bm25(1, 4, 3) + bm25(1, 4, 3), d: 2 * bm25(2, 8, 3) + bm25(1, 8, 3) },
  ));

test('[QRY-03] boost multiplies', () =>
  assertScores({ match: { txt1: { query: 'dog', boost: 3 } } }, { d: 3 * bm25(3, 8, 1) }));

test('[API-31] a keyword scores by its rarity, numbers and ranges by their boost', async () => {
  await assertScores({ term: { kw2: 'p' } }, { a: idf(5, 1) });
  await assertScores({ term: { int1: { value: 3, boost: 2 } } }, { c: 2 });
  await assertScores({ terms: { kw2: ['p'] } }, { a: 1 });
  await assertScores({ range: { int1: { gte: 3, boost: 1.5 } } }, { c: 1.5, d: 1.5 });
});

test('[API-31] must and should add, filter and must_not do not', () =>
  assertScores(
    {
      bool: {
        must: [{ match: { txt1: 'fox' } }],
        should: [{ term: { int1: 2 } }, { match: { txt1: 'dog' } }],
        filter: [{ exists: { field: 'kw2' } }],
        must_not: [{ term: { kw1: 'a' } }],
      },
    },
    { b: bm25(1, 1, 3) + 1, d: bm25(2, 8, 3) + bm25(3, 8, 1) },
  ));

test('[API-31] a query of filters only scores 0', () =>
  assertScores({ bool: { filter: [{ term: { kw1: 'a' } }] } }, { a: 0 }));

test('[QRY-03] best_fields takes the best field, most_fields their sum', async () => {
  await assertScores({ multi_match: { query: 'p', fields: ['kw2^2', 'kw1'] } }, { a: 2 * idf(5, 1) });
  await assertScores(
    { multi_match: { query: 'fox', fields: ['txt1', 'kw1'], type: 'most_fields' } },
    { a: bm25(1, 4, 3), b: bm25(1, 1, 3), d: bm25(2, 8, 3) },
  );
});

test('[QRY-03] a field is looked in once however it is named: weights of its names multiply, of one name the last counts', async () => {
  for (const type of ['most_fields', 'best_fields', 'phrase'])
    await assertScores(
      { multi_match: { query: 'dog', fields: ['txt1', 'txt*^2', '*xt1^3'], type } },
      { d: 6 * bm25(3, 8, 1) },
    );
  for (const kind of ['query_string', 'simple_query_string'])
    await assertScores({ [kind]: { query: 'dog', fields: ['txt1^5', 'txt1^2', '*xt1^3'] } }, { d: 6 * bm25(3, 8, 1) });
});

test('[API-31] a phrase scores by its frequency and the words’ rarity together', () => {
  const weight = idf(4, 2) + idf(4, 3);
  const part = (length: number) => 2.2 / (1 + 1.2 * (0.25 + (0.75 * length) / 3.75));
  return assertScores({ match_phrase: { txt1: 'one two' } }, { a: weight * part(4), c: weight * part(2) });
});

test('[API-31] best first; equal scores in order of arrival; max_score is the best of all', async () => {
  const page = await sample.search({ query: { match: { txt1: 'fox' } }, from: 1, size: 1 });
  const all = await sample.search({ query: { match: { txt1: 'fox' } } });
  assert.deepEqual(page.hits.hits, all.hits.hits.slice(1, 2));
  assert.equal(page.hits.max_score, all.hits.hits[0]?._score);
  assert.equal(page.hits.total.value, 3);
  const equal = await sample.keys({ match_all: {} });
  assert.deepEqual(equal, ['a', 'b', 'c', 'd', 'e']);
});

test('[API-31] min_score narrows hits, total and aggregations', async () => {
  const least = (bm25(1, 1, 3) + bm25(1, 4, 3)) / 2;
  const { hits, aggregations } = await sample.search({
    query: { match: { txt1: 'fox' } },
    min_score: least,
    aggs: { n: { value_count: { field: 'kw1' } } },
  });
  const expected = [bm25(1, 4, 3), bm25(1, 1, 3), bm25(2, 8, 3)].filter((score) => score >= least).length;
  assert.ok(expected > 0 && expected < 3);
  assert.equal(hits.total.value, expected);
  assert.deepEqual(aggregations?.n, { value: expected });
});

test('[API-31] a replaced document is scored by its new text', async () => {
  const changed = await OpenedSample.open(ROWS);
  await changed.tenant.putDocument('sample', { kw1: 'b', txt1: 'dog' });
  const { hits } = await changed.search({ query: { match: { txt1: 'fox' } }, sort: ['_score', 'kw1'] });
  assert.deepEqual(hits.hits.map((hit) => hit._source?.kw1).sort(), ['a', 'd']);
  assert.equal(hits.total.value, 2);
  const dogs = await changed.search({ query: { match: { txt1: 'dog' } }, size: 0 });
  assert.equal(dogs.hits.total.value, 2);
  await changed.close();
});

test('[API-31] a keyword is worth what it is by the documents there are now, whether few or many have it', async (t) => {
  const stored = await StoredSample.open();
  t.after(() => stored.close());
  await stored.index('x', { kw1: { type: 'keyword' } });
  let count = 0;
  const add = async (kw1: string, documents: number): Promise<void> => {
    const added = Array.from({ length: documents }, () => [`d${count++}`, { kw1 }] as const);
    await stored.put('x', Object.fromEntries(added));
  };
  // more than a set names one by one
  const had = { rare: 0, usual: 0 };
  for (const [rare, usual] of [
    [1, 3],
    [1, 200],
    [127, 0],
  ] as const) {
    await add('rare', rare);
    await add('usual', usual);
    had.rare += rare;
    had.usual += usual;
    for (const [value, documents] of Object.entries(had)) {
      const { hits } = await stored.search('x', { query: { term: { kw1: value } }, track_total_hits: true });
      assert.equal(hits.total.value, documents);
      assert.ok(
        Math.abs((hits.max_score ?? 0) - idf(count, documents)) < 1e-5,
        `${value} of ${count}: ${hits.max_score}`,
      );
    }
  }
});
