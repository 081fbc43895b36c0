import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeGeohash } from '@datasarana/query';
import { malformed, OpenedSample, type Row } from '../sample.fixture.ts';
import { type Buckets, bucketsOf, counts, ROWS } from './five-rows.fixture.ts';

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS);
});
after(() => sample.close());

const buckets = async (agg: unknown, query?: unknown): Promise<Buckets> =>
  bucketsOf(await sample.aggregation(agg, query));

const CASES: readonly (readonly [title: string, agg: unknown, expected: unknown])[] = [
  ['[AGG-02] value_count counts values, in lists each one', { value_count: { field: 'nums1' } }, { value: 3 }],
  ['[AGG-02] value_count of an unknown field is 0', { value_count: { field: 'nobody' } }, { value: 0 }],
  ['[AGG-03] cardinality is exact', { cardinality: { field: 'kw2' } }, { value: 2 }],
  ['[AGG-03] cardinality of a list counts different values', { cardinality: { field: 'tags1' } }, { value: 3 }],
  ['[AGG-04] sum of whole numbers is exact', { sum: { field: 'int1' } }, { value: 254 }],
  ['[AGG-04] sum with a stand-in for missing values', { sum: { field: 'nums1', missing: 10 } }, { value: 84 }],
  ['[AGG-04] sum of nothing is 0', { sum: { field: 'nobody' } }, { value: 0 }],
  ['[AGG-05] avg leaves documents without a value out', { avg: { field: 'int1' } }, { value: 50.8 }],
  ['[AGG-05] avg of nothing is null', { avg: { field: 'nobody' } }, { value: null }],
  ['[AGG-05] avg over all values of lists', { avg: { field: 'nums1' } }, { value: 18 }],
  ['[AGG-06] min of numbers', { min: { field: 'int1' } }, { value: -50 }],
  [
    '[AGG-06] min of dates is the earliest, written out',
    { min: { field: 'ts1' } },
    { value: Date.UTC(2024, 2, 1, 12), value_as_string: '2024-03-01T12:00:00.000Z' },
  ],
  ['[AGG-07] max of a list', { max: { field: 'nums1' } }, { value: 51 }],
  ['[AGG-07] max of booleans', { max: { field: 'flag1' } }, { value: 1, value_as_string: 'true' }],
  ['[AGG-08] geo_centroid', { geo_centroid: { field: 'pt1' } }, { location: { lat: 20 / 3, lon: 175 / 3 }, count: 3 }],
  ['[AGG-08] geo_centroid of nothing', { geo_centroid: { field: 'nobody' } }, { count: 0 }],
  [
    '[AGG-09] geo_bounds across the date line, where that is narrower',
    { geo_bounds: { field: 'pt1' } },
    { bounds: { top_left: { lat: 20, lon: 170 }, bottom_right: { lat: -10, lon: -170 } } },
  ],
  [
    '[AGG-09] geo_bounds without wrapping',
    { geo_bounds: { field: 'pt1', wrap_longitude: false } },
    { bounds: { top_left: { lat: 20, lon: -170 }, bottom_right: { lat: -10, lon: 175 } } },
  ],
  ['[AGG-09] geo_bounds of nothing', { geo_bounds: { field: 'nobody' } }, {}],
  ['[AGG-17] missing', { missing: { field: 'kw2' } }, { doc_count: 1 }],
  ['[AGG-17] missing of an unknown field is everything', { missing: { field: 'nobody' } }, { doc_count: 5 }],
  ['[AGG-22] stats', { stats: { field: 'int1' } }, { count: 5, min: -50, max: 151, avg: 50.8, sum: 254 }],
  ['[AGG-22] stats of nothing', { stats: { field: 'nobody' } }, { count: 0, min: null, max: null, avg: null, sum: 0 }],
  [
    '[AGG-05] a number format writes the figure out',
    { avg: { field: 'int1', format: '#,##0.00' } },
    { value: 50.8, value_as_string: '50.80' },
  ],
];

for (const [title, agg, expected] of CASES) {
  test(title, async () => assert.deepEqual(await sample.aggregation(agg), expected));
}

