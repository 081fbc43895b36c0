import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { field, malformed, OpenedSample, type Row, SAMPLE } from '../sample.fixture.ts';
import { withTypedKeys } from './result-type.ts';

const NEST = field('nest1', 'nested', { fields: [field('kw4', 'keyword'), field('num4', 'double')] });
const DEFINITION = { ...SAMPLE, fields: [...SAMPLE.fields, NEST] };

const ROWS = [
  { kw1: 'a', kw2: 'p', int1: 1, num1: 2, ts1: '2024-03-01', flag1: true, txt1: 'good', pt1: { lat: 10, lon: 10 } },
  { kw1: 'b', kw2: 'p', int1: 2, num1: 3, ts1: '2024-03-02', flag1: true, txt1: 'good', pt1: { lat: 10, lon: 12 } },
  { kw1: 'c', kw2: 'q', int1: 4, num1: 5, ts1: '2024-03-08', flag1: false, txt1: 'bad', pt1: { lat: -60, lon: 100 } },
  { kw1: 'd', kw2: 'q', int1: 8, ts1: '2024-03-09', txt1: 'bad', tags1: ['10.0.0.1', '::1'] },
  { kw1: 'e', kw2: 'r', int1: 100, num1: 1, txt1: 'good bad', tags1: ['10.1.0.1'] },
].map((row, i) => ({ ...row, nest1: [{ kw4: 'x', num4: i }, ...(i < 2 ? [{ kw4: 'y', num4: 10 }] : [])] }));

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS, DEFINITION);
});
after(() => sample.close());

const at = (result: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    result,
  );

const counts = (result: Row): unknown =>
  (result.buckets as readonly Row[]).map(({ key, doc_count }) => [key, doc_count]);

const METRICS: readonly (readonly [title: string, agg: unknown, expected: unknown])[] = [
  [
    '[AGG-25] weighted_avg leaves out what has no weight',
    { weighted_avg: { value: { field: 'int1' }, weight: { field: 'num1' } } },
    { value: (2 + 6 + 20 + 100) / 11 },
  ],
  [
    '[AGG-25] weighted_avg with a stand-in weight',
    { weighted_avg: { value: { field: 'int1' }, weight: { field: 'num1', missing: 9 } } },
    { value: (128 + 72) / 20 },
  ],
  [
    '[AGG-25] weighted_avg of nothing is null',
    { weighted_avg: { value: { field: 'nobody' }, weight: { field: 'num1' } } },
    { value: null },
  ],
  [
    '[AGG-26] percentile_ranks are exact shares',
    { percentile_ranks: { field: 'int1', values: [0, 4, 100] } },
    { values: { '0.0': 0, '4.0': 60, '100.0': 100 } },
  ],
  [
    '[AGG-26] percentile_ranks as a list',
    { percentile_ranks: { field: 'int1', values: [2], keyed: false } },
    { values: [{ key: 2, value: 40 }] },
  ],
  ['[AGG-27] median_absolute_deviation', { median_absolute_deviation: { field: 'int1' } }, { value: 3 }],
  [
    '[AGG-27] median_absolute_deviation of nothing is null',
    { median_absolute_deviation: { field: 'nobody' } },
    { value: null },
  ],
  [
    '[AGG-21] string_stats of one letter each',
    { string_stats: { field: 'kw1' } },
    { count: 5, min_length: 1, max_length: 1, avg_length: 1, entropy: Math.log2(5) },
  ],
  [
    '[AGG-21] string_stats of nothing',
    { string_stats: { field: 'nobody' } },
    { count: 0, min_length: null, max_length: null, avg_length: null, entropy: 0 },
  ],
  [
    '[AGG-24] hdr percentiles are rounded up to their bucket',
    { percentiles: { field: 'int1', percents: [50, 99], hdr: {} } },
    { values: { '50.0': 4.0029296875, '99.0': 100.0615234375 } },
  ],
];

for (const [title, agg, expected] of METRICS) {
  test(title, async () => {
    const found = await sample.aggregation(agg);
    const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
    assert.deepEqual(
      JSON.parse(JSON.stringify(found), (_, value) => rounded(value)),
      JSON.parse(JSON.stringify(expected), (_, value) => rounded(value)),
    );
  });
}

