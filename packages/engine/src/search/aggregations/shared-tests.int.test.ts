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