test('[AGG-23] extended_stats by population and by sample', async () => {
  const found = await sample.aggregation(
    { extended_stats: { field: 'int1', sigma: 3 } },
    { range: { int1: { gt: 0 } } },
  );
  const values = [1, 51, 101, 151];
  const squares = values.reduce((sum, value) => sum + value * value, 0);
  const apart = values.reduce((sum, value) => sum + (value - 76) ** 2, 0);
  assert.equal(found.sum_of_squares, squares);
  assert.equal(found.variance, apart / 4);
  assert.equal(found.variance_sampling, apart / 3);
  assert.equal(found.std_deviation, Math.sqrt(apart / 4));
  assert.deepEqual((found.std_deviation_bounds as Row).upper, 76 + 3 * Math.sqrt(apart / 4));
});

test('[AGG-19] [AGG-23] buckets are ordered by the bounds of extended_stats', async (t) => {
  const spread = await OpenedSample.open([
    { kw1: 'a', kw2: 'narrow', num1: 10 },
    { kw1: 'b', kw2: 'narrow', num1: 12 },
    { kw1: 'c', kw2: 'wide', num1: 0 },
    { kw1: 'd', kw2: 'wide', num1: 20 },
    { kw1: 'e', kw2: 'single', num1: 5 },
  ]);
  t.after(() => spread.close());
  const ordered = async (bound: string) => {
    const { buckets } = await spread.aggregation({
      terms: { field: 'kw2', order: { [`e.${bound}`]: 'desc' } },
      aggs: { e: { extended_stats: { field: 'num1', sigma: 1 } } },
    });
    return (buckets as readonly Row[]).map(({ key }) => key);
  };
  assert.deepEqual(await ordered('std_upper'), ['wide', 'narrow', 'single']);
  assert.deepEqual(await ordered('std_lower'), ['narrow', 'single', 'wide']);
  assert.deepEqual(await ordered('std_lower_sampling'), ['narrow', 'wide', 'single']);
});

test('[AGG-22] [AGG-23] figures that have grown beyond every number are told as OpenSearch tells them', async () => {
  const far = await OpenedSample.open([
    { kw1: 'a', num1: 1.7976931348623157e308 },
    { kw1: 'b', num1: 1e300 },
  ]);
  try {
    const stats = { count: 2, min: 1e300, max: 1.7976931348623157e308, avg: 'Infinity', sum: 'Infinity' };
    assert.deepEqual(await far.aggregation({ stats: { field: 'num1' } }), stats);
    const { std_deviation_bounds, ...extended } = await far.aggregation({ extended_stats: { field: 'num1' } });
    const names = ['variance', 'variance_population', 'variance_sampling'];
    const deviations = ['std_deviation', 'std_deviation_population', 'std_deviation_sampling'];
    const unknown = Object.fromEntries([...names, ...deviations].map((name) => [name, 'NaN']));
    assert.deepEqual(extended, { ...stats, sum_of_squares: 'Infinity', ...unknown });
    assert.deepEqual([...new Set(Object.values(Object(std_deviation_bounds)))], ['NaN']);
  } finally {
    await far.close();
  }
});

test('[AGG-24] percentiles by Hazen’s rule, as OpenSearch answers small sets', async () => {
  const query = { range: { int1: { gt: 0 } } };
  const found = await sample.aggregation({ percentiles: { field: 'int1', percents: [25, 50, 75] } }, query);
  assert.deepEqual(found, { values: { '25.0': 26, '50.0': 76, '75.0': 126 } });
  const list = await sample.aggregation({ percentiles: { field: 'int1', percents: [50], keyed: false } }, query);
  assert.deepEqual(list, { values: [{ key: 50, value: 76 }] });
  const none = await sample.aggregation({ percentiles: { field: 'int1', percents: [50] } }, { match_none: {} });
  assert.deepEqual(none, { values: { '50.0': null } });
});

