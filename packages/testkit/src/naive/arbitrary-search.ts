import fc from 'fast-check';
import { WORDS } from './arbitrary-rows.ts';
import { fieldsOf, type RawField, type RawIndex } from './documents.ts';

type Dsl = Readonly<Record<string, unknown>>;

interface Known {
  readonly keywords: readonly string[];
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly dates: readonly string[];
  readonly booleans: readonly string[];
  readonly points: readonly string[];
}

const NUMBER_TYPES = new Set<RawField['type']>(['double', 'integer', 'long', 'byte']);

function known(index: Pick<RawIndex, 'fields'>): Known {
  const fields = fieldsOf(index.fields);
  const of = (isIt: (field: RawField) => boolean) => fields.filter(isIt).map(({ path }) => path);
  return {
    keywords: of(({ type }) => type === 'keyword'),
    texts: of(({ type }) => type === 'text'),
    numbers: of(({ type }) => NUMBER_TYPES.has(type)),
    dates: of(({ type }) => type === 'date'),
    booleans: of(({ type }) => type === 'boolean'),
    points: of(({ type }) => type === 'geo_point'),
  };
}

const keyword = fc.constantFrom('a', 'b', 'B', 'a b', 'äö', '日本', '🎉', 'nothing', '100%', 'a/b');
const number = fc.oneof(fc.constantFrom(0, 1, -1, 2.5, 100, 1e10, 0.1), fc.integer({ min: -20, max: 50 }));
const date = fc.constantFrom(
  ...[
    '2020-01-01',
    '2020-02-29T12:00:00Z',
    '2020-06',
    '2020',
    '2019-12-31T23:59:59.999Z',
    '2020-01-01||+1M/d',
    '2020-03-08||/M',
  ],
  ...['now-1d/d', '1577836800000'],
);
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const zone = fc.constantFrom('+07:00', 'America/New_York', 'Asia/Jakarta', 'UTC', '-03:30');
const boost = fc.constantFrom(1, 1, 2, 0.5);

const on = (fields: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...fields);

/** None when there is no field of that kind. */
const about = (fields: readonly string[], make: (field: fc.Arbitrary<string>) => fc.Arbitrary<Dsl>) =>
  fields.length === 0 ? [] : [make(on(fields))];

/** Drops keys without a value, as a caller would. */
const optional = <T extends Readonly<Record<string, fc.Arbitrary<unknown>>>>(model: T) =>
  fc.record(model, { requiredKeys: [] });

const below =
  (name: string) =>
  (pair: readonly [string, unknown]): Dsl => ({ [name]: { [pair[0]]: pair[1] } });

const limits = (value: fc.Arbitrary<unknown>) =>
  fc
    .record({ gte: value, gt: value, lte: value, lt: value, boost }, { requiredKeys: [] })
    .map(({ gte, gt, lte, lt, boost: weight }) => ({
      ...(gte !== undefined ? { gte } : gt !== undefined && { gt }),
      ...(lte !== undefined ? { lte } : lt !== undefined && { lt }),
      ...(weight !== undefined && { boost: weight }),
    }));

const minimum = fc.constantFrom<string | number>(1, 2, -1, '50%', '-40%', '2<75%', '1<-1 3<50%');
const pattern = fc.constantFrom('*', 'a*', '?', '*o*', 'F?x', 'ä*', '1*%', '\\*', 'x\\*y', 'fo*s');

