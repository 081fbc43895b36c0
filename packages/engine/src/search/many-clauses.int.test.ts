import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('many', { k: { type: 'keyword' }, t: { type: 'text' }, n: { type: 'long' } });
  await sample.put('many', {
    both: { k: ['a7', 'a9'], t: 'a7 and a9', n: 3 },
    one: { k: ['a7', 'b'], t: 'a7 and b' },
    none: { k: ['b'], t: 'b' },
  });
});
after(() => sample.close());

for (const field of ['k', 't'])
  test(`[QRY-21] of more than a thousand clauses on ${field} as many have to match as are asked for`, async () => {
    const should = Array.from({ length: 1200 }, (_, i) => ({ term: { [field]: `a${i}` } }));
    const found = async (minimum_should_match: number) => {
      const { hits } = await sample.search('many', { query: { bool: { should, minimum_should_match } } });
      return hits.hits.map(({ _id }) => _id).sort();
    };
    assert.deepEqual(await found(1), ['both', 'one']);
    assert.deepEqual(await found(2), ['both']);
    assert.deepEqual(await found(3), []);
  });

test('[QRY-21] of 1,500 words in a query each document has the scores of its own, whichever documents stand beside it', async () => {
  await sample.index('words', { t: { type: 'text' } });
  const wordsOf = (i: number): readonly string[] => [`a${i % 50}`, `b${(i * 7) % 41}`];
  const documents = Array.from({ length: 1500 }, (_, i) => [`d${i}`, { t: wordsOf(i).join(' ') }] as const);
  await sample.put('words', Object.fromEntries(documents));
  const scoresOf = async (query: object) => {
    const { hits } = await sample.search('words', { query, size: 2000 });
    return new Map(hits.hits.map(({ _id, _score }) => [_id, _score ?? 0]));
  };
  const match = (word: string) => ({ match: { t: word } });
  const all = Array.from({ length: 750 }, (_, i) => [match(`a${i}`), match(`b${i}`)]).flat();
  const scores = await scoresOf({ bool: { should: all } });
  assert.equal(scores.size, documents.length);
  for (const i of [0, 127, 128, 511, 512, 1023, 1024, 1499]) {
    const own = await scoresOf({ bool: { should: wordsOf(i).map(match) } });
    assert.ok(Math.abs((scores.get(`d${i}`) ?? 0) - (own.get(`d${i}`) ?? 0)) < 1e-6, `d${i}`);
  }
});

test('[SEC-10] the texts of one query have a million letters, each counted for every field it is looked for in', async () => {
  const text = 'ab '.repeat(33_000);
  const found = (query: object) => sample.search('many', { query });
  const beyond = (clause: string) => ({ message: new RegExp(`more than 1000000 letters.*\\[${clause}\\] of \\[t\\]`) });
  const should = (times: number, clause: object) => ({ bool: { should: Array(times).fill(clause) } });
  const { hits } = await found(should(10, { match: { t: text } }));
  assert.equal(hits.total.value, 0);
  for (const kind of ['match', 'match_phrase', 'match_bool_prefix'])
    await assert.rejects(found(should(11, { [kind]: { t: text } })), beyond(kind));
  await assert.rejects(found(should(11, { intervals: { t: { match: { query: text } } } })), beyond('intervals'));
  const crossing = { multi_match: { query: text, fields: ['k', 't'], type: 'cross_fields' } };
  await assert.rejects(found(should(6, crossing)), /more than 1000000 letters.*\[multi_match\]/);
});

test('[AGG-28] [QRY-24] thousands of ranges beside each other are counted, ten thousands refused', async () => {
  const counted = async (count: number) => {
    const ranges = Array.from({ length: count }, (_, i) => ({ from: i, to: i + 2 }));
    const { aggregations } = await sample.search('many', { size: 0, aggs: { a: { range: { field: 'n', ranges } } } });
    const { buckets } = Object(aggregations?.a) as { readonly buckets: readonly { key: string; doc_count: number }[] };
    return buckets.filter(({ doc_count }) => doc_count > 0).map(({ key }) => key);
  };
  assert.deepEqual(await counted(1500), ['2.0-4.0', '3.0-5.0']);
  await assert.rejects(counted(10_001), /ask for more than 10000 figures/);
});

/** Clauses about the index `alone`. */
const FILTERS = Array.from({ length: 14 }, (_, i) => [
  { term: { kw1: `k${i}` } },
  { prefix: { kw1: i % 2 === 0 ? 'k1' : `k${i}` } },
  { terms: { int1: [i, i + 3] } },
  { range: { int1: { gt: i - 2, lte: i } } },
  { range: { long1: { gte: 2 ** 53 - i } } },
  { range: { num1: { gte: i / 8, lt: i / 4 } } },
  { range: { ts1: { gte: `2024-01-${10 + i}` } } },
  { bool: { must_not: [{ term: { kw1: `k${i}` } }] } },
  { bool: { must: [{ exists: { field: 'int1' } }, { range: { int1: { lt: i } } }] } },
  { term: { bool1: i % 2 === 0 } },
  { term: { ip1: `10.0.0.${i}` } },
]).flat();

