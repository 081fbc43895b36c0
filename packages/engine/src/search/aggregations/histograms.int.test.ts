import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OpenedSample } from '../sample.fixture.ts';
import { type Buckets, bucketsOf, counts, ROWS } from './five-rows.fixture.ts';

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS);
});
after(() => sample.close());

const buckets = async (agg: unknown): Promise<Buckets> => bucketsOf(await sample.aggregation(agg));

test('[AGG-10] date_histogram fills empty buckets between first and last', async () => {
  const found = await buckets({
    date_histogram: { field: 'ts1', calendar_interval: 'day', format: 'dd/MM/yy HH:mm:ss' },
  });
  assert.equal(found.length, 9);
  assert.deepEqual(found[0], { key_as_string: '01/03/24 00:00:00', key: Date.UTC(2024, 2, 1), doc_count: 2 });
  assert.equal(
    found.reduce((sum, { doc_count }) => sum + doc_count, 0),
    4,
  );
});

test('[QRY-20] dates in the histogram format', async () => {
  const found = await buckets({
    date_histogram: { field: 'ts1', fixed_interval: '12h', format: 'dd/MM/yy hh:mm:ss', min_doc_count: 1 },
  });
  assert.deepEqual(
    found.map(({ key_as_string }) => key_as_string),
    ['01/03/24 12:00:00', '04/03/24 12:00:00', '09/03/24 12:00:00'],
  );
});

test('[AGG-10] date_histogram cuts at local midnight', async () => {
  const found = await buckets({
    date_histogram: { field: 'ts1', calendar_interval: 'day', time_zone: '+07:00', min_doc_count: 1 },
  });
  assert.deepEqual(
    found.map(({ key_as_string }) => key_as_string),
    [
      '2024-03-01T00:00:00.000+07:00',
      '2024-03-02T00:00:00.000+07:00',
      '2024-03-04T00:00:00.000+07:00',
      '2024-03-09T00:00:00.000+07:00',
    ],
  );
});

test('[AGG-10] an offset of nothing needs no unit', async () => {
  const by = (offset?: string) => buckets({ date_histogram: { field: 'ts1', fixed_interval: '1d', offset } });
  for (const offset of ['0', '+0', '-0']) assert.deepEqual(await by(offset), await by());
});

test('[AGG-10] date_histogram: bounds, order, keys', async () => {
  const extended = await buckets({
    date_histogram: {
      field: 'ts1',
      calendar_interval: 'week',
      extended_bounds: { min: '2024-02-20', max: '2024-03-18' },
    },
  });
  assert.deepEqual(counts(extended), [
    [Date.UTC(2024, 1, 19), 0],
    [Date.UTC(2024, 1, 26), 2],
    [Date.UTC(2024, 2, 4), 2],
    [Date.UTC(2024, 2, 11), 0],
    [Date.UTC(2024, 2, 18), 0],
  ]);
  const ordered = await buckets({
    date_histogram: { field: 'ts1', calendar_interval: 'day', min_doc_count: 1, order: { _count: 'desc' } },
  });
  assert.deepEqual(
    ordered.map(({ doc_count }) => doc_count),
    [2, 1, 1],
  );
  const keyed = await sample.aggregation({
    date_histogram: { field: 'ts1', calendar_interval: 'month', keyed: true, format: 'yyyy-MM' },
  });
  assert.deepEqual(Object.keys(keyed.buckets as object), ['2024-03']);
});

test('[AGG-10] bounds of dates are rounded as if the buckets had no offset', async () => {
  const at = (time: number, hour: number) => Date.UTC(2024, 2, time, hour);
  const own = { field: 'ts1', calendar_interval: 'day', offset: '+6h' };
  const hard = await buckets({
    date_histogram: { ...own, min_doc_count: 1, hard_bounds: { min: '2024-03-04', max: '2024-03-09' } },
  });
  assert.deepEqual(counts(hard), [[at(4, 6), 1]]);
  const extended = await buckets({
    date_histogram: { ...own, extended_bounds: { min: '2024-02-29', max: '2024-03-10' } },
  });
  assert.deepEqual([extended[0]?.key, extended.at(-1)?.key], [Date.UTC(2024, 1, 29, 6), at(10, 6)]);
});

test('[AGG-11] date_range with date math, named and keyed', async () => {
  const ranges = [{ to: '2024-03-02' }, { key: 'later', from: '2024-03-01||+3d/d', to: '2024-03-09||/d' }];
  const found = await sample.aggregation({ date_range: { field: 'ts1', format: 'yyyy-MM-dd', keyed: true, ranges } });
  assert.deepEqual(found.buckets, {
    '*-2024-03-02': { to: Date.UTC(2024, 2, 2), to_as_string: '2024-03-02', doc_count: 2 },
    later: {
      from: Date.UTC(2024, 2, 4),
      from_as_string: '2024-03-04',
      to: Date.UTC(2024, 2, 9),
      to_as_string: '2024-03-09',
      doc_count: 1,
    },
  });
});

test('[AGG-15] histogram buckets negative numbers below zero and fills gaps', async () => {
  assert.deepEqual(counts(await buckets({ histogram: { field: 'int1', interval: 50 } })), [
    [-50, 1],
    [0, 1],
    [50, 1],
    [100, 1],
    [150, 1],
  ]);
  assert.deepEqual(
    counts(await buckets({ histogram: { field: 'num1', interval: 1, offset: 0.5, min_doc_count: 1 } })),
    [
      [-2.5, 1],
      [-0.5, 2],
      [1.5, 1],
    ],
  );
  const hard = await buckets({ histogram: { field: 'int1', interval: 50, hard_bounds: { min: 0, max: 100 } } });
  assert.deepEqual(counts(hard), [
    [0, 1],
    [50, 1],
    [100, 1],
  ]);
});
