import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { OpenedSample, type Row } from '../../sample.fixture.ts';

const ROWS = [
  { kw1: 'a', kw2: 'p', int1: 1, ts1: '2024-01-05' },
  { kw1: 'b', kw2: 'p', int1: 2, ts1: '2024-01-20' },
  { kw1: 'c', kw2: 'q', int1: 10, ts1: '2024-02-05' },
  { kw1: 'd', kw2: 'q', int1: 4, ts1: '2024-04-05' },
];

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS);
});
after(() => sample.close());

const MONTHS = { date_histogram: { field: 'ts1', calendar_interval: 'month' } };
const SUM = { m: { sum: { field: 'int1' } } };

/** Value of the pipeline `x` in each month: sums are 3, 10, none, 4. */
async function inMonths(pipeline: unknown, more: Row = {}): Promise<readonly unknown[]> {
  const { buckets } = await sample.aggregation({ ...MONTHS, aggs: { ...SUM, ...more, x: pipeline } });
  return (buckets as readonly Row[]).map(({ x }) => (x as Row | undefined)?.value);
}

const inEachMonth = (pipelines: Row) => ({ h: { ...MONTHS, aggs: { ...SUM, ...pipelines } } });

const sorted = async (pipeline: unknown) => {
  const { buckets } = await sample.aggregation({ terms: { field: 'kw2' }, aggs: { ...SUM, x: pipeline } });
  return (buckets as readonly Row[]).map(({ key }) => key);
};

/** 13,105 buckets. */
function tenMinutes(x: unknown): Row {
  return { t: { date_histogram: { field: 'ts1', fixed_interval: '10m', min_doc_count: 0 }, aggs: { x } } };
}

const WIDE =
  /^\[window\] of 20000 over 13105 buckets in aggregation \[moving_\w+\] goes through 171741025 values, more than 50000000$/;

const IN_BUCKETS: readonly (readonly [title: string, pipeline: unknown, expected: readonly unknown[]])[] = [
  ['[AGG-28] derivative skips a gap', { derivative: { buckets_path: 'm' } }, [undefined, 7, null, null]],
  [
    '[AGG-28] derivative takes the first of several paths',
    { derivative: { buckets_path: ['m', '_count'] } },
    [undefined, 7, null, null],
  ],
  [
    '[AGG-28] derivative takes a gap for zero when told',
    { derivative: { buckets_path: 'm', gap_policy: 'insert_zeros' } },
    [undefined, 7, -10, 4],
  ],
  ['[AGG-28] cumulative_sum goes on over a gap', { cumulative_sum: { buckets_path: 'm' } }, [3, 13, 13, 17]],
  [
    '[AGG-28] serial_diff looks back',
    { serial_diff: { buckets_path: 'm', lag: 3 } },
    [undefined, undefined, undefined, 1],
  ],
  [
    '[AGG-28] moving_fn sees the window before',
    { moving_fn: { buckets_path: 'm', window: 2, script: 'MovingFunctions.sum(values)' } },
    [0, 3, undefined, 13],
  ],
  [
    '[AGG-28] moving_fn moved to the bucket itself',
    { moving_fn: { buckets_path: 'm', window: 2, shift: 1, script: 'MovingFunctions.max(values)' } },
    [3, 10, undefined, 10],
  ],
  [
    '[AGG-28] moving_avg by its model',
    { moving_avg: { buckets_path: 'm', model: 'simple' } },
    [undefined, 3, undefined, 6.5],
  ],
  [
    '[AGG-28] bucket_script computes with params',
    {
      bucket_script: {
        buckets_path: { s: 'm', c: '_count' },
        script: 'params.s / params.c + Math.max(1, 2) * (params.c > 1 ? 10 : 0)',
      },
    },
    [21.5, 10, undefined, 4],
  ],
];

for (const [title, pipeline, expected] of IN_BUCKETS) {
  test(title, async () => assert.deepEqual(await inMonths(pipeline), expected));
}

test('[AGG-28] a pipeline reads another, whichever stands first', async () => {
  assert.deepEqual(
    await inMonths({ cumulative_sum: { buckets_path: 'y' } }, { y: { derivative: { buckets_path: 'm' } } }),
    [0, 7, 7, 7],
  );
});