const BUCKETS: readonly (readonly [title: string, agg: unknown, expected: unknown])[] = [
  [
    '[AGG-13] geo_distance rings',
    {
      geo_distance: {
        field: 'pt1',
        origin: '10,10',
        unit: 'km',
        ranges: [{ to: 10 }, { from: 10, to: 1000 }, { from: 1000 }],
      },
    },
    [
      ['*-10.0', 1],
      ['10.0-1000.0', 1],
      ['1000.0-*', 1],
    ],
  ],
  [
    '[AGG-14] geotile_grid names tiles zoom/x/y',
    { geotile_grid: { field: 'pt1', precision: 3 } },
    [
      ['3/4/3', 2],
      ['3/6/5', 1],
    ],
  ],
  [
    '[AGG-16] ip ranges and masks of both families',
    { ip_range: { field: 'tags1', ranges: [{ mask: '10.0.0.0/16' }, { to: '10.0.0.0' }, { key: 'all', from: '::' }] } },
    [
      ['*-10.0.0.0', 1],
      ['all', 2],
      ['10.0.0.0/16', 1],
    ],
  ],
  ['[AGG-19] rare_terms are the values few have', { rare_terms: { field: 'kw2' } }, [['r', 1]]],
  [
    '[AGG-19] terms in partitions fall as in OpenSearch',
    { terms: { field: 'kw2', include: { partition: 0, num_partitions: 2 } } },
    [['r', 1]],
  ],
  [
    '[AGG-19] so do values of documents with several',
    { terms: { field: 'tags1', include: { partition: 0, num_partitions: 2 } } },
    [
      ['10.0.0.1', 1],
      ['::1', 1],
    ],
  ],
  [
    '[AGG-19] and those an expression of all but some fits',
    { terms: { field: 'tags1', include: '~(10.*)' } },
    [['::1', 1]],
  ],
  [
    '[AGG-19] multi_terms count combinations',
    { multi_terms: { terms: [{ field: 'kw2' }, { field: 'flag1' }] } },
    [
      [['p', true], 2],
      [['q', false], 1],
    ],
  ],
  ['[AGG-20] significant_terms of the whole are none', { significant_terms: { field: 'kw2', min_doc_count: 1 } }, []],
  [
    '[AGG-10] auto_date_histogram takes weeks from the first day',
    { auto_date_histogram: { field: 'ts1', buckets: 2 } },
    [
      [Date.UTC(2024, 2, 1), 2],
      [Date.UTC(2024, 2, 8), 2],
    ],
  ],
  [
    '[AGG-15] variable_width_histogram joins what lies close',
    { variable_width_histogram: { field: 'int1', buckets: 2 } },
    [
      [3.75, 4],
      [100, 1],
    ],
  ],
  [
    '[AGG-12] adjacency_matrix leaves empty pairs out',
    {
      adjacency_matrix: {
        filters: { p: { term: { kw2: 'p' } }, t: { term: { flag1: true } }, q: { term: { kw2: 'q' } } },
      },
    },
    [
      ['p', 2],
      ['p&t', 2],
      ['q', 2],
      ['t', 2],
    ],
  ],
];

for (const [title, agg, expected] of BUCKETS) {
  test(title, async () => assert.deepEqual(counts(await sample.aggregation(agg)), expected));
}

test('[AGG-20] significant_terms score a found set against the whole', async () => {
  const found = await sample.aggregation(
    { significant_terms: { field: 'kw2', min_doc_count: 1 } },
    { term: { flag1: true } },
  );
  assert.deepEqual(found, {
    doc_count: 2,
    bg_count: 5,
    buckets: [{ key: 'p', doc_count: 2, score: (1 - 0.4) * (1 / 0.4), bg_count: 2 }],
  });
});

test('[AGG-20] significant_text finds words, each bucket against the whole', async () => {
  const found = await sample.aggregation({
    terms: { field: 'kw2', size: 2 },
    aggs: { w: { significant_text: { field: 'txt1', min_doc_count: 1 } } },
  });
  assert.equal(at(found, 'buckets', 0, 'w', 'buckets', 0, 'key'), 'good');
  assert.equal(at(found, 'buckets', 1, 'w', 'buckets', 0, 'key'), 'bad');
});

test('[AGG-28] composite pages go through all combinations once, missing ones first', async () => {
  const sources = [
    { k: { terms: { field: 'flag1', missing_bucket: true } } },
    { n: { histogram: { field: 'int1', interval: 4 } } },
  ];
  const keys: unknown[] = [];
  let after: unknown;
  do {
    const page = await sample.aggregation({ composite: { size: 2, sources, ...(after !== undefined && { after }) } });
    keys.push(...(page.buckets as readonly Row[]).map(({ key }) => key));
    after = page.after_key;
  } while (after !== undefined);
  assert.deepEqual(keys, [
    { k: null, n: 8 },
    { k: null, n: 100 },
    { k: false, n: 4 },
    { k: true, n: 0 },
  ]);
});

test('[AGG-28] a composite does not go on behind a key of another kind than its source has', async () => {
  const behind = (source: object, n: unknown) =>
    sample.aggregation({ composite: { sources: [{ n: source }], after: { n } } });
  for (const given of [1, true])
    await assert.rejects(behind({ terms: { field: 'kw1' } }, given), /expected string, got/, String(given));
  await assert.rejects(behind({ geotile_grid: { field: 'pt1', precision: 3 } }, '3/4'), /hash string of 3\/4/);
});

