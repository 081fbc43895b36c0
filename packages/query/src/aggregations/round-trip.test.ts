import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch, printSearch } from '../search/search-request.ts';
import { AGGREGATION_KINDS } from './aggregation.ts';

const SUM = { m: { sum: { field: 'num1' } } };

/** Aggregations with every parameter that is not a mere hint, each away from its default. */
const WRITTEN: Readonly<Record<string, object>> = {
  percentile_ranks: { field: 'num1', values: [1, 2], keyed: false, hdr: {}, missing: 1 },
  percentiles: { field: 'num1', percents: [1, 99], keyed: false, hdr: { number_of_significant_value_digits: 2 } },
  median_absolute_deviation: { field: 'num1', missing: 2, format: '0.0' },
  weighted_avg: { value: { field: 'num1', missing: 1 }, weight: { field: 'num2', missing: 3 }, format: '0' },
  string_stats: { field: 'kw1', show_distribution: true },
  matrix_stats: { fields: ['num1', 'num2'], mode: 'max', missing: { num1: 0 } },
  terms: {
    field: 'kw1',
    value_type: 'string',
    include: { partition: 1, num_partitions: 3 },
    size: 3,
    min_doc_count: 0,
    order: [{ _count: 'asc' }, { _key: 'desc' }],
    show_term_doc_count_error: true,
  },
  rare_terms: { field: 'kw1', max_doc_count: 5, exclude: ['a'] },
  multi_terms: {
    terms: [
      { field: 'kw1', missing: 'x' },
      { field: 'ts1', format: 'yyyy' },
    ],
    size: 2,
    min_doc_count: 2,
    order: { _key: 'asc' },
  },
  significant_terms: {
    field: 'kw1',
    size: 3,
    min_doc_count: 1,
    chi_square: { include_negatives: true },
    background_filter: { term: { kw1: 'a' } },
  },
  significant_text: {
    field: 'txt1',
    filter_duplicate_text: true,
    source_fields: ['txt1'],
    gnd: { background_is_superset: false },
  },
  composite: {
    size: 3,
    sources: [
      { a: { terms: { field: 'kw1', order: 'desc', missing_bucket: true, missing_order: 'last' } } },
      { b: { histogram: { field: 'num1', interval: 5 } } },
      {
        c: {
          date_histogram: {
            field: 'ts1',
            calendar_interval: 'month',
            time_zone: '+07:00',
            offset: '6h',
            format: 'yyyy',
          },
        },
      },
      { d: { geotile_grid: { field: 'pt1', precision: 9, bounds: { top: 10, left: 1, bottom: 5, right: 8 } } } },
    ],
    after: { a: null, b: 5, c: '2024', d: '9/1/1' },
  },
  auto_date_histogram: { field: 'ts1', buckets: 3, time_zone: '+07:00', minimum_interval: 'day', format: 'yyyy' },
  variable_width_histogram: { field: 'num1', buckets: 3 },
  ip_range: { field: 'kw1', ranges: [{ mask: '10.0.0.0/8' }, { key: 'x', from: '::1' }], keyed: true, missing: '::' },
  geo_distance: {
    field: 'pt1',
    origin: { lat: 1, lon: 2 },
    unit: 'km',
    distance_type: 'plane',
    ranges: [{ to: 5 }],
    keyed: true,
  },
  geotile_grid: { field: 'pt1', precision: 3, size: 5 },
  adjacency_matrix: {
    filters: { a: { match_all: {} }, b: { term: { kw1: 'x' } } },
    separator: '+',
    show_only_intersecting: true,
  },
  global: {},
  nested: { path: 'nest1' },
  reverse_nested: { path: 'nest1' },
  sampler: { shard_size: 5 },
  diversified_sampler: { field: 'kw1', shard_size: 5, max_docs_per_value: 2 },
  top_hits: {
    size: 2,
    sort: ['num1'],
    version: true,
    seq_no_primary_term: true,
    docvalue_fields: ['num1'],
    highlight: { fields: { txt1: {} } },
  },
};

const IN_MONTHS: Readonly<Record<string, object>> = {
  derivative: { buckets_path: 'm', unit: '1d', gap_policy: 'insert_zeros', format: '0.0' },
  cumulative_sum: { buckets_path: 'm', format: '0' },
  serial_diff: { buckets_path: 'm', lag: 7 },
  moving_fn: {
    buckets_path: 'm',
    window: 3,
    shift: 1,
    script: { source: 'MovingFunctions.max(values) * params.k', params: { k: 2 } },
  },
  moving_avg: {
    buckets_path: 'm',
    window: 3,
    model: 'holt_winters',
    settings: { alpha: 0.5, period: 2, type: 'mult' },
  },
  bucket_script: { buckets_path: { a: 'm', b: '_count' }, script: 'params.a / params.b', format: '0.0' },
  bucket_selector: { buckets_path: 'm', script: 'params._value > 1', gap_policy: 'insert_zeros' },
  bucket_sort: { sort: [{ m: { order: 'desc' } }, '_key'], from: 1, size: 2 },
};

const BESIDE: Readonly<Record<string, object>> = {
  avg_bucket: { buckets_path: 'h>m', format: '0' },
  sum_bucket: { buckets_path: 'h>m' },
  min_bucket: { buckets_path: 'h>m', gap_policy: 'insert_zeros' },
  max_bucket: { buckets_path: 'h>m' },
  stats_bucket: { buckets_path: 'h>m' },
  extended_stats_bucket: { buckets_path: 'h>m', sigma: 3 },
  percentiles_bucket: { buckets_path: 'h>m', percents: [50], keyed: false },
};

const MONTHS = { date_histogram: { field: 'ts1', calendar_interval: 'month' } };
const searches: readonly (readonly [kind: string, aggs: object])[] = [
  ...Object.entries(WRITTEN).map(([kind, body]) => [kind, { a: { [kind]: body, meta: { x: [1] } } }] as const),
  ...Object.entries(IN_MONTHS).map(
    ([kind, body]) => [kind, { h: { ...MONTHS, aggs: { ...SUM, p: { [kind]: body } } } }] as const,
  ),
  ...Object.entries(BESIDE).map(
    ([kind, body]) => [kind, { h: { ...MONTHS, aggs: SUM }, p: { [kind]: body } }] as const,
  ),
];

for (const [kind, aggs] of searches) {
  test(`[QRY-22] ${kind} comes back from its text as it went in`, () => {
    const request = parseSearch({ size: 0, aggs });
    const printed = printSearch(request);
    assert.deepEqual(parseSearch(JSON.parse(JSON.stringify(printed))), request);
    const inside = JSON.stringify(printed);
    for (const name of Object.keys({ ...WRITTEN, ...IN_MONTHS, ...BESIDE }[kind] ?? {}))
      assert.ok(inside.includes(`"${name}"`), name);
  });
}

test('[AGG-01] the 26 functions are among those offered', () => {
  const functions = [
    ...[
      'value_count',
      'cardinality',
      'sum',
      'avg',
      'min',
      'max',
      'geo_centroid',
      'geo_bounds',
      'date_histogram',
      'date_range',
    ],
    ...[
      'filters',
      'geo_distance',
      'geohash_grid',
      'histogram',
      'ip_range',
      'missing',
      'top_hits',
      'terms',
      'significant_terms',
    ],
    ...['string_stats', 'stats', 'extended_stats', 'percentiles', 'weighted_avg', 'percentile_ranks'],
    'median_absolute_deviation',
  ];
  assert.equal(functions.length, 26);
  assert.deepEqual(
    functions.filter((name) => !AGGREGATION_KINDS.includes(name)),
    [],
  );
});