test('[AGG-28] hundreds of filters count at the first question what each finds alone', async () => {
  const types = {
    kw1: 'keyword',
    int1: 'integer',
    long1: 'long',
    num1: 'double',
    ts1: 'date',
    bool1: 'boolean',
    ip1: 'ip',
  };
  await sample.index('alone', Object.fromEntries(Object.entries(types).map(([field, type]) => [field, { type }])));
  const documents = Array.from({ length: 60 }, (_, i) => ({
    ...(i % 7 !== 0 && { kw1: `k${i % 11}` }),
    ...(i % 5 !== 0 && { int1: i % 13 }),
    ...(i % 4 !== 0 && { long1: 2 ** 53 - (i % 3) }),
    ...(i % 6 !== 0 && { num1: (i % 9) / 4 }),
    ...(i % 3 !== 0 && { ts1: `2024-01-${10 + (i % 8)}` }),
    ...(i % 8 !== 0 && { bool1: i % 2 === 0 }),
    ip1: `10.0.0.${i % 6}`,
  }));
  await sample.put('alone', Object.fromEntries(documents.map((each, i) => [`d${i}`, each])));
  const { aggregations } = await sample.search('alone', { size: 0, aggs: { a: { filters: { filters: FILTERS } } } });
  const { buckets } = Object(aggregations?.a) as { readonly buckets: readonly { readonly doc_count: number }[] };
  for (const [i, query] of FILTERS.entries()) {
    const { hits } = await sample.search('alone', { size: 0, query });
    assert.equal(buckets[i]?.doc_count, hits.total.value, JSON.stringify(query));
  }
});

test('[AGG-28] hundreds of filters on lists count what each counts alone, within buckets and beside what these leave out', async () => {
  await sample.index('lists', { group: { type: 'keyword' }, nums: { type: 'long' }, words: { type: 'text' } });
  const documents = Array.from({ length: 90 }, (_, i) => ({
    group: [`g${i % 3}`, 'all'],
    nums: [i % 17, (i * 5) % 23, 100 + (i % 4)],
    words: `w${i % 7} w${i % 5}`,
  }));
  await sample.put('lists', Object.fromEntries(documents.map((each, i) => [`d${i}`, each])));
  const filters = Array.from({ length: 130 }, (_, i) => [
    { range: { nums: { gte: i - 3, lt: i } } },
    { term: { nums: i } },
    { bool: { must: [{ match: { words: `w${i % 8}` } }, { range: { nums: { gte: i % 20 } } }] } },
  ]).flat();
  const aggs = { sum: { sum: { field: 'nums' } } };
  const within = async (of: Record<string, unknown>) => {
    const body = { size: 0, aggs: { by: { terms: { field: 'group', size: 2 }, aggs: of } } };
    const { aggregations } = await sample.search('lists', body);
    return Object(aggregations?.by);
  };
  const whole = await within({ each: { filters: { filters }, aggs } });
  assert.equal(whole.sum_other_doc_count, 60);
  for (const at of [0, 1, 2, 99, 100, 101, 150, 200, 250, 299, 300, 388, 389]) {
    const alone = await within({ each: { filters: { filters: [filters[at]] }, aggs } });
    for (const [i, { each }] of alone.buckets.entries())
      assert.deepEqual(whole.buckets[i]?.each.buckets[at], each.buckets[0], JSON.stringify(filters[at]));
  }
});

test('[QRY-21] of hundreds of clauses each adds its own score, and as many have to match as are asked for', async () => {
  const clauses = [
    ...FILTERS,
    { wildcard: { kw1: 'k*1' } },
    { exists: { field: 'int1' } },
    { exists: { field: 'kw1' } },
  ];
  const scores = new Map<string, number[]>();
  for (const query of clauses) {
    const { hits } = await sample.search('alone', { size: 100, query });
    for (const { _id, _score } of hits.hits) {
      const own = scores.get(String(_id)) ?? [];
      scores.set(String(_id), [...own, Number(_score)]);
    }
  }
  const removed = { term: { kw1: 'k3' } };
  const { hits: without } = await sample.search('alone', { size: 100, query: removed });
  const left = new Set(without.hits.map(({ _id }) => String(_id)));
  for (const least of [1, 2, 40, 50]) {
    const bool = { should: clauses, must_not: [removed], minimum_should_match: least };
    const { hits } = await sample.search('alone', { size: 100, query: { bool } });
    const expected = [...scores].filter(([id, own]) => own.length >= least && !left.has(id));
    assert.deepEqual(hits.hits.map(({ _id }) => String(_id)).sort(), expected.map(([id]) => id).sort(), `${least}`);
    for (const { _id, _score } of hits.hits) {
      const sum = (scores.get(String(_id)) ?? []).reduce((all, score) => all + score, 0);
      assert.ok(Math.abs(Number(_score) - sum) < 1e-4, `${_id}: ${_score}, not ${sum}`);
    }
  }
});

test('[AGG-28] words that stand together are counted as a search for both of them counts', async () => {
  await sample.index('together', { words: { type: 'text' }, num1: { type: 'long' } });
  const documents = Array.from({ length: 60 }, (_, i) => ({ words: `w${i % 4} w${i % 6} w${i % 10}`, num1: i }));
  await sample.put('together', Object.fromEntries(documents.map((each, i) => [`d${i}`, each])));
  await sample.put('together', { d7: { words: 'w3' }, d12: { words: 'w9' } });
  const filters = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`w${i}`, { match: { words: `w${i}` } }]));
  for (const query of [{ match_all: {} }, { match: { words: 'w1 w2' } }, { range: { num1: { gte: 20 } } }]) {
    const body = { size: 0, query, aggs: { a: { adjacency_matrix: { filters } } } };
    const { aggregations } = await sample.search('together', body);
    const { buckets } = Object(aggregations?.a) as { readonly buckets: readonly { key: string; doc_count: number }[] };
    const told = new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
    assert.ok(told.size > 10);
    const names = Object.keys(filters);
    for (const [i, one] of names.entries()) {
      for (const two of names.slice(i)) {
        const filter = [filters[one], filters[two], query];
        const { hits } = await sample.search('together', { size: 0, query: { bool: { filter } } });
        assert.equal(told.get(one === two ? one : `${one}&${two}`) ?? 0, hits.total.value, `${one} and ${two}`);
      }
    }
  }
});