test('[AGG-28] a composite goes on behind a number between two buckets', async () => {
  const behind = async (order: string, given: number) => {
    const sources = [{ n: { histogram: { field: 'int1', interval: 4, order } } }];
    const { buckets } = await sample.aggregation({ composite: { size: 9, sources, after: { n: given } } });
    return (buckets as readonly { readonly key: Row }[]).map(({ key }) => key.n);
  };
  assert.deepEqual(await behind('asc', 3), [4, 8, 100]);
  assert.deepEqual(await behind('asc', 4), [8, 100]);
  assert.deepEqual(await behind('desc', 5), [4, 0]);
});

test('[AGG-28] a composite of dates goes on behind the key it showed, whatever the format of their field', async () => {
  const read = { epoch_second: [1_704_153_600_000, 1_704_240_000_000], 'yyyy-MM-dd': ['2024-01-02', '2024-01-03'] };
  for (const [format, dates] of Object.entries(read)) {
    const definition = { ...SAMPLE, fields: [field('kw1', 'keyword'), field('ts1', 'date', { format })] };
    const dated = await OpenedSample.open(
      dates.map((ts1) => ({ kw1: String(ts1), ts1 })),
      definition,
    );
    const day = 86_400_000;
    for (const source of [
      { terms: { field: 'ts1' } },
      { histogram: { field: 'ts1', interval: day } },
      { date_histogram: { field: 'ts1', fixed_interval: '1d' } },
      { date_histogram: { field: 'ts1', fixed_interval: '1d', format } },
    ]) {
      const page = (more: object) => dated.aggregation({ composite: { size: 1, sources: [{ n: source }], ...more } });
      const { after_key: after } = await page({});
      const second = at(await page({ after }), 'buckets', 0, 'key', 'n');
      assert.equal(second, at(await page({ size: 2 }), 'buckets', 1, 'key', 'n'), JSON.stringify({ source, after }));
    }
    const named = { sources: [{ n: { terms: { field: 'ts1' } } }], after: { n: 'now' } };
    for (const n of [1e300, -1e300])
      for (const source of [
        { terms: { field: 'ts1' } },
        { date_histogram: { field: 'ts1', calendar_interval: 'day' } },
      ]) {
        const { buckets } = await dated.aggregation({ composite: { sources: [{ n: source }], after: { n } } });
        assert.equal((buckets as readonly Row[]).length, n < 0 ? 2 : 0, 'behind a moment there is none of');
      }
    await assert.rejects(dated.aggregation({ composite: named }), /^PlatformError: For input string: "now"/);
    await dated.close();
  }
});

test('[AGG-28] global looks past the query, with what is inside it', async () => {
  const found = await sample.aggregation(
    { global: {}, aggs: { s: { sum: { field: 'int1' } } } },
    { term: { kw2: 'p' } },
  );
  assert.deepEqual(found, { doc_count: 5, s: { value: 115 } });
});

test('[QRY-23] nested counts children, reverse_nested parents once', async () => {
  const found = await sample.aggregation({
    nested: { path: 'nest1' },
    aggs: {
      t: {
        terms: { field: 'nest1.kw4' },
        aggs: {
          s: { sum: { field: 'nest1.num4' } },
          r: { reverse_nested: {}, aggs: { i: { sum: { field: 'int1' } } } },
        },
      },
    },
  });
  assert.equal(found.doc_count, 7);
  assert.deepEqual(at(found, 't', 'buckets'), [
    { key: 'x', doc_count: 5, s: { value: 10 }, r: { doc_count: 5, i: { value: 115 } } },
    { key: 'y', doc_count: 2, s: { value: 20 }, r: { doc_count: 2, i: { value: 3 } } },
  ]);
});

test('[QRY-23] nested fields are not seen from outside, nor outer ones from inside', async () => {
  assert.deepEqual(counts(await sample.aggregation({ terms: { field: 'nest1.kw4' } })), []);
  const inside = await sample.aggregation({ nested: { path: 'nest1' }, aggs: { t: { terms: { field: 'kw1' } } } });
  assert.deepEqual(at(inside, 't', 'buckets'), []);
});

test('[AGG-18] [QRY-23] top_hits among nested documents say where each stands', async () => {
  const found = await sample.aggregation({
    nested: { path: 'nest1' },
    aggs: { h: { top_hits: { size: 2, sort: [{ 'nest1.num4': 'desc' }], _source: ['nest1.kw4'] } } },
  });
  const hits = at(found, 'h', 'hits', 'hits') as readonly Row[];
  assert.deepEqual(
    hits.map(({ _nested, _source, sort }) => ({ _nested, _source, sort })),
    [
      { _nested: { field: 'nest1', offset: 1 }, _source: { kw4: 'y' }, sort: [10] },
      { _nested: { field: 'nest1', offset: 1 }, _source: { kw4: 'y' }, sort: [10] },
    ],
  );
});

