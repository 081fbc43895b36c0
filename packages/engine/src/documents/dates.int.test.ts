import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from './stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('far', { d: { type: 'date' } });
  await sample.put('far', {
    a: { d: '-190308-12-22' },
    b: { d: '-0001-01-01' },
    c: { d: '2024-05-01' },
    d: { d: '+280000-05-17T11:12:13Z' },
    e: { d: '+292278993-12-31' },
  });
  await sample.index('fine', {
    n: { type: 'date_nanos' },
    k: { type: 'nested', properties: { n: { type: 'date_nanos' } } },
  });
  await sample.put('fine', {
    a: { n: '2024-05-01T10:00:00.123456789Z' },
    b: { n: '2024-05-01T10:00:00.123456788Z' },
    c: { n: ['2024-05-02T10:00:00.000000001Z', '2024-05-01T10:00:00.5Z'] },
    d: { k: [{ n: '2024-05-01T10:00:00.000000001Z' }] },
    e: { n: '2262-04-11T23:47:16.854775807Z' },
  });
});
after(() => sample.close());

const bucketsOf = (result: unknown) =>
  (result as { readonly buckets: readonly { readonly key_as_string: string }[] }).buckets;

test('[IDX-09] dates beyond those of JavaScript are shown, found and sorted', async () => {
  const { hits } = await sample.search('far', {
    sort: [{ d: 'desc' }],
    docvalue_fields: [{ field: 'd', format: 'yyyy-MM-dd' }],
  });
  assert.deepEqual(
    hits.hits.map(({ _id, fields, sort }) => [_id, fields?.d, sort]),
    [
      ['e', ['+292278993-12-31'], ['9223372017043200000']],
      ['d', ['+280000-05-17'], [8_773_791_217_933_000]],
      ['c', ['2024-05-01'], [1_714_521_600_000]],
      ['b', ['0002-01-01'], [-62_198_755_200_000]],
      ['a', ['+190309-12-22'], [-6_067_676_822_400_000]],
    ],
  );
});

test('[AGG-10] buckets of far dates begin where theirs do', async () => {
  const buckets = async (interval: string) => {
    const aggs = { a: { date_histogram: { field: 'd', calendar_interval: interval, min_doc_count: 1 } } };
    const { aggregations } = await sample.search('far', { size: 0, aggs });
    return bucketsOf(aggregations?.a).map(({ key_as_string }) => key_as_string.split('T')[0]);
  };
  assert.deepEqual(await buckets('month'), [
    '-190308-12-01',
    '-0001-01-01',
    '2024-05-01',
    '+280000-05-01',
    '+292278993-12-01',
  ]);
  assert.deepEqual(await buckets('quarter'), [
    '-190308-10-01',
    '-0001-01-01',
    '2024-04-01',
    '+280000-04-01',
    '+292278993-10-01',
  ]);
  assert.deepEqual((await buckets('day')).slice(0, 4), ['-190308-12-22', '-0001-01-01', '2024-05-01', '+280000-05-17']);
});

test('[IDX-09] date_nanos are found to the nanosecond', async () => {
  const ids = (limits: object) => sample.ids('fine', { range: { n: limits } });
  assert.equal(await ids({ gt: '2024-05-01T10:00:00.123456788Z', lt: '2024-05-03' }), 'ac');
  assert.equal(await ids({ gte: '2024-05-01T10:00:00.123Z', lte: '2024-05-01T10:00:00.123Z' }), '');
  assert.equal(await ids({ lte: 1_714_557_600_123 }), 'ab');
  assert.equal(await ids({ lte: '2024-05-01T10:00:00' }), 'abc');
  assert.equal(await sample.ids('fine', { term: { n: '2024-05-01T10:00:00.123456788Z' } }), 'b');
  const inside = { range: { 'k.n': { gt: '2024-05-01T10:00:00.000Z', lte: '2024-05-01T10:00:00.000000001Z' } } };
  assert.equal(await sample.ids('fine', { nested: { path: 'k', query: inside } }), 'd');
  await assert.rejects(ids({ gte: '1960-01-01' }), /date\[1960-01-01T00:00:00Z\] is before the epoch in 1970/);
});

test('[IDX-09] date_nanos are sorted and shown to the nanosecond, their buckets are milliseconds', async () => {
  const sorts = async (search: object) => {
    const { hits } = await sample.search('fine', { query: { exists: { field: 'n' } }, ...search });
    return hits.hits.map(({ _id, sort }) => `${_id} ${sort?.[0]}`);
  };
  const ascending = [
    'b 1714557600123456788',
    'a 1714557600123456789',
    'c 1714557600500000000',
    'e 9223372036854775807',
  ];
  assert.deepEqual(await sorts({ sort: ['n'] }), ascending);
  assert.deepEqual(await sorts({ sort: ['n'], search_after: ['1714557600123456788'] }), ascending.slice(1));
  assert.deepEqual(await sorts({ sort: ['n'], search_after: ['2024-05-01T10:00:00.123456789Z'] }), ascending.slice(2));
  assert.deepEqual((await sorts({ sort: [{ n: { numeric_type: 'date', order: 'desc' } }] })).slice(0, 2), [
    'e 9223372036854',
    'c 1714644000000',
  ]);
  const fine = [{ field: 'n', format: 'strict_date_optional_time_nanos' }];
  const { hits, aggregations } = await sample.search('fine', {
    query: { ids: { values: ['a', 'b'] } },
    sort: ['n'],
    docvalue_fields: fine,
    aggs: { t: { terms: { field: 'n' } } },
  });
  assert.deepEqual(
    hits.hits.map(({ fields }) => fields?.n),
    [['2024-05-01T10:00:00.123456788Z'], ['2024-05-01T10:00:00.123456789Z']],
  );
  assert.deepEqual(bucketsOf(aggregations?.t), [
    { key: 1_714_557_600_123, key_as_string: '2024-05-01T10:00:00.123Z', doc_count: 2 },
  ]);
});
