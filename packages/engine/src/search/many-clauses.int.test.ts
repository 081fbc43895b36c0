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
