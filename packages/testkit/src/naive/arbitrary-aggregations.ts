import fc from 'fast-check';
import { about, type Dsl, type Known, known, on, optional, zone } from './arbitrary-fields.ts';
import { moreBuckets, moreMetrics, pipelines, topOnly } from './arbitrary-more.ts';
import { leaves } from './arbitrary-query.ts';
import type { RawIndex } from './documents.ts';

const METRICS = [
  'sum',
  'avg',
  'min',
  'max',
  'stats',
  'extended_stats',
  'value_count',
  'cardinality',
  'percentiles',
] as const;

function metrics(fields: Known): readonly fc.Arbitrary<Dsl>[] {
  const counted = [...fields.keywords, ...fields.dates, ...fields.booleans];
  return [
    ...about(fields.numbers, (field) =>
      fc.tuple(fc.constantFrom(...METRICS), field).map(([name, path]): Dsl => ({ [name]: { field: path } })),
    ),
    ...about(fields.numbers, (field) =>
      fc
        .tuple(fc.constantFrom('sum', 'avg', 'max', 'value_count', 'percentiles'), field)
        .map(([name, path]): Dsl => ({ [name]: { field: path, missing: 3 } })),
    ),
    ...about(fields.numbers, (field) =>
      field.map((path): Dsl => ({ percentiles: { field: path, percents: [0, 33.3, 50, 100], keyed: false } })),
    ),
    ...about(counted, (field) =>
      fc
        .tuple(fc.constantFrom('value_count', 'cardinality'), field)
        .map(([name, path]): Dsl => ({ [name]: { field: path } })),
    ),
    ...about(fields.dates, (field) =>
      fc.tuple(fc.constantFrom('min', 'max'), field).map(([name, path]): Dsl => ({ [name]: { field: path } })),
    ),
    ...about(fields.points, (field) =>
      fc
        .tuple(fc.constantFrom('geo_bounds', 'geo_centroid'), field)
        .map(([name, path]): Dsl => ({ [name]: { field: path } })),
    ),
  ];
}

function topHits(fields: Known): fc.Arbitrary<Dsl> {
  const sortable = [...fields.keywords, ...fields.numbers, ...fields.dates];
  return fc
    .tuple(
      on(sortable),
      fc.constantFrom('asc', 'desc'),
      optional({
        size: fc.constantFrom(1, 5),
        from: fc.constant(1),
        _source: fc.constantFrom<unknown>(false, [...sortable], 'obj1'),
      }),
    )
    .map(([field, order, more]): Dsl => ({ top_hits: { sort: [{ [field]: order }, '_doc'], ...more } }));
}