test('[AGG-28] derivative per unit of time', async () => {
  const { buckets } = await sample.aggregation({
    ...MONTHS,
    aggs: { ...SUM, x: { derivative: { buckets_path: 'm', unit: '1d' } } },
  });
  assert.deepEqual(((buckets as readonly Row[])[1] as { readonly x: unknown }).x, {
    value: 7,
    normalized_value: 7 / 31,
  });
});

test('[AGG-28] bucket_selector and bucket_sort choose buckets', async () => {
  assert.deepEqual(
    await sorted({ bucket_selector: { buckets_path: { s: 'm' }, script: 'params.s > 5 && !(params.s == 0)' } }),
    ['q'],
  );
  assert.deepEqual(await sorted({ bucket_sort: { sort: [{ m: { order: 'desc' } }] } }), ['q', 'p']);
  assert.deepEqual(await sorted({ bucket_sort: { from: 1 } }), ['q']);
});

test('[AGG-28] pipelines beside buckets', async () => {
  const { aggregations } = await sample.search({
    size: 0,
    aggs: {
      t: { terms: { field: 'kw2' }, aggs: { ...SUM, f: { filter: { range: { int1: { gt: 1 } } }, aggs: SUM } } },
      avg: { avg_bucket: { buckets_path: 't>m', format: '0.00' } },
      max: { max_bucket: { buckets_path: 't>f>m' } },
      count: { sum_bucket: { buckets_path: 't>_count' } },
      stats: { stats_bucket: { buckets_path: 't>m' } },
      percentiles: { percentiles_bucket: { buckets_path: 't>m', percents: [0, 100] } },
    },
  });
  const { t: _, ...rest } = aggregations ?? {};
  assert.deepEqual(rest, {
    avg: { value: 8.5, value_as_string: '8.50' },
    max: { value: 14, keys: ['q'] },
    count: { value: 4 },
    stats: { count: 2, min: 3, max: 14, avg: 8.5, sum: 17 },
    percentiles: { values: { '0.0': 3, '100.0': 14 } },
  });
});

test('[AGG-28] bucket_sort keeps buckets that lack the one it looks into when gaps are told to count', async () => {
  const x = (gap_policy: string) => ({ bucket_sort: { sort: [{ "u['a']>_count": { order: 'desc' } }], gap_policy } });
  const keys = async (gap_policy: string) => {
    const inside = { u: { terms: { field: 'kw1' } }, x: x(gap_policy) };
    const { buckets } = await sample.aggregation({ terms: { field: 'kw2' }, aggs: inside });
    return (buckets as readonly Row[]).map(({ key }) => key);
  };
  assert.deepEqual(await keys('insert_zeros'), ['p', 'q']);
  assert.deepEqual(await keys('skip'), ['p']);
});

test('[AGG-28] bucket_sort orders keyed ranges by their names', async () => {
  const { buckets } = await sample.aggregation({
    range: { field: 'int1', keyed: true, ranges: [{ from: 3, to: 20 }, { to: 3 }, { from: 100 }] },
    aggs: { x: { bucket_sort: { sort: [{ _key: { order: 'desc' } }], size: 2 } } },
  });
  assert.deepEqual(Object.keys(buckets as Row), ['3.0-20.0', '100.0-*']);
});

test('[AGG-28] a list of percentiles_bucket names texts by their percents', async () => {
  const { aggregations } = await sample.search({
    size: 0,
    aggs: {
      t: { terms: { field: 'kw2' }, aggs: SUM },
      x: { percentiles_bucket: { buckets_path: 't>m', percents: [50], keyed: false, format: '$0' } },
    },
  });
  assert.deepEqual(aggregations?.x, { values: [{ key: 50, value: 14, '50.0_as_string': '$14' }] });
});

const FIGURES: readonly (readonly [metric: Row, figure: string])[] = [
  [{ stats: { field: 'int1' } }, 'std_deviation'],
  [{ avg: { field: 'int1' } }, 'max'],
  [{ percentiles: { field: 'int1' } }, '33'],
];

for (const [metric, figure] of FIGURES) {
  test(`[AGG-28] a pipeline over ${figure} of ${Object.keys(metric)} is refused instead of told as nothing`, async () => {
    await assert.rejects(
      sample.search({
        size: 0,
        aggs: inEachMonth({ y: metric, x: { cumulative_sum: { buckets_path: `y.${figure}` } } }),
      }),
      (error) => error instanceof PlatformError && error.message === `path not supported for [y]: [${figure}]`,
    );
  });
}

