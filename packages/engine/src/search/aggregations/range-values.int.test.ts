import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('spans', {
    kw1: { type: 'keyword' },
    days1: { type: 'date_range' },
    nets1: { type: 'ip_range' },
    ends1: { type: 'integer_range' },
  });
  const [low, high] = [
    { gte: 1, lte: 5 },
    { gte: 7, lte: 8 },
  ];
  await sample.put('spans', {
    a: { kw1: 'x', ends1: low, days1: { gte: '2024-01-01', lt: '2024-02-01' }, nets1: '10.0.0.0/8' },
    b: { kw1: 'x', ends1: [low, high], days1: { gte: '2024-01-01T00:00:00Z', lt: '2024-02-01' } },
    c: { kw1: 'x', ends1: [high, low, low] },
    d: { kw1: 'y', ends1: { gt: 0, lt: 6 }, nets1: { gte: '10.0.0.0', lt: '11.0.0.0' } },
    e: { kw1: 'y' },
  });
});
after(() => sample.close());

const figures = async (field: string, more: object = {}): Promise<readonly unknown[]> => {
  const aggs = { count: { value_count: { field, ...more } }, distinct: { cardinality: { field, ...more } } };
  const { aggregations } = await sample.search('spans', { size: 0, aggs });
  return Object.values(aggregations ?? {}).map((each) => Object(each).value);
};

const COUNTS: readonly (readonly [field: string, count: number, distinct: number])[] = [
  ['ends1', 4, 2],
  ['days1', 2, 1],
  ['nets1', 2, 1],
];

for (const [field, count, distinct] of COUNTS) {
  test(`[AGG-02] [AGG-03] the ranges of a document are one value together: ${field}`, async () => {
    assert.deepEqual(await figures(field), [count, distinct]);
  });
}

test('[AGG-02] [AGG-03] ranges are counted within buckets and in their order', async () => {
  const aggs = { distinct: { cardinality: { field: 'ends1' } }, count: { value_count: { field: 'ends1' } } };
  const terms = { field: 'kw1', order: { distinct: 'asc' } };
  const { aggregations } = await sample.search('spans', { size: 0, aggs: { keys: { terms, aggs } } });
  assert.deepEqual(Object(aggregations?.keys).buckets, [
    { key: 'y', doc_count: 2, distinct: { value: 1 }, count: { value: 1 } },
    { key: 'x', doc_count: 3, distinct: { value: 2 }, count: { value: 3 } },
  ]);
});

test('[AGG-02] nothing stands in for missing ranges', async () => {
  await assert.rejects(figures('ends1', { missing: 3 }), /Can't apply missing values on ranges: field \[ends1\]/);
});
