import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('stays', { r: { type: 'date_range' } });
  await sample.put('stays', {
    a: { r: { gte: '2024-03-08T12:00:00Z', lte: '2024-03-12T03:00:00Z' } },
    b: { r: { gte: '2024-03-10T06:30:00Z', lte: '2024-03-10T07:30:00Z' } },
    c: { r: { gte: '2024-11-02T05:00:00Z', lte: '2024-11-05T05:00:00Z' } },
    d: {},
  });
});
after(() => sample.close());

interface Found {
  readonly buckets: readonly { readonly key_as_string: string; readonly doc_count: number }[];
}

const buckets = async (more: object): Promise<readonly string[]> => {
  const date_histogram = { field: 'r', min_doc_count: 1, time_zone: 'America/New_York', ...more };
  const { aggregations } = await sample.search('stays', { size: 0, aggs: { a: { date_histogram } } });
  const { buckets: found } = Object(aggregations?.a) as Found;
  return found.map(({ key_as_string, doc_count }) => `${key_as_string.replace(':00.000', '')} ${doc_count}`);
};

test('[AGG-10] ranges reach into days of 23 and 25 hours', async () => {
  assert.deepEqual(await buckets({ calendar_interval: 'day' }), [
    '2024-03-08T00:00-05:00 1',
    '2024-03-09T00:00-05:00 1',
    '2024-03-10T00:00-05:00 2',
    '2024-03-11T00:00-04:00 1',
    '2024-11-02T00:00-04:00 1',
    '2024-11-03T00:00-04:00 1',
    '2024-11-04T00:00-05:00 1',
    '2024-11-05T00:00-05:00 1',
  ]);
});

test('[AGG-10] hard bounds keep ranges to their days where clocks change', async () => {
  const hard_bounds = { min: '2024-03-10', max: '2024-03-11' };
  const hours = await buckets({ calendar_interval: 'hour', hard_bounds });
  assert.equal(hours.length, 24);
  assert.deepEqual(hours.slice(0, 4), [
    '2024-03-10T00:00-05:00 1',
    '2024-03-10T01:00-05:00 2',
    '2024-03-10T03:00-04:00 2',
    '2024-03-10T04:00-04:00 1',
  ]);
  assert.equal(hours.at(-1), '2024-03-11T00:00-04:00 1');
});

test('[AGG-10] buckets too many to be told one by one are refused', async () => {
  await assert.rejects(buckets({ fixed_interval: '1s' }), /too many buckets/i);
});

test('[AGG-10] ranges of many documents that reach into too many buckets together are refused before they are told one by one', async () => {
  const long = { r: { gte: '2024-03-08T12:00:00Z', lte: '2024-03-12T03:00:00Z' } };
  await sample.index('crowd', { r: { type: 'date_range' } });
  await sample.put('crowd', Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, long])));
  const search = (fixed_interval: string) =>
    sample.search('crowd', { size: 0, aggs: { a: { date_histogram: { field: 'r', fixed_interval } } } });
  const message =
    'The ranges of field [r] in aggregation [date_histogram] reach into 62640200 buckets, counted for each document: more than 50000000';
  await assert.rejects(search('1s'), { message });
  const { aggregations } = await search('1m');
  assert.equal((Object(aggregations?.a) as Found).buckets.length, 87 * 60 + 1);
});