const REFUSED: readonly (readonly [aggs: unknown, message: RegExp])[] = [
  [{ x: { avg_bucket: { buckets_path: 'q>m' } } }, /No aggregation found for path \[q>m\]/],
  [
    { t: { terms: { field: 'kw2' } }, x: { avg_bucket: { buckets_path: 't>m' } } },
    /No aggregation \[m\] found for path \[t>m\]/,
  ],
  [
    { t: { terms: { field: 'kw2' }, aggs: SUM }, x: { avg_bucket: { buckets_path: "t['p']>m" } } },
    /buckets_path aggregation does not exist for aggregation \[x\]: t\['p'\]>m/,
  ],
  [
    inEachMonth({ x: { cumulative_sum: { buckets_path: 'm', gap_policy: 'skip' } } }),
    /\[gap_policy\] of cumulative_sum at .* is not implemented/,
  ],
  [
    { t: { filter: { match_all: {} } }, x: { avg_bucket: { buckets_path: 't>m' } } },
    /must be a multi-bucket aggregation for aggregation \[x\]/,
  ],
  [
    { t: { terms: { field: 'kw2' }, aggs: { ...SUM, x: { derivative: { buckets_path: 'm' } } } } },
    /must have a histogram, date_histogram or auto_date_histogram as parent/,
  ],
  [
    { t: { terms: { field: 'kw2' } }, x: { bucket_sort: { sort: ['t'] } } },
    /bucket_sort aggregation \[x\] must be declared inside of another aggregation/,
  ],
  [
    {
      t: { terms: { field: 'kw2' }, aggs: { s: { stats: { field: 'int1' } } } },
      x: { avg_bucket: { buckets_path: 't>s' } },
    },
    /\[s\] contains multiple values\. Please specify which to use\./,
  ],
  [
    {
      t: { terms: { field: 'kw2' }, aggs: { u: { terms: { field: 'int1' } } } },
      x: { avg_bucket: { buckets_path: 't>u' } },
    },
    /got: \[LongTerms\] at aggregation \[u\]/,
  ],
  [
    inEachMonth({ x: { derivative: { buckets_path: 'x' } } }),
    /Cyclical dependency found with pipeline aggregator \[x\]/,
  ],
  [
    inEachMonth({ x: { derivative: { buckets_path: 'y' } }, y: { cumulative_sum: { buckets_path: 'x' } } }),
    /Cyclical dependency found with pipeline aggregator \[x\]/,
  ],
  [inEachMonth({ x: { derivative: { buckets_path: 'm>y' } } }), /No aggregation \[y\] found for path \[m>y\]/],
  [inEachMonth({ x: { derivative: { buckets_path: '_bucket_count' } } }), /No aggregation found for path/],
  [
    inEachMonth({ x: { cumulative_sum: { buckets_path: ['m', '_count'] } } }),
    /buckets_path must contain a single entry for aggregation \[x\]/,
  ],
  [
    { f: { filter: { match_all: {} }, aggs: { x: { bucket_sort: { sort: ['_key'] } } } } },
    /bucket_sort aggregation \[x\] must be declared inside of a multi-bucket aggregation, found: filter/,
  ],
  [
    inEachMonth({ x: { serial_diff: { buckets_path: '_count', lag: '1' } } }),
    /lag: expected a whole number above 0, got "1"/,
  ],
  [inEachMonth({ x: { serial_diff: { buckets_path: '_count', lag: 0 } } }), /lag: expected a whole number above 0/],
  [tenMinutes({ moving_fn: { buckets_path: '_count', window: 20000, script: 'MovingFunctions.max(values)' } }), WIDE],
  [tenMinutes({ moving_avg: { buckets_path: '_count', window: 20000 } }), WIDE],
];

for (const [aggs, message] of REFUSED) {
  test(`[AGG-28] refused: ${JSON.stringify(aggs)}`, async () => {
    await assert.rejects(
      async () => sample.search({ size: 0, aggs }),
      (error) => {
        assert.ok(error instanceof PlatformError);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}
