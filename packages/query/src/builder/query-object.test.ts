import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AGGREGATION_KINDS, aggregationShape, isAggregationKind } from '../aggregations/aggregation.ts';
import { AGGREGATE_FUNCTIONS, type Aggregate, createAggregate, limited } from './aggregate.ts';
import { checkDimension } from './dimension.ts';
import { FIELDS } from './leaf.fixture.ts';
import { createLeaf, LEAF_TYPES } from './leaf.ts';
import { arbitraryQueryObject, FUNCTIONS } from './query-object.fixture.ts';
import { createQuery, queryDsl, readQueryObject } from './query-object.ts';

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

test('[QRY-20] a new histogram of dates writes them as dd/MM/yy hh:mm:ss', () => {
  const [made] = Object.values(
    queryDsl(createQuery({ aggregates: [createAggregate('a', 'date_histogram', { field: 'ts1' })] })).aggs ?? {},
  );
  assert.deepEqual(made, {
    date_histogram: { field: 'ts1', format: 'dd/MM/yy hh:mm:ss', fixed_interval: '1d' },
  });
});

test('[AGG-24] [AGG-26] percentiles start at the seven usual percents; percentile_ranks need values', () => {
  assert.deepEqual(createAggregate('a', 'percentiles').values, [1, 5, 25, 50, 75, 95, 99]);
  const ranks = createAggregate('a', 'percentile_ranks', { field: 'num1' });
  assert.throws(() => queryDsl(createQuery({ aggregates: [ranks] })), /\[a\] needs at least one value/);
});

test('[AGG-12] filters have a bucket per named filter, and one for the rest', () => {
  const conditions = [createLeaf({ fields: ['kw1'], keyword: 'x' })];
  const aggregate = (buckets: Aggregate['buckets'], other = '') => createAggregate('a', 'filters', { buckets, other });
  const dsl = (given: Aggregate) => queryDsl(createQuery({ aggregates: [given] })).aggs;
  const written = { bool: { must: [{ term: { kw1: { value: 'x' } } }] } };
  assert.deepEqual(
    dsl(
      aggregate(
        [
          { name: 'x', conditions },
          { name: 'y', conditions: [] },
        ],
        'rest',
      ),
    ),
    {
      a: { filters: { filters: { x: written, y: { match_all: {} } }, other_bucket_key: 'rest' } },
    },
  );
  assert.deepEqual(dsl(aggregate([{ name: '', conditions }])), { a: { filters: { filters: [written] } } });
  const twice = { name: 'x', conditions };
  assert.throws(() => dsl(aggregate([twice, twice])), /\[a\]: give every filter a name of its own/);
  assert.throws(() => dsl(aggregate([twice, { name: '', conditions }])), /or none of them one/);
  assert.throws(() => dsl(aggregate([])), /\[a\] needs at least one filter/);
});

test('[QRY-01] a filter never finds more: alternatives stay needed beside it', () => {
  const matches = [createLeaf({ clause: 'should', fields: ['kw1'], keyword: 'a' })];
  const filters = [createLeaf({ type: 'exists', fields: ['num1'] })];
  assert.deepEqual(queryDsl(createQuery({ matches, filters })).query, {
    bool: {
      should: [{ term: { kw1: { value: 'a' } } }],
      filter: [{ bool: { must: [{ exists: { field: 'num1' } }] } }],
      minimum_should_match: 1,
    },
  });
});

test('[QRY-14] a limit cuts the shown buckets after sorting and says so; -1 is none', () => {
  assert.deepEqual(limited([3, 2, 1], -1), { shown: [3, 2, 1], note: null });
  assert.deepEqual(limited([3, 2, 1], 3), { shown: [3, 2, 1], note: null });
  assert.deepEqual(limited([3, 2, 1], 2), { shown: [3, 2], note: 'first 2 of 3' });
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
  assert.throws(
    () => dsl(createAggregate('a', 'date_histogram', { field: 'ts1', date_histogram: twoMonths })),
    /is one month/,
  );
  assert.throws(() => dsl(createAggregate('a', 'sum')), /\[a\] needs a field/);
  assert.throws(() => dsl(createAggregate('a', 'weighted_avg', { field: 'num1' })), /\[a\] needs a field that weighs/);
  for (const limit of [0, -2, 1.5]) {
    assert.throws(() => dsl(createAggregate('a', 'terms', { field: 'kw1', limit })), /-1 shows all/);
  }
  const fixedYear = { type: 'fixed', unit: 'year', value: 1 } as const;
  assert.throws(
    () => dsl(createAggregate('a', 'date_histogram', { field: 'ts1', date_histogram: fixedYear })),
    /use type calendar/,
  );
  assert.throws(() => queryDsl(createQuery({ aggregates: [...inner, ...inner] })), /two aggregates called \[b\]/);
});

