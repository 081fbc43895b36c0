import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const types = { kw1: 'keyword', long1: 'long', num1: 'double', bool1: 'boolean', ts1: 'date', one1: 'long' };
  await sample.index('lists', Object.fromEntries(Object.entries(types).map(([field, type]) => [field, { type }])));
  await sample.put('lists', { gone: { kw1: ['k1', 'k2'], long1: [1, 2, 3], num1: [0, 1], one1: 1 } });
  await sample.put('lists', { ...Object.fromEntries(DOCUMENTS.map((each, i) => [`d${i}`, each])), gone: {} });
});
after(() => sample.close());

interface Values {
  readonly kw1: readonly string[];
  readonly long1: readonly number[];
  readonly num1: readonly number[];
  readonly bool1: readonly boolean[];
  readonly ts1: readonly string[];
}

const DOCUMENTS: readonly (Values & { readonly one1: number })[] = Array.from({ length: 80 }, (_, i) => ({
  kw1: i % 6 === 0 ? [] : [`k${i % 11}`, `k${i % 7}`, i % 3 === 0 ? 'ｋ\u{1F600}' : ''],
  long1: i % 5 === 0 ? [] : [i % 13, -(i % 4), 2 ** 53 - (i % 3)],
  num1: i % 4 === 0 ? [] : [(i % 9) / 4, (i % 5) / 8, 0.1],
  bool1: i % 7 === 0 ? [] : [i % 2 === 0, true],
  ts1: i % 8 === 0 ? [] : [`2024-01-${10 + (i % 8)}`, `2024-02-${10 + (i % 5)}`],
  one1: i,
}));

type Holds = (values: Values) => boolean;

const CLAUSES: readonly (readonly [query: Record<string, unknown>, holds: Holds])[] = Array.from(
  { length: 12 },
  (_, i): (readonly [Record<string, unknown>, Holds])[] => [
    [{ term: { kw1: `k${i}` } }, ({ kw1 }) => kw1.includes(`k${i}`)],
    [
      { prefix: { kw1: i === 0 ? 'ｋ' : `k${i % 3}` } },
      ({ kw1 }) => kw1.some((x) => x.startsWith(i === 0 ? 'ｋ' : `k${i % 3}`)),
    ],
    [{ wildcard: { kw1: `*${i}` } }, ({ kw1 }) => kw1.some((x) => x.endsWith(String(i)))],
    [{ range: { kw1: { gt: `k${i}` } } }, ({ kw1 }) => kw1.some((x) => x > `k${i}`)],
    [{ terms: { kw1: [`k${i}`, ''] } }, ({ kw1 }) => kw1.includes(`k${i}`) || kw1.includes('')],
    [{ range: { long1: { gt: i - 4, lte: i } } }, ({ long1 }) => long1.some((x) => x > i - 4 && x <= i)],
    [{ range: { long1: { gte: 2 ** 53 - i } } }, ({ long1 }) => long1.some((x) => x >= 2 ** 53 - i)],
    [{ term: { long1: i } }, ({ long1 }) => long1.includes(i)],
    [{ terms: { long1: [i, i + 2] } }, ({ long1 }) => long1.includes(i) || long1.includes(i + 2)],
    [{ range: { num1: { gte: i / 8, lt: i / 4 } } }, ({ num1 }) => num1.some((x) => x >= i / 8 && x < i / 4)],
    [{ term: { num1: i === 0 ? 0.1 : i / 8 } }, ({ num1 }) => num1.includes(i === 0 ? 0.1 : i / 8)],
    [{ term: { bool1: i % 2 === 0 } }, ({ bool1 }) => bool1.includes(i % 2 === 0)],
    [
      { range: { ts1: { gt: `2024-01-${10 + i}`, lt: '2024-02-01' } } },
      ({ ts1 }) => ts1.some((x) => x > `2024-01-${10 + i}` && x < '2024-02-01'),
    ],
  ],
).flat();

const countOf = (holds: Holds): number => DOCUMENTS.filter(holds).length;

test('[AGG-28] hundreds of filters on lists count the documents of which any value passes', async () => {
  const filters = CLAUSES.map(([query]) => query);
  const { aggregations } = await sample.search('lists', {
    size: 0,
    aggs: { a: { filters: { filters }, aggs: { sum: { sum: { field: 'one1' } } } } },
  });
  const { buckets } = Object(aggregations?.a) as {
    readonly buckets: readonly { readonly doc_count: number; readonly sum: { readonly value: number } }[];
  };
  for (const [i, [query, holds]] of CLAUSES.entries()) {
    const sum = DOCUMENTS.filter(holds).reduce((all, { one1 }) => all + one1, 0);
    assert.deepEqual([buckets[i]?.doc_count, buckets[i]?.sum.value], [countOf(holds), sum], JSON.stringify(query));
  }
});

test('[AGG-28] hundreds of ranges of lists count the documents with a value in each', async () => {
  const ranges = Array.from({ length: 120 }, (_, i) => ({ from: i / 2 - 5, to: i / 2 - 3 }));
  const { aggregations } = await sample.search('lists', {
    size: 0,
    aggs: { a: { range: { field: 'long1', ranges } } },
  });
  const { buckets } = Object(aggregations?.a) as { readonly buckets: readonly { readonly doc_count: number }[] };
  const holds = ranges.map(
    ({ from, to }): Holds =>
      ({ long1 }) =>
        long1.some((x) => x >= from && x < to),
  );
  assert.deepEqual(
    buckets.map(({ doc_count }) => doc_count),
    holds.map(countOf),
  );
});

test('[QRY-21] hundreds of clauses on lists find each document that one of them holds of, as do a few', async () => {
  const clauses = CLAUSES.filter(([, holds]) => countOf(holds) < 20);
  assert.ok(clauses.length >= 64);
  const wanted = DOCUMENTS.flatMap((each, i) => (clauses.some(([, holds]) => holds(each)) ? [`d${i}`] : []));
  const found = async (should: readonly unknown[]) => {
    const { hits } = await sample.search('lists', { size: 100, query: { bool: { should } } });
    return new Map(hits.hits.map(({ _id, _score }) => [String(_id), Number(_score)]));
  };
  const all = await found(clauses.map(([query]) => query));
  assert.deepEqual([...all.keys()].sort(), wanted.sort());
  const apart = new Map<string, number>();
  for (const [query] of clauses)
    for (const [id, score] of await found([query])) apart.set(id, (apart.get(id) ?? 0) + score);
  for (const [id, score] of all) assert.ok(Math.abs(score - (apart.get(id) ?? 0)) < 1e-4, id);
});