test('[AGG-12] filters by name with one for the rest', async () => {
  const found = await sample.aggregation({
    filters: { filters: { p: { term: { kw2: 'p' } }, big: { range: { int1: { gt: 50 } } } }, other_bucket_key: 'rest' },
  });
  assert.deepEqual(found.buckets, { big: { doc_count: 3 }, p: { doc_count: 2 }, rest: { doc_count: 1 } });
  const list = await sample.aggregation({ filters: { filters: [{ match: { txt1: 'fox' } }, { match_all: {} }] } });
  assert.deepEqual(list.buckets, [{ doc_count: 1 }, { doc_count: 5 }]);
});

test('[AGG-14] geohash_grid: one bucket per cell', async () => {
  const cells = await buckets({ geohash_grid: { field: 'pt1', precision: 3 } });
  assert.deepEqual(
    cells.map(({ key }) => key),
    [
      [20, 175],
      [10, 170],
      [-10, -170],
    ]
      .map(([lat = 0, lon = 0]) => encodeGeohash(lat, lon, 3))
      .sort()
      .reverse(),
  );
  assert.ok(cells.every(({ doc_count }) => doc_count === 1));
});

test('[AGG-18] top_hits: size 1, sorted, with the asked part of the source', async () => {
  const found = await buckets({
    terms: { field: 'kw2' },
    aggs: { t: { top_hits: { size: 1, sort: [{ int1: 'desc' }], _source: ['kw1'] } } },
  });
  const shown = found.map(({ t }) => (t as { hits: { total: unknown; hits: readonly Row[] } }).hits);
  assert.deepEqual(
    shown.map(({ hits }) => [hits[0]?._source, hits[0]?.sort]),
    [
      [{ kw1: 'b' }, [51]],
      [{ kw1: 'd' }, [151]],
    ],
  );
  assert.deepEqual(shown[0]?.total, { value: 2, relation: 'eq' });
});

test('[AGG-19] [QRY-24] terms: counts, what is left over, no error bound', async () => {
  const found = await sample.aggregation({ terms: { field: 'tags1', size: 1 } });
  assert.deepEqual(found, {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: 2,
    buckets: [{ key: 'x', doc_count: 2 }],
  });
});

test('[AGG-19] terms: orders, ties by key', async () => {
  const order = async (given: unknown) =>
    (
      await buckets({
        terms: { field: 'kw1', order: given },
        aggs: {
          m: { avg: { field: 'num1' } },
          s: { stats: { field: 'int1' } },
          f: { filter: { term: { kw2: 'p' } }, aggs: { m: { max: { field: 'int1' } } } },
        },
      })
    )
      .map(({ key }) => key)
      .join('');
  assert.equal(await order({ _key: 'desc' }), 'edcba');
  assert.equal(await order({ _count: 'asc' }), 'abcde');
  assert.equal(await order({ m: 'asc' }), 'dbcae');
  assert.equal(await order({ m: 'desc' }), 'acbde');
  assert.equal(await order({ 's.max': 'desc' }), 'dcbae');
  assert.equal(await order([{ 'f>m': 'desc' }, { _key: 'desc' }]), 'baedc');
});

test('[AGG-19] terms: include, exclude, missing, min_doc_count, keys of other types', async () => {
  assert.deepEqual(counts(await buckets({ terms: { field: 'tags1', include: '[xy]', exclude: 'y' } })), [['x', 2]]);
  assert.deepEqual(counts(await buckets({ terms: { field: 'kw2', missing: 'none' } })), [
    ['p', 2],
    ['q', 2],
    ['none', 1],
  ]);
  assert.deepEqual(counts(await buckets({ terms: { field: 'tags1', min_doc_count: 2 } })), [['x', 2]]);
  assert.deepEqual(counts(await buckets({ terms: { field: 'kw2', min_doc_count: 0 } }, { term: { kw1: 'a' } })), [
    ['p', 1],
    ['q', 0],
  ]);
  assert.deepEqual(await buckets({ terms: { field: 'flag1' } }), [
    { key: 1, key_as_string: 'true', doc_count: 2 },
    { key: 0, key_as_string: 'false', doc_count: 1 },
  ]);
  assert.deepEqual(counts(await buckets({ terms: { field: 'nobody' } })), []);
});