const leaves = (fields: Known): readonly fc.Arbitrary<Dsl>[] => [
  fc.constant<Dsl>({ match_all: {} }),
  fc.constant<Dsl>({ ids: { values: ['d0', 'd3', 'nothing'] } }),
  fc.constantFrom<Dsl>({ exists: { field: 'unknown' } }, { term: { unknown: 1 } }, { match_none: {} }),
  fc.constantFrom(...Object.values(fields).flat(), 'obj1').map((field): Dsl => ({ exists: { field } })),
  ...about(fields.keywords, (field) => fc.tuple(field, keyword).map(below('term'))),
  ...about(fields.keywords, (field) =>
    fc.tuple(field, fc.record({ value: keyword, case_insensitive: fc.boolean(), boost })).map(below('term')),
  ),
  ...about(fields.keywords, (field) => fc.tuple(field, fc.array(keyword, { maxLength: 4 })).map(below('terms'))),
  ...about(fields.keywords, (field) => fc.tuple(field, limits(keyword)).map(below('range'))),
  ...about([...fields.keywords, ...fields.texts], (field) =>
    fc
      .tuple(
        field,
        fc.record({ value: fc.constantFrom('a', 'B', 'fo', 'Zet', '東', ''), case_insensitive: fc.boolean() }),
      )
      .map(below('prefix')),
  ),
  ...about([...fields.keywords, ...fields.texts], (field) =>
    fc.tuple(field, fc.record({ value: pattern, case_insensitive: fc.boolean() })).map(below('wildcard')),
  ),
  ...about(fields.numbers, (field) => fc.tuple(field, number).map(below('term'))),
  ...about(fields.numbers, (field) => fc.tuple(field, fc.array(number, { maxLength: 4 })).map(below('terms'))),
  ...about(fields.numbers, (field) => fc.tuple(field, limits(number)).map(below('range'))),
  ...about(fields.booleans, (field) => fc.tuple(field, fc.constantFrom(true, false, 'true')).map(below('term'))),
  ...about(fields.dates, (field) => fc.tuple(field, limits(date)).map(below('range'))),
  ...about(fields.dates, (field) =>
    fc
      .tuple(
        field,
        fc.tuple(limits(date), zone).map(([range, time_zone]) => ({ ...range, time_zone })),
      )
      .map(below('range')),
  ),
  ...about(fields.dates, (field) =>
    fc.tuple(field, fc.constantFrom('2020-01-01', '2020-02-29', 1577836800000)).map(below('term')),
  ),
  ...texts(fields),
  ...points(fields),
];

const texts = (fields: Known): readonly fc.Arbitrary<Dsl>[] => [
  ...about(fields.texts, (field) => fc.tuple(field, fc.constantFrom('fox', 'FOX', 'quick', '東')).map(below('term'))),
  ...about([...fields.texts, ...fields.keywords], (field) =>
    fc
      .tuple(
        field,
        fc
          .tuple(
            fc.record({ query: words }),
            optional({
              operator: fc.constantFrom('and', 'or'),
              minimum_should_match: minimum,
              zero_terms_query: fc.constantFrom('all', 'none'),
            }),
          )
          .map(([a, b]) => ({ ...a, ...b })),
      )
      .map(below('match')),
  ),
  ...about([...fields.texts, ...fields.keywords], (field) => fc.tuple(field, words).map(below('match_phrase'))),
  fc
    .record({
      query: words,
      type: fc.constantFrom('best_fields', 'most_fields', 'phrase'),
      operator: fc.constantFrom('and', 'or'),
    })
    .map((body): Dsl => ({ multi_match: body })),
  queryString(fields),
];

function queryString(fields: Known): fc.Arbitrary<Dsl> {
  const field = fc.constantFrom(...fields.keywords, ...fields.texts, 'unknown');
  const part = fc.oneof(
    fc.constantFrom('fox', 'quick brown', '"brown fox"', 'fo*', '*', 'a\\/b', '東京', '3.14', 'unknown:x'),
    field.map((name) => `${name}:a`),
    field.map((name) => `${name}:*`),
    field.map((name) => `${name}:(a OR "b")`),
    field.map((name) => `${name}:f?x*`),
    ...(fields.numbers.length === 0
      ? []
      : [on(fields.numbers).map((name) => `${name}:[-1 TO 10}`), on(fields.numbers).map((name) => `${name}:>=2`)]),
    ...(fields.dates.length === 0 ? [] : [on(fields.dates).map((name) => `${name}:[2020-01-01 TO 2020-06||/M]`)]),
  );
  const signed = fc.tuple(fc.constantFrom('', '+', '-', 'NOT '), part).map((parts) => parts.join(''));
  const several = fc.array(fc.tuple(fc.constantFrom(' ', ' AND ', ' OR '), signed), { minLength: 1, maxLength: 4 });
  return fc.tuple(several, fc.constantFrom('and', 'or')).map(
    ([parts, default_operator]): Dsl => ({
      query_string: {
        query: parts.map(([joint, text], i) => (i === 0 ? text : joint + text)).join(''),
        default_operator,
      },
    }),
  );
}