test('[QRY-22] text that says more than the builder can show is refused, not cut', () => {
  for (const more of [
    { query: { match: { txt1: { query: 'a', fuzziness: 'AUTO' } } } },
    { query: { match_all: { boost: 2 } } },
    { query: { bool: { must: [{ term: { kw1: 'a' } }], boost: 2 } } },
    { query: { bool: { filter: [{ term: { kw1: 'a' } }, { regexp: { kw1: 'a' } }] } } },
    { query: { range: { num1: { gt: 5 } } } },
    { query: { range: { num1: { gte: 5, lt: '7' } } } },
    { query: { range: { num1: {} } } },
    { post_filter: { term: { kw1: 'a' } } },
    { aggs: { a: { filter: { term: { kw1: 'a' } }, aggs: { b: { sum: { field: 'num1' } } } } } },
    { aggs: { a: { avg: { field: 'num1' }, meta: { note: 'n' } } } },
    { sort: ['_doc'] },
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

test('[QRY-22] a lone clause and filters beside each other are read as the builder writes them', () => {
  const leaf = createLeaf({ fields: ['kw1'], keyword: 'a' });
  const term = { term: { kw1: 'a' } };
  assert.deepEqual(readQueryObject({ query: term }), createQuery({ matches: [leaf] }));
  assert.deepEqual(readQueryObject({ query: { bool: { filter: term } } }), createQuery({ filters: [leaf] }));
  assert.deepEqual(
    readQueryObject({
      query: { bool: { should: term, minimum_should_match: 1, filter: [term, { exists: { field: 'b' } }] } },
    }),
    createQuery({
      matches: [{ ...leaf, clause: 'should' }],
      filters: [leaf, createLeaf({ type: 'exists', fields: ['b'] })],
    }),
  );
});

test('[QRY-22] what was kept in a form of its own is refused with its place, not written as something else', () => {
  const kept = (leaf: object): (() => unknown) => {
    const whole = { ...createLeaf({ fields: ['num1'], keyword: 'a' }), ...leaf };
    return () => queryDsl(createQuery({ matches: [whole] }));
  };
  assert.throws(kept({ type: 'regexp' }), /no condition of the type \[regexp\]/);
  assert.throws(kept({ clause: 'filter' }), /one of must, must_not, should, not \[filter\]/);
  for (const boost of [-1, Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(kept({ boost }), /at least 0, not/);
  for (const from of [Number.NaN, Number.NEGATIVE_INFINITY])
    assert.throws(kept({ type: 'range', ranges: [{ from }] }), /from number to number/);
  const none: Aggregate = JSON.parse(JSON.stringify({ ...createAggregate('a', 'sum'), function: 'wormhole' }));
  assert.throws(() => queryDsl(createQuery({ aggregates: [none] })), /\[a\]: there is no function \[wormhole\]/);
});

test('[QRY-22] a field may be called as a setting is; where the two cannot be told apart it is refused', () => {
  const terms = createLeaf({ type: 'terms', fields: ['boost'], keywords: [1, 2] });
  const query = createQuery({ matches: [terms] });
  assert.deepEqual(queryDsl(query).query, { bool: { must: [{ terms: { boost: [1, 2] } }] } });
  assert.deepEqual(readQueryObject(queryDsl(query)), query);
  const refused = [
    { ...terms, boost: 2 },
    createLeaf({ type: 'geo_distance', fields: ['distance'] }),
    createLeaf({ type: 'geo_box', fields: ['type'] }),
  ];
  for (const leaf of refused)
    assert.throws(() => queryDsl(createQuery({ matches: [leaf] })), /a setting of its own is called so/);
});

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('[QRY-22] a query and its search text convert both ways without loss', () => {
  const kinds = new Set<string>();
  const all = { numRuns: Number(process.env.QUERY_RUNS ?? 300) };
  const property = fc.property(arbitraryQueryObject, (made) => {
    const given = plain(made);
    const text = plain(queryDsl(given, FIELDS));
    const read = readQueryObject(text, given.visuals);
    assert.deepEqual(plain(read), given);
    assert.deepEqual(plain(queryDsl(read, FIELDS)), text);
    for (const { type } of given.matches) kinds.add(type);
    for (const aggregate of given.aggregates) kinds.add(aggregate.function);
  });
  fc.assert(property, all);
  for (const kind of [...LEAF_TYPES, 'keyword', ...FUNCTIONS]) assert.ok(kinds.has(kind), `${kind} was among them`);
});