function buckets(fields: Known, query: fc.Arbitrary<Dsl>): readonly fc.Arbitrary<Dsl>[] {
  const order = fc.constantFrom<unknown>({ _count: 'desc' }, { _count: 'asc' }, { _key: 'desc' }, [
    { _count: 'asc' },
    { _key: 'desc' },
  ]);
  const size = fc.constantFrom(1, 2, 3, 10, 1000);
  const term = [...fields.keywords, ...fields.numbers, ...fields.booleans, ...fields.dates];
  const least = fc.constantFrom(0, 1, 2);
  return [
    ...about(term, (field) =>
      fc
        .tuple(field, optional({ size, order, min_doc_count: least }))
        .map(([path, more]): Dsl => ({ terms: { field: path, ...more } })),
    ),
    ...about(fields.keywords, (field) =>
      fc
        .tuple(
          field,
          optional({
            missing: fc.constantFrom('none', 'a'),
            include: fc.constantFrom<unknown>('[a-z].*', ['a', 'b', '日本']),
            exclude: fc.constantFrom<unknown>('b', ['B', '🎉']),
          }).filter(
            ({ include, exclude }) => !include || !exclude || Array.isArray(include) === Array.isArray(exclude),
          ),
        )
        .map(([path, more]): Dsl => ({ terms: { field: path, ...more } })),
    ),
    ...about(
      fields.numbers.filter((name) => name === 'byte1' || name === 'num2'),
      (field) =>
        fc
          .tuple(
            field,
            fc.constantFrom(5, 50),
            optional({ offset: fc.constantFrom(1, 2.5), order, min_doc_count: fc.constantFrom(1, 2) }),
          )
          .map(([path, interval, more]): Dsl => ({ histogram: { field: path, interval, min_doc_count: 1, ...more } })),
    ),
    ...about(
      fields.numbers.filter((name) => name === 'byte1'),
      (field) =>
        fc
          .tuple(
            field,
            fc.constantFrom(10, 25),
            optional({
              extended_bounds: fc.constant({ min: -30, max: 60 }),
              hard_bounds: fc.constant({ min: -50, max: 100 }),
              keyed: fc.boolean(),
            }),
          )
          .map(([path, interval, more]): Dsl => ({ histogram: { field: path, interval, ...more } })),
    ),
    ...about(fields.dates, (field) =>
      fc
        .tuple(
          field,
          fc.constantFrom<Dsl>(
            { calendar_interval: 'month' },
            { calendar_interval: 'quarter' },
            { calendar_interval: 'year' },
            { calendar_interval: 'week' },
            { fixed_interval: '30d' },
          ),
          optional({
            time_zone: zone,
            min_doc_count: least,
            format: fc.constantFrom('yyyy-MM-dd', 'dd/MM/yy hh:mm:ss'),
          }),
        )
        .map(([path, interval, more]): Dsl => ({ date_histogram: { field: path, ...interval, ...more } })),
    ),
    ...about(fields.dates, (field) =>
      fc
        .tuple(
          field,
          fc.constantFrom<Dsl>(
            { calendar_interval: 'day' },
            { calendar_interval: 'hour' },
            { fixed_interval: '90m' },
            { fixed_interval: '7d' },
          ),
          optional({ time_zone: zone, order, offset: fc.constantFrom('+6h', '-30m') }),
        )
        .map(
          ([path, interval, more]): Dsl => ({
            date_histogram: { field: path, min_doc_count: 1, ...interval, ...more },
          }),
        ),
    ),
    ...about(fields.numbers, (field) =>
      fc.tuple(field, fc.boolean()).map(
        ([path, keyed]): Dsl => ({
          range: {
            field: path,
            keyed,
            ranges: [{ to: 0 }, { from: 0, to: 10 }, { key: 'many', from: 5 }, { from: 2.5, to: 3 }],
          },
        }),
      ),
    ),
    ...about(fields.dates, (field) =>
      fc.tuple(field, optional({ time_zone: zone, format: fc.constant('yyyy-MM-dd') })).map(
        ([path, more]): Dsl => ({
          date_range: {
            field: path,
            ranges: [
              { to: '2020-01-01' },
              { from: '2020-01-01', to: '2020-01-01||+6M' },
              { from: '2020-03-08', key: 'spring' },
            ],
            ...more,
          },
        }),
      ),
    ),
    ...about(term, (field) => field.map((path): Dsl => ({ missing: { field: path } }))),
    query.map((filter): Dsl => ({ filter })),
    fc
      .tuple(query, query, optional({ other_bucket: fc.constant(true), other_bucket_key: fc.constant('rest') }))
      .map(([one, two, more]): Dsl => ({ filters: { filters: { one, two }, ...more } })),
    fc.tuple(query, query).map((list): Dsl => ({ filters: { filters: list, other_bucket: true } })),
    ...about(fields.points, (field) =>
      fc
        .tuple(field, fc.constantFrom(1, 3, 5, 12), optional({ size }))
        .map(([path, precision, more]): Dsl => ({ geohash_grid: { field: path, precision, ...more } })),
    ),
  ];
}

/** Named aggregations within each other, up to three levels, that fit the fields of the index. */
export function arbitraryAggregations(index: Pick<RawIndex, 'fields'>): fc.Arbitrary<Dsl> {
  const fields = known(index);
  const metric = fc.oneof(...metrics(fields), ...moreMetrics(fields), topHits(fields));
  const query = fc.oneof(...leaves(fields));
  const bucket = fc.oneof(...buckets(fields, query), ...moreBuckets(fields, query));
  const top = topOnly(fields);
  const inside = fc.letrec<{ readonly aggs: Dsl; readonly one: Dsl }>((tie) => ({
    one: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'aggs' },
      metric,
      fc
        .tuple(bucket, fc.option(tie('aggs'), { nil: undefined }))
        .map(([body, aggs]): Dsl => (aggs === undefined ? body : { ...body, aggs })),
      ...orderedTerms(fields).map((terms) => terms),
    ),
    aggs: fc.dictionary(fc.constantFrom('x1', 'x2', 'x3'), tie('one'), { minKeys: 1, maxKeys: 2 }),
  })).aggs;
  return fc.oneof(
    { arbitrary: inside, weight: 5 },
    ...[...top, ...pipelines(fields)].map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
}

function orderedTerms(fields: Known): readonly fc.Arbitrary<Dsl>[] {
  const [by] = fields.numbers;
  if (by === undefined) return [];
  const paths = fc.constantFrom(
    { path: 'm1', body: { avg: { field: by } } },
    { path: 'm1.max', body: { stats: { field: by } } },
    { path: 'm1', body: { cardinality: { field: by } } },
    { path: 'm1', body: { missing: { field: by } } },
    { path: 'm1>m2', body: { filter: { exists: { field: by } }, aggs: { m2: { sum: { field: by } } } } },
    { path: 'm1.50', body: { percentiles: { field: by, percents: [50] } } },
    { path: 'm1.std_deviation', body: { extended_stats: { field: by } } },
  );
  return about(fields.keywords, (field) =>
    fc.tuple(field, paths, fc.constantFrom('asc', 'desc'), fc.constantFrom(2, 100)).map(
      ([path, { path: metric, body }, direction, size]): Dsl => ({
        terms: { field: path, size, order: { [metric]: direction } },
        aggs: { m1: body },
      }),
    ),
  );
}