const points = (fields: Known): readonly fc.Arbitrary<Dsl>[] => [
  ...about(fields.points, (field) =>
    fc
      .tuple(
        field,
        fc.constantFrom('1km', '500km', '5000mi', '30000km'),
        fc.constantFrom({ lat: 0, lon: 0 }, { lat: 51, lon: 0 }, { lat: -33.9, lon: 151 }),
      )
      .map(([name, distance, centre]): Dsl => ({ geo_distance: { distance, [name]: centre } })),
  ),
  ...about(fields.points, (field) =>
    fc.tuple(field, boxes).map(([name, box]): Dsl => ({ geo_bounding_box: { [name]: box } })),
  ),
];

const boxes = fc.constantFrom(
  { top_left: { lat: 60, lon: -10 }, bottom_right: { lat: 0, lon: 20 } },
  { top_left: { lat: 90, lon: 100 }, bottom_right: { lat: -90, lon: -100 } },
  { top: 10, left: 0, bottom: -90, right: 180 },
);

/** Any clause that fits the fields of the index. */
export function arbitraryQuery(index: Pick<RawIndex, 'fields'>): fc.Arbitrary<Dsl> {
  const any = leaves(known(index));
  return fc.letrec<{ readonly query: Dsl }>((tie) => {
    const list = fc.array(tie('query'), { maxLength: 3 });
    const bool = optional({
      must: list,
      filter: list,
      should: list,
      must_not: list,
      minimum_should_match: minimum,
      boost,
    }).map((body): Dsl => ({ bool: body }));
    return { query: fc.oneof({ maxDepth: 3, depthIdentifier: 'query' }, ...any, bool, bool) };
  }).query;
}

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
        .tuple(field, optional({ size, order, min_doc_count: fc.constantFrom(1, 2) }))
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
          }),
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
  const metric = fc.oneof(...metrics(fields));
  const bucket = fc.oneof(...buckets(fields, fc.oneof(...leaves(fields))));
  return fc.letrec<{ readonly aggs: Dsl; readonly one: Dsl }>((tie) => ({
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
}

function orderedTerms(fields: Known): readonly fc.Arbitrary<Dsl>[] {
  const [by] = fields.numbers;
  if (by === undefined) return [];
  const paths = fc.constantFrom(
    { path: 'm1', body: { avg: { field: by } } },
    { path: 'm1.max', body: { stats: { field: by } } },
    { path: 'm1', body: { cardinality: { field: by } } },
    { path: 'm1', body: { missing: { field: by } } },
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

/** A whole search body: query, aggregations, page and sorts. */
export function arbitrarySearch(index: Pick<RawIndex, 'fields'>): fc.Arbitrary<Dsl> {
  const fields = known(index);
  const sortable = [...fields.keywords, ...fields.numbers, ...fields.dates, ...fields.booleans];
  const sort = fc
    .uniqueArray(fc.tuple(on(sortable), fc.constantFrom('asc', 'desc'), fc.constantFrom('_last', '_first')), {
      maxLength: 2,
      selector: ([name]) => name,
    })
    .map((sorts) => [...sorts.map(([name, order, missing]) => ({ [name]: { order, missing } })), { _doc: 'asc' }]);
  return fc
    .tuple(
      fc.record({
        query: arbitraryQuery(index),
        sort,
        size: fc.constantFrom(0, 1, 5, 100),
        from: fc.constantFrom(0, 0, 2),
      }),
      optional({ aggs: arbitraryAggregations(index), post_filter: arbitraryQuery(index) }),
    )
    .map(([body, more]) => ({ ...body, ...more }));
}