test('[AGG-18] top_hits show scores, fields and versions when asked', async () => {
  const sorted = { size: 1, sort: [{ int1: 'desc' }], _source: false };
  const found = await sample.aggregation(
    { top_hits: { ...sorted, track_scores: true, version: true, docvalue_fields: ['int1'] } },
    { match: { txt1: 'good' } },
  );
  const [hit] = at(found, 'hits', 'hits') as readonly Row[];
  assert.ok(Number(hit?._score) > 0);
  assert.deepEqual([hit?._version, hit?.fields, hit?._source], [1, { int1: [100] }, undefined]);
});

test('[AGG-28] a sample holds the best matches of each bucket, at most so many of a value', async () => {
  const inside = { aggs: { t: { terms: { field: 'kw2' } } } };
  const all = await sample.aggregation({ sampler: { shard_size: 3 }, ...inside });
  assert.equal(all.doc_count, 3);
  const each = await sample.aggregation({ diversified_sampler: { field: 'kw2', shard_size: 9 }, ...inside });
  assert.deepEqual(at(each, 't', 'buckets'), [
    { key: 'p', doc_count: 1 },
    { key: 'q', doc_count: 1 },
    { key: 'r', doc_count: 1 },
  ]);
});

test('[AGG-28] automatic intervals of one aggregation differ from branch to branch', async () => {
  const found = await sample.aggregation({
    filters: { filters: { one: { term: { kw1: 'a' } }, all: { match_all: {} } } },
    aggs: { h: { auto_date_histogram: { field: 'ts1', buckets: 2 } } },
  });
  assert.equal(at(found, 'buckets', 'one', 'h', 'interval'), '1s');
  assert.equal(at(found, 'buckets', 'all', 'h', 'interval'), '7d');
});

test('[API-31] typed keys name what each result is', async () => {
  const { aggregations } = await sample.search({
    size: 0,
    aggs: {
      s: { terms: { field: 'kw2' }, aggs: { l: { terms: { field: 'int1' } }, d: { rare_terms: { field: 'num1' } } } },
      p: { percentiles: { field: 'int1' } },
      h: { percentiles: { field: 'int1', hdr: {} } },
      m: { max_bucket: { buckets_path: 's._count' } },
    },
  });
  const typed = withTypedKeys(aggregations ?? {});
  assert.deepEqual(Object.keys(typed), [
    'sterms#s',
    'tdigest_percentiles#p',
    'hdr_percentiles#h',
    'bucket_metric_value#m',
  ]);
  const [bucket] = at(typed, 'sterms#s', 'buckets') as readonly Row[];
  assert.deepEqual(Object.keys(bucket ?? {}), ['key', 'doc_count', 'lterms#l', 'drareterms#d']);
});

const REFUSED: readonly (readonly [agg: unknown, message: RegExp])[] = [
  [{ terms: { field: 'kw1', size: 0 } }, /\[size\] must be greater than 0\. Found \[0\] in \[a\]/],
  [{ terms: { field: 'kw1' }, aggs: { g: { global: {} } } }, /\[a\] cannot have a global sub-aggregation \[g\]/],
  [
    { terms: { field: 'kw1' }, aggs: { c: { composite: { sources: [{ k: { terms: { field: 'kw2' } } }] } } } },
    /\[composite\] aggregation cannot be used with a parent aggregation/,
  ],
  [{ reverse_nested: {} }, /can only be used inside a \[nested\] aggregation/],
  [{ sampler: {} }, /Sampler aggregation must be used with child aggregations/],
  [{ diversified_sampler: { field: 'tags1' } }, /Sampler aggregation must be used with child aggregations/],
  [{ diversified_sampler: { field: 'kw2' } }, /Sampler aggregation must be used with child aggregations/],
  [{ ip_range: { field: 'tags1', ranges: [{ from: 'x' }] } }, /'x' is not an IP string literal/],
  [
    { histogram: { field: 'int1', interval: 1, extended_bounds: { min: -5, max: 5 }, hard_bounds: { min: 0 } } },
    /Extended bounds have to be inside hard bounds/,
  ],
  [
    {
      date_histogram: {
        field: 'ts1',
        calendar_interval: 'month',
        extended_bounds: { max: '2026' },
        hard_bounds: { max: '2024-06' },
      },
    },
    /Extended bounds have to be inside hard bounds, hard bounds: \[--2024-06\], extended bounds: \[--2026\]/,
  ],
];

for (const [agg, message] of REFUSED) {
  test(`[AGG-28] refused: ${JSON.stringify(agg)}`, async () => {
    await assert.rejects(sample.aggregation(agg), malformed(message));
  });
}
