import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AGGREGATION_KINDS, aggregationShape, isAggregationKind } from '../aggregations/aggregation.ts';
import { parseSearch } from '../search/search-request.ts';
import {
  AGGREGATE_FUNCTIONS,
  type Aggregate,
  type AggregateFunction,
  createAggregate,
  INTERVAL_UNITS,
  limited,
} from './aggregate.ts';
import { checkDimension } from './dimension.ts';
import { createLeaf, LEAF_CLAUSES, type Leaf } from './leaf.ts';
import { createQuery, type QueryObject, queryDsl, readQueryObject } from './query-object.ts';

const FUNCTIONS = Object.keys(AGGREGATE_FUNCTIONS) as AggregateFunction[];

test('[QRY-10] [QRY-11] [QRY-12] an aggregate starts with the defaults', () => {
  const { size, limit, precision, top_hits, histogram, geo_distance, date_histogram } = createAggregate('a', 'terms');
  assert.deepEqual(
    { size, limit, precision, hits: top_hits.size, interval: histogram.interval },
    { size: 5, limit: -1, precision: 3, hits: 1, interval: 50 },
  );
  assert.deepEqual([geo_distance.unit, geo_distance.type], ['km', 'arc']);
  assert.deepEqual(
    geo_distance.ranges.map(({ from, to }) => `${from}-${to}`),
    ['0-10', '10-50', '50-100'],
  );
  assert.deepEqual(date_histogram, { type: 'fixed', unit: 'day', value: 1 });
});

test('[AGG-01] [QRY-13] there are 26 functions, ten of which make buckets, as the engine knows them', () => {
  assert.equal(FUNCTIONS.length, 26);
  assert.equal(FUNCTIONS.filter((own) => AGGREGATE_FUNCTIONS[own] === 'map').length, 10);
  for (const own of FUNCTIONS) {
    const kind = own === 'ip' ? 'ip_range' : own;
    assert.ok(isAggregationKind(kind), `${own} is one of ${AGGREGATION_KINDS}`);
    assert.equal(aggregationShape(kind), AGGREGATE_FUNCTIONS[own] === 'map' ? 'bucket' : 'metric', own);
    assert.equal(createAggregate('a', own).type, AGGREGATE_FUNCTIONS[own]);
  }
});

test('[QRY-01] [QRY-09] a query of all parts is one search', () => {
  const query = createQuery({
    matches: [createLeaf({ fields: ['kw1'], keyword: 'a' })],
    filters: [createLeaf({ type: 'exists', fields: ['num1'] })],
    aggregates: [
      createAggregate('by day', 'date_histogram', {
        field: 'ts1',
        format: 'yyyy-MM-dd',
        limit: 3,
        aggregates: [
          createAggregate('large', 'avg', {
            field: 'num1',
            filters: [createLeaf({ type: 'range', fields: ['num1'], ranges: [{ from: 5 }] })],
          }),
          createAggregate('first', 'top_hits', {
            top_hits: { size: 1, sorts: [{ field: 'num1', order: 'desc' }], sources: ['kw1'] },
          }),
        ],
      }),
    ],
    sort: [{ field: 'ts1', order: 'asc' }],
    visuals: ['Line'],
  });
  assert.deepEqual(queryDsl(query), {
    query: {
      bool: {
        must: [{ term: { kw1: { value: 'a' } } }],
        filter: [{ bool: { must: [{ exists: { field: 'num1' } }] } }],
      },
    },
    aggs: {
      'by day': {
        date_histogram: { field: 'ts1', format: 'yyyy-MM-dd', fixed_interval: '1d' },
        aggs: {
          large: {
            filter: { bool: { must: [{ range: { num1: { gte: 5 } } }] } },
            aggs: { large: { avg: { field: 'num1' } } },
          },
          first: { top_hits: { size: 1, sort: [{ num1: { order: 'desc' } }], _source: ['kw1'] } },
        },
        meta: { limit: 3 },
      },
    },
    sort: [{ ts1: { order: 'asc' } }],
  });
});

test('[QRY-14] a limit cuts the shown buckets after sorting and says so; -1 is none', () => {
  assert.deepEqual(limited([3, 2, 1], -1), { shown: [3, 2, 1], note: null });
  assert.deepEqual(limited([3, 2, 1], 3), { shown: [3, 2, 1], note: null });
  assert.deepEqual(limited([3, 2, 1], 2), { shown: [3, 2], note: 'first 2 of 3' });
  assert.deepEqual(limited([3], 0), { shown: [], note: 'first 0 of 1' });
});

