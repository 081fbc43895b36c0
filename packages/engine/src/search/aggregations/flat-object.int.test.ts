import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('flat', { flat1: { type: 'flat_object' } });
  await sample.put('flat', {
    a: { flat1: { k: 'x', m: { z: 1 } } },
    b: { flat1: { k: ['x', 'y'], m: { z: [1, 2] } } },
    c: { flat1: { other: 'x' } },
    d: {},
  });
});
after(() => sample.close());

test('[AGG-01] paths of a flat_object are grouped and counted by their own values', async () => {
  const { aggregations } = await sample.search('flat', {
    size: 0,
    aggs: {
      keys: { terms: { field: 'flat1.k', missing: 'none' } },
      deep: { terms: { field: 'flat1.m.z' } },
      different: { cardinality: { field: 'flat1.k' } },
      all: { value_count: { field: 'flat1.k' } },
    },
  });
  const { keys, deep, different, all } = Object(aggregations);
  const told = (of: unknown) =>
    Object(of).buckets.map((each: { key: string; doc_count: number }) => [each.key, each.doc_count]);
  assert.deepEqual(told(keys), [
    ['none', 2],
    ['x', 2],
    ['y', 1],
  ]);
  assert.deepEqual(told(deep), [
    ['1', 2],
    ['2', 1],
  ]);
  assert.equal(different.value, 2);
  assert.equal(all.value, 3);
});
