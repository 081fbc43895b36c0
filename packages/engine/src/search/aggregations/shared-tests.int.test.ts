import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open({ memoryLimitMb: 128 });
  const double = { type: 'double' };
  await sample.index('rows', {
    num1: double,
    num2: double,
    n: { type: 'nested', properties: { kw1: { type: 'keyword' } } },
  });
  const rows = Array.from({ length: 40 }, (_, i) => [
    `r${i}`,
    { num1: [i, i + 5], num2: [i % 7, i % 3], n: [{ kw1: `k${i % 3}` }, { kw1: `k${i % 2}` }] },
  ]);
  await sample.put('rows', Object.fromEntries(rows));
});
after(() => sample.close());

test('[AGG-28] what buckets within buckets test alike is worked out once: a matrix inside ranges of ranges needs little memory', async () => {
  const ranges = [{ to: 3 }, { from: 3, to: 20 }, { from: 20 }];
  const has = (kw1: string) => ({ nested: { path: 'n', query: { term: { 'n.kw1': kw1 } } } });
  const one = { bool: { should: [{ range: { num2: { lt: 2 } } }, has('k2')] } };
  const two = { bool: { must_not: [has('k1')] } };
  const three = { bool: { must: [{ range: { num2: { gte: 1 } } }, has('k0')] } };
  const four = { bool: { should: [has('k0'), has('k2')] } };
  const five = { bool: { must: [has('k1')], must_not: [has('k2')] } };
  const matrix = { adjacency_matrix: { filters: { one, two, three, four, five } } };
  const inner = { range: { field: 'num2', ranges }, aggs: { matrix } };
  const body = { size: 0, aggs: { outer: { range: { field: 'num1', ranges }, aggs: { inner } } } };
  const { aggregations } = await sample.search('rows', body);
  assert.ok(JSON.stringify(aggregations).split('doc_count').length > 50);
  const { outer } = JSON.parse(JSON.stringify(aggregations));
  for (const [i, { from, to, inner: within }] of outer.buckets.entries()) {
    const query = { bool: { filter: [{ range: { num1: { gte: from, lt: to } } }] } };
    const alone = await sample.search('rows', { size: 0, query, aggs: { inner } });
    assert.deepEqual(within, JSON.parse(JSON.stringify(alone.aggregations)).inner, `bucket ${i} by itself`);
  }
});

test('[QRY-23] of thousands of buckets each has what stands in it, whatever is made from one bucket to the next', async () => {
  await sample.index('crowd', { kw1: { type: 'keyword' }, num1: { type: 'integer' }, num2: { type: 'integer' } });
  const count = 3000;
  const documents = Array.from(
    { length: count },
    (_, i) => [`d${i}`, { kw1: `k${i % 3}`, num1: i, num2: i * 2 }] as const,
  );
  await sample.put('crowd', Object.fromEntries(documents));
  const aggs = {
    h: {
      histogram: { field: 'num1', interval: 1, keyed: true },
      aggs: {
        t: { terms: { field: 'kw1' }, aggs: { a: { avg: { field: 'num2' } } } },
        s: { sum: { field: 'num2' } },
        c: { cumulative_sum: { buckets_path: 's' } },
      },
    },
  };
  const { aggregations } = await sample.search('crowd', { size: 0, aggs });
  const { buckets } = Object(aggregations?.h);
  assert.equal(Object.keys(buckets).length, count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += i * 2;
    const { t, s, c } = buckets[`${i}.0`];
    assert.deepEqual([s, c], [{ value: i * 2 }, { value: sum }]);
    assert.deepEqual(t.buckets, [{ key: `k${i % 3}`, doc_count: 1, a: { value: i * 2 } }]);
  }
});