test('[QRY-15] [QRY-16] [QRY-17] a dimension is checked in the words of the seed', () => {
  const check = (dimension: unknown) => checkDimension(dimension, 'birds', ['kw1']);
  const message = (text: string) => new RegExp(`^PlatformError: ${text}$`);
  assert.deepEqual(check({ source: 'birds', field: 'kw1' }), { source: 'birds', field: 'kw1' });
  for (const other of [null, 'kw1', {}, { field: 'kw1' }, { source: 'birds', field: 1 }]) {
    assert.throws(() => check(other), message('Dimension parameter type is not valid'));
  }
  assert.throws(() => check({ source: 'birds', field: 'kw9' }), message('Dimension is not valid'));
  assert.throws(
    () => check({ source: 'planes', field: 'kw1' }),
    message('Dimension does not come from the same data source as the top level aggregate'),
  );
  assert.throws(
    () => check({ source: 'birds', field: 'kw1', error: 'The field is gone' }),
    message('Dimension is in an error state and cannot be used'),
  );
});

test('[QRY-09] what a function cannot have is refused with the aggregate named', () => {
  const dsl = (aggregate: Aggregate) => queryDsl(createQuery({ aggregates: [aggregate] }));
  const inner = [createAggregate('b', 'sum', { field: 'num1' })];
  assert.throws(() => dsl(createAggregate('a', 'sum', { field: 'num1', aggregates: inner })), /\[a\] is a figure/);
  assert.throws(() => dsl(createAggregate('a', 'date_range', { field: 'ts1' })), /\[a\] needs at least one range/);
  const twoMonths = { type: 'calendar', unit: 'month', value: 2 } as const;
  assert.throws(() => dsl(createAggregate('a', 'date_histogram', { date_histogram: twoMonths })), /is one month/);
  const fixedYear = { type: 'fixed', unit: 'year', value: 1 } as const;
  assert.throws(() => dsl(createAggregate('a', 'date_histogram', { date_histogram: fixedYear })), /use type calendar/);
  assert.throws(() => queryDsl(createQuery({ aggregates: [...inner, ...inner] })), /two aggregates called \[b\]/);
});

test('[QRY-22] text that says more than the builder can show is refused, not cut', () => {
  for (const more of [
    { query: { match: { txt1: { query: 'a', fuzziness: 'AUTO' } } } },
    { query: { bool: { must: [{ match: { txt1: { query: 'a', fuzziness: 'AUTO' } } }] } } },
    { query: { bool: { must: [{ term: { kw1: 'a' } }], minimum_should_match: 1 } } },
    { query: { bool: { filter: [{ bool: {} }, { bool: {} }] } } },
    { aggs: { a: { terms: { field: 'kw1', missing: 'x' } } } },
    { aggs: { a: { composite: { sources: [{ k: { terms: { field: 'kw1' } } }] } } } },
    { sort: [{ num1: { order: 'asc', missing: '_first' } }] },
    { size: 3 },
  ]) {
    assert.throws(() => readQueryObject(more), /more than the query builder can show/, JSON.stringify(more));
  }
});

const field = fc.constantFrom('kw1', 'kw2', 'num1', 'geo1.lat');
const word = fc.stringMatching(/^[a-z/ ]{1,8}$/);
const bound = fc.record({ from: fc.integer(), to: fc.integer() });
const days = fc.constantFrom({ from: 'now-7d' }, { from: '2024-01-01', to: '2025-01-01' });
const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 3 });
const names = fc.uniqueArray(field, { minLength: 1, maxLength: 3 });

const leaf: fc.Arbitrary<Leaf> = fc
  .record({ clause: fc.constantFrom(...LEAF_CLAUSES), fields: names, boost: fc.constantFrom(1, 2, 0.5) })
  .chain((common) =>
    fc
      .oneof(
        fc.record({
          type: fc.constantFrom('term' as const, 'match_phrase' as const, 'prefix' as const, 'wildcard' as const),
          keyword: word,
        }),
        fc.record({ type: fc.constant('terms' as const), keywords: some(fc.oneof(word, fc.integer())) }),
        fc.record({
          type: fc.constantFrom('match' as const, 'keyword' as const),
          keyword: word,
          operator: fc.constantFrom('and', 'or'),
        }),
        fc.record({
          type: fc.constant('multi_match' as const),
          keyword: word,
          multi_match_type: fc.constantFrom('most_fields' as const, 'phrase' as const, 'best_fields' as const),
        }),
        fc.record({
          type: fc.constant('multi_match' as const),
          keyword: word,
          multi_match_type: fc.constant('phrase_prefix' as const),
          max_expansion: fc.integer({ min: 1, max: 90 }),
        }),
        fc.record({
          type: fc.constant('fuzzy' as const),
          keyword: word,
          fuzziness: fc.constantFrom('AUTO', '1', 'AUTO:2,5'),
          prefix_length: fc.nat(3),
          max_expansions: fc.integer({ min: 1, max: 90 }),
        }),
        fc.record({ type: fc.constant('exists' as const) }),
        fc.record({ type: fc.constant('range' as const), ranges: some(bound) }),
        fc.record({ type: fc.constant('date_range' as const), dates: some(days) }),
      )
      .map((own) => createLeaf({ ...common, ...own })),
  );

