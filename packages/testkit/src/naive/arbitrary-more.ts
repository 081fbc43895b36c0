import fc from 'fast-check';
import { about, type Dsl, type Known, on, optional, zone } from './arbitrary-fields.ts';

/** Metrics beside the plain ones. */
export function moreMetrics(fields: Known): readonly fc.Arbitrary<Dsl>[] {
  return [
    ...about(fields.numbers, (field) => field.map((path): Dsl => ({ median_absolute_deviation: { field: path } }))),
    ...about(fields.numbers, (field) =>
      fc
        .tuple(field, fc.boolean())
        .map(([path, keyed]): Dsl => ({ percentile_ranks: { field: path, values: [-1, 0.5, 3, 100], keyed } })),
    ),
    ...about(single(fields.numbers), (weight) =>
      fc.tuple(on(fields.numbers), weight, optional({ missing: fc.constant(2) })).map(
        ([value, path, more]): Dsl => ({
          weighted_avg: { value: { field: value }, weight: { field: path, ...more } },
        }),
      ),
    ),
    ...about(fields.keywords, (field) =>
      fc
        .tuple(field, fc.boolean())
        .map(([path, show]): Dsl => ({ string_stats: { field: path, show_distribution: show } })),
    ),
    ...about(
      fields.numbers.filter((name) => name === 'byte1' || name === 'num2'),
      (field) => field.map((path): Dsl => ({ matrix_stats: { fields: [path, 'byte1', 'num2'].slice(0, 1) } })),
    ),
  ];
}

/** Fields with one value at most. */
const single = (names: readonly string[]) =>
  names.filter((name) => name !== 'num2' && name !== 'kw2' && name !== 'ts2');

const origin = { lat: 10, lon: 10 };

/** Buckets beside the plain ones that stand anywhere. */
export function moreBuckets(fields: Known, query: fc.Arbitrary<Dsl>): readonly fc.Arbitrary<Dsl>[] {
  const term = [...fields.keywords, ...fields.numbers, ...fields.booleans, ...fields.dates];
  const order = fc.constantFrom<unknown>({ _count: 'asc' }, { _key: 'desc' }, { _key: 'asc' });
  return [
    ...about(term, (field) =>
      fc
        .tuple(field, optional({ max_doc_count: fc.constantFrom(1, 2, 5) }))
        .map(([path, more]): Dsl => ({ rare_terms: { field: path, ...more } })),
    ),
    ...about(term, (field) =>
      fc
        .tuple(field, field, optional({ size: fc.constantFrom(1, 3, 100), order, min_doc_count: fc.constant(2) }))
        .map(([one, two, more]): Dsl => ({ multi_terms: { terms: [{ field: one }, { field: two }], ...more } })),
    ),
    ...about(fields.keywords, (field) =>
      fc
        .tuple(
          field,
          query,
          optional({ min_doc_count: fc.constantFrom(1, 2), size: fc.constantFrom(1, 5) }),
          fc.constantFrom('jlh', 'percentage', 'chi_square', 'gnd', 'mutual_information'),
          fc.boolean(),
        )
        .map(
          ([path, filter, more, measure, isFiltered]): Dsl => ({
            significant_terms: {
              field: path,
              [measure]: {},
              ...more,
              ...(isFiltered && { background_filter: filter }),
            },
          }),
        ),
    ),
    ...about(single(fields.dates), (field) =>
      fc
        .tuple(field, optional({ buckets: fc.constantFrom(1, 3, 10, 40), time_zone: zone }))
        .map(([path, more]): Dsl => ({ auto_date_histogram: { field: path, ...more } })),
    ),
    ...about(
      fields.numbers.filter((name) => name === 'byte1'),
      (field) => field.map((path): Dsl => ({ variable_width_histogram: { field: path, buckets: 4 } })),
    ),
    ...about(fields.points, (field) =>
      fc.tuple(field, fc.boolean()).map(
        ([path, keyed]): Dsl => ({
          geo_distance: {
            field: path,
            origin,
            unit: 'km',
            keyed,
            ranges: [{ to: 3000 }, { from: 3000, to: 9000 }, { from: 50 }],
          },
        }),
      ),
    ),
    ...about(fields.points, (field) =>
      fc
        .tuple(field, fc.constantFrom(0, 2, 7, 20), optional({ size: fc.constantFrom(1, 3) }))
        .map(([path, precision, more]): Dsl => ({ geotile_grid: { field: path, precision, ...more } })),
    ),
    fc
      .tuple(query, query, query, optional({ separator: fc.constant('+'), show_only_intersecting: fc.boolean() }))
      .map(([a, b, c, more]): Dsl => ({ adjacency_matrix: { filters: { a, b, c }, ...more } })),
  ];
}