test('[AGG-28] range buckets overlap, count a document once, and come in order', async () => {
  const ranges = [{ from: 2 }, { to: 2 }, { key: 'all', from: 0, to: 100 }];
  assert.deepEqual(counts(await buckets({ range: { field: 'nums1', ranges } })), [
    ['*-2.0', 1],
    ['all', 2],
    ['2.0-*', 2],
  ]);
});

test('[AGG-28] buckets nest: every inner figure is that of its own bucket', async () => {
  const found = await buckets({
    terms: { field: 'tags1', size: 2 },
    aggs: {
      days: {
        date_histogram: { field: 'ts1', calendar_interval: 'day', min_doc_count: 1 },
        aggs: { kinds: { terms: { field: 'kw2', size: 1 }, aggs: { n: { sum: { field: 'int1' } } } } },
      },
      small: { filter: { range: { int1: { lt: 10 } } }, aggs: { names: { terms: { field: 'kw1' } } } },
    },
  });
  assert.deepEqual(counts(found), [
    ['x', 2],
    ['y', 1],
  ]);
  const inside = (bucket: Row = {}, name: string) => (bucket[name] as { buckets: Buckets }).buckets;
  const [x] = found;
  assert.deepEqual(inside(inside(x, 'days')[0], 'kinds'), [{ key: 'p', doc_count: 2, n: { value: 52 } }]);
  assert.deepEqual(x?.small, {
    doc_count: 1,
    names: { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [{ key: 'a', doc_count: 1 }] },
  });
});

test('[AGG-28] meta comes back as given', async () => {
  assert.deepEqual(await sample.aggregation({ avg: { field: 'int1' }, meta: { note: 'n' } }), {
    meta: { note: 'n' },
    value: 50.8,
  });
});

const REFUSED: readonly (readonly [agg: unknown, message: RegExp])[] = [
  [{ terms: { field: 'txt1' } }, /\[txt1\] of type \[text\] is not supported for aggregation \[terms\]/],
  [{ avg: { field: 'kw1' } }, /\[kw1\] of type \[keyword\] is not supported for aggregation \[avg\]/],
  [{ date_histogram: { field: 'kw1', fixed_interval: '1d' } }, /\[kw1\] of type \[keyword\]/],
  [{ geo_bounds: { field: 'int1' } }, /\[int1\] of type \[integer\]/],
  [{ terms: { field: 'kw1', order: { nobody: 'asc' } } }, /order path \[nobody\]/],
  [{ date_histogram: { field: 'ts1', fixed_interval: '1ms' } }, /too many buckets/],
  [
    { date_histogram: { field: 'ts1', fixed_interval: '99999999999d' } },
    /fixed_interval: expected a duration of at most 9007199254740991ms/,
  ],
  [
    { date_histogram: { field: 'ts1', calendar_interval: 'day', offset: '-300000000d' } },
    /offset: expected a duration of at most 9007199254740991ms/,
  ],
  [{ date_histogram: { field: 'ts1', calendar_interval: 'day', time_zone: 'Nowhere/Land' } }, /\[Nowhere\/Land\]/],
  [{ terms: { field: 'int1', include: 'a.*' } }, /\[a\] cannot support regular expression style include\/exclude/],
];

for (const [agg, message] of REFUSED) {
  test(`[AGG-28] refused: ${JSON.stringify(agg)}`, async () => {
    await assert.rejects(sample.aggregation(agg), malformed(message));
  });
}

test('[AGG-28] too many buckets go by the name that OpenSearch has for them', async () => {
  await assert.rejects(sample.aggregation({ date_histogram: { field: 'ts1', fixed_interval: '1ms' } }), {
    detail: {
      code: 32,
      type: 'malformed',
      hint: 'Choose a longer interval, a narrower range, a smaller size, or min_doc_count 1.',
      openSearch: { type: 'too_many_buckets_exception', max_buckets: 500_000 },
    },
  });
});