/** The builder keeps conditions grouped by clause. */
const leaves = (minLength = 0) =>
  fc
    .array(leaf, { minLength, maxLength: 4 })
    .map((list) => LEAF_CLAUSES.flatMap((clause) => list.filter((each) => each.clause === clause)));

const sorts = fc.array(fc.record({ field, order: fc.constantFrom('asc' as const, 'desc' as const) }), { maxLength: 2 });
const order = fc.constantFrom([{ by: '_key', direction: 'asc' }], [{ by: '_count', direction: 'asc' }] as const);
const format = fc.constantFrom('', '0.0');
const values = fc.constantFrom([1, 50], [0.5, 99, 100]);
const interval = fc.oneof(
  fc.record({
    type: fc.constant('fixed' as const),
    unit: fc.constantFrom('second' as const, 'minute' as const, 'hour' as const, 'day' as const),
    value: fc.integer({ min: 1, max: 11 }),
  }),
  fc.record({
    type: fc.constant('calendar' as const),
    unit: fc.constantFrom(...INTERVAL_UNITS.slice(1)),
    value: fc.constant(1),
  }),
);
const origin = fc.record({ lat: fc.integer({ min: -90, max: 90 }), lon: fc.integer({ min: -180, max: 180 }) });

/** What a function uses, each away from its default; the rest stays as it was made. */
const SETTINGS: Readonly<Partial<Record<AggregateFunction, fc.Arbitrary<Partial<Aggregate>>>>> = {
  percentiles: fc.record({ field, format, values }),
  percentile_ranks: fc.record({ field, format, values }),
  weighted_avg: fc.record({ field, format, weight: field }),
  top_hits: fc.record({
    top_hits: fc.record({ size: fc.integer({ min: 1, max: 9 }), sorts, sources: fc.constantFrom([], ['kw1', 'num1']) }),
  }),
  terms: fc.record({ field, format, size: fc.integer({ min: 1, max: 99 }), order }),
  significant_terms: fc.record({ field, size: fc.integer({ min: 1, max: 99 }) }),
  geohash_grid: fc.record({ field, size: fc.integer({ min: 1, max: 99 }), precision: fc.integer({ min: 1, max: 12 }) }),
  histogram: fc.record({ field, format, histogram: fc.record({ interval: fc.integer({ min: 1, max: 99 }) }), order }),
  date_histogram: fc.record({ field, date_histogram: interval, order }),
  date_range: fc.record({ field, ranges: some(days) }),
  ip: fc.record({ field, ranges: some(fc.constantFrom({ mask: '10.0.0.0/8' }, { from: '10.0.0.1', to: '10.0.0.9' })) }),
  geo_distance: fc.record({
    field,
    geo_distance: fc.record({
      unit: fc.constantFrom('km', 'mi'),
      type: fc.constantFrom('arc' as const, 'plane' as const),
      origin,
      ranges: some(bound),
    }),
  }),
  filters: fc.record({ filters: some(leaf) }),
  string_stats: fc.record({ field }),
  geo_centroid: fc.record({ field }),
  geo_bounds: fc.record({ field }),
  missing: fc.record({ field }),
};

const { aggregates } = fc.letrec<{ aggregate: Aggregate; aggregates: readonly Aggregate[] }>((tie) => ({
  aggregate: fc
    .constantFrom(...FUNCTIONS)
    .chain((own) =>
      fc
        .tuple(
          fc.stringMatching(/^[a-z]{1,6}$/),
          SETTINGS[own] ?? fc.record({ field, format }),
          own === 'filters' ? fc.constant(null) : leaves(),
          AGGREGATE_FUNCTIONS[own] === 'map' ? tie('aggregates') : fc.constant([]),
          fc.constantFrom(-1, 0, 7),
        )
        .map(([name, settings, filters, inner, limit]) =>
          createAggregate(name, own, { ...settings, ...(filters && { filters }), aggregates: inner, limit }),
        ),
    ),
  aggregates: fc
    .array(tie('aggregate'), { maxLength: 3, depthIdentifier: 'aggregates', size: 'small' })
    .map((list) => [...new Map(list.map((each) => [each.name, each])).values()]),
}));

test('[QRY-22] a query and its search text convert both ways without loss', () => {
  const query = fc.record({
    matches: leaves(),
    filters: leaves(),
    aggregates,
    sort: sorts,
    visuals: fc.constantFrom([], ['Line', 'Table']),
  });
  fc.assert(
    fc.property(query, (made) => {
      const given: QueryObject = JSON.parse(JSON.stringify(made));
      const text = JSON.parse(JSON.stringify(queryDsl(given)));
      const read = readQueryObject(text, given.visuals);
      assert.deepEqual(read, given);
      assert.deepEqual(parseSearch(queryDsl(read)), parseSearch(text));
    }),
    { numRuns: 300 },
  );
});