/** Buckets that stand at the top only. */
export function topOnly(fields: Known): readonly fc.Arbitrary<Dsl>[] {
  const [number] = fields.numbers;
  const inside: Dsl = number === undefined ? {} : { aggs: { m1: { avg: { field: number } } } };
  const source = fc.oneof(
    ...about([...fields.keywords, ...fields.numbers, ...fields.dates], (field) =>
      field.map((path): Dsl => ({ terms: { field: path } })),
    ),
    ...about(
      fields.numbers.filter((name) => name === 'byte1' || name === 'num2'),
      (field) => field.map((path): Dsl => ({ histogram: { field: path, interval: 5 } })),
    ),
    ...about(fields.dates, (field) =>
      fc
        .tuple(field, fc.constantFrom('day', 'month', 'year'), optional({ time_zone: zone }))
        .map(([path, unit, more]): Dsl => ({ date_histogram: { field: path, calendar_interval: unit, ...more } })),
    ),
    ...about(fields.points, (field) => field.map((path): Dsl => ({ geotile_grid: { field: path, precision: 4 } }))),
  );
  const named = fc
    .tuple(
      source,
      optional({
        order: fc.constantFrom('asc', 'desc'),
        missing_bucket: fc.boolean(),
        missing_order: fc.constantFrom('first', 'last', 'default'),
      }).filter(
        ({ missing_bucket, missing_order = 'default' }) => missing_bucket === true || missing_order === 'default',
      ),
    )
    .map(
      ([made, more]): Dsl =>
        Object.fromEntries(Object.entries(made).map(([kind, body]) => [kind, { ...(body as Dsl), ...more }])),
    );
  const composite = fc.tuple(fc.array(named, { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 3, 50)).map(
    ([sources, size]): Dsl => ({
      x1: { composite: { size, sources: sources.map((each, i) => ({ [`s${i}`]: each })) }, ...inside },
    }),
  );
  return [composite, fc.constant<Dsl>({ x1: { global: {}, ...inside } })];
}

/** Pipelines that the plain evaluator decides. */
export function pipelines(fields: Known): readonly fc.Arbitrary<Dsl>[] {
  const [number] = fields.numbers;
  if (number === undefined) return [];
  const path = fc.constantFrom('m1', 's1.max', '_count', 'f1>m2');
  const metrics: Dsl = {
    m1: { sum: { field: number } },
    s1: { stats: { field: number } },
    f1: { filter: { exists: { field: number } }, aggs: { m2: { avg: { field: number } } } },
  };
  const gaps = optional({ gap_policy: fc.constant('skip') });
  const inside = fc.tuple(path, path, path, fc.constantFrom(1, 2), gaps).map(
    ([a, b, c, lag, more]): Dsl => ({
      p1: { derivative: { buckets_path: a, ...more } },
      p2: { cumulative_sum: { buckets_path: b } },
      p3: { serial_diff: { buckets_path: c, lag, ...more } },
    }),
  );
  const beside = (of: string) =>
    fc
      .tuple(fc.constantFrom('avg_bucket', 'sum_bucket', 'min_bucket', 'max_bucket', 'stats_bucket'), path)
      .map(([kind, each]): Dsl => ({ [kind]: { buckets_path: `${of}>${each}` } }));
  return [
    ...about(fields.dates, (field) =>
      fc.tuple(field, inside, beside('x1')).map(
        ([date, own, other]): Dsl => ({
          x1: { date_histogram: { field: date, calendar_interval: 'year' }, aggs: { ...metrics, ...own } },
          x2: other,
        }),
      ),
    ),
    ...about(fields.keywords, (field) =>
      fc
        .tuple(field, beside('x1'))
        .map(([keyword, other]): Dsl => ({ x1: { terms: { field: keyword }, aggs: metrics }, x2: other })),
    ),
  ];
}
