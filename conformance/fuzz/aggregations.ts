import { compositeOf } from './composites.ts';
import { DATES, type FuzzField, NUMBERS, UNGROUPED } from './fields.ts';
import { figureOf } from './figures.ts';
import type { Queries } from './queries.ts';
import type { Random } from './random.ts';
import { sampledBy, significantTerms, significantText } from './samples.ts';
import { orderedByFigure, withSiblings } from './siblings.ts';
import { holdsRanges, ofRanges } from './spans.ts';

type Body = Readonly<Record<string, unknown>>;

const MOVING = [
  'MovingFunctions.sum(values)',
  'MovingFunctions.max(values)',
  'MovingFunctions.min(values)',
  'MovingFunctions.unweightedAvg(values)',
  'MovingFunctions.linearWeightedAvg(values)',
  'MovingFunctions.ewma(values, 0.3)',
  'MovingFunctions.holt(values, 0.3, 0.1)',
  'MovingFunctions.stdDev(values, MovingFunctions.unweightedAvg(values))',
];

/** Numbers whose sums fit them. */
const COUNTED: ReadonlySet<string> = new Set(['integer', 'double', 'short', 'byte']);

const isNumber = ({ type }: FuzzField): boolean => NUMBERS.has(type);

/** Makes random aggregation trees over the fields of a mapping. */
export class Aggregations {
  readonly #random: Random;
  readonly #queries: Queries;

  constructor(random: Random, queries: Queries) {
    this.#random = random;
    this.#queries = queries;
  }

  aggs(depth = 0, nested: string | null = null): Body {
    const names = Array.from({ length: this.#random.int(1, 2) }, (_, i) => `a${depth}${i}`);
    const made = Object.fromEntries(names.map((name) => [name, this.#agg(depth, nested)]));
    const fields = this.#grouped(nested).filter(({ type }) => type !== 'geo_point');
    const numbers = fields.filter(({ type }) => COUNTED.has(type));
    if (numbers.length === 0 || !this.#random.chance(0.06)) return made;
    return { ...made, ...withSiblings(this.#random, this.#random.pick(fields), this.#random.pick(numbers)) };
  }

  get #hasObjects(): boolean {
    return this.#queries.fields('n').length > 0;
  }

  #grouped(nested: string | null): readonly FuzzField[] {
    return this.#queries.fields(nested).filter(({ type }) => !UNGROUPED.has(type));
  }

  #agg(depth: number, nested: string | null): Body {
    const random = this.#random;
    const inside = random.maybe(depth < 2 ? 0.5 : 0, () => ({ aggs: this.aggs(depth + 1, nested) }));
    const deeper = nested === null ? 'n' : `${nested}.k`;
    if (random.chance(0.1) && this.#queries.fields(deeper).length > 0) {
      return { nested: { path: deeper }, aggs: this.aggs(depth + 1, deeper) };
    }
    if (nested === 'n' && random.chance(0.1)) return { reverse_nested: {}, aggs: this.aggs(depth + 1, null) };
    if (random.chance(0.1)) return { ...this.#ofQueries(depth, nested), ...inside };
    if (depth === 0 && random.chance(0.06))
      return sampledBy(random, this.#grouped(null), this.#hasObjects, this.aggs(1));
    const texts = this.#queries.fields(null).filter(({ type }) => type === 'text');
    if (depth === 0 && texts.length > 0 && random.chance(0.03))
      return significantText(random, random.pick(texts).path, this.#hasObjects);
    const spans = this.#queries.fields(nested).filter(holdsRanges);
    if (spans.length > 0 && random.chance(0.15)) return ofRanges(random, random.pick(spans), inside);
    const fields = this.#grouped(nested);
    if (fields.length === 0) return { filter: { match_all: {} }, ...inside };
    if (random.chance(0.08)) return this.#severalFields(fields, inside);
    const field = random.pick(fields);
    if (random.chance(0.5)) return figureOf(random, field);
    if (nested === null && field.type !== 'geo_point' && random.chance(0.08)) return orderedByFigure(random, field);
    return random.chance(0.12) ? this.#withPipelines(field, nested) : { ...this.#bucket(field, depth), ...inside };
  }

  #ofQueries(depth: number, nested: string | null): Body {
    const random = this.#random;
    const query = (): Body => this.#queries.query(2, nested);
    return random.pick<() => Body>([
      () => ({ filter: query() }),
      () => ({
        filters: {
          filters: { one: query(), two: query() },
          ...random.maybe(0.4, () => ({ other_bucket_key: 'rest' })),
        },
      }),
      () => ({ filters: { filters: [query(), query()], other_bucket: random.chance(0.5) } }),
      () => ({ adjacency_matrix: { filters: { one: query(), two: query(), three: query() } } }),
      () => (depth === 0 ? { global: {} } : { filter: query() }),
    ])();
  }

  #severalFields(fields: readonly FuzzField[], inside: Body): Body {
    const random = this.#random;
    const plain = fields.filter(({ type }) => type !== 'geo_point');
    const numbers = fields.filter((field) => isNumber(field) && field.type !== 'unsigned_long');
    const [first, second] = [random.pick(fields), random.pick(fields)];
    if (plain.length < 2 || first === second) return { missing: { field: first.path } };
    if (numbers.length > 0 && random.chance(0.3)) {
      const [value, weight] = [random.pick(numbers), random.pick(numbers)];
      return { weighted_avg: { value: { field: value.path }, weight: { field: weight.path, missing: 1 } } };
    }
    if (random.chance(0.4) || this.#queries.hasTwins) {
      const [one, two] = [random.pick(plain), random.pick(plain)];
      const order = random.maybe(0.3, () => ({ order: random.pick<Body>([{ _key: 'desc' }, { _count: 'desc' }]) }));
      return { multi_terms: { terms: [{ field: one.path }, { field: two.path }], size: 300, ...order }, ...inside };
    }
    const points = fields.filter(({ type }) => type === 'geo_point');
    return { ...compositeOf(random, plain, points), ...inside };
  }

  /** What goes through all pairs of values, page by page; nothing where the fields cannot be told apart. */
  pages(): Body | undefined {
    const plain = this.#grouped(null).filter(({ type }) => type !== 'geo_point');
    const points = this.#grouped(null).filter(({ type }) => type === 'geo_point');
    return plain.length === 0 || this.#queries.hasTwins ? undefined : compositeOf(this.#random, plain, points);
  }

  #bucket(field: FuzzField, depth: number): Body {
    const random = this.#random;
    const { path, type } = field;
    if (random.chance(0.1)) return { missing: { field: path } };
    if (type === 'geo_point') return this.#grid(path);
    if (DATES.has(type)) return this.#dates(field);
    if (type === 'ip' && random.chance(0.5)) {
      const ranges = [{ to: '10.0.0.100' }, { from: '10.0.0.100' }, { mask: '10.0.0.0/24' }];
      return { ip_range: { field: path, ranges, keyed: random.chance(0.3) } };
    }
    if (type !== 'unsigned_long' && (isNumber(field) || type === 'boolean') && random.chance(0.15))
      return this.#moments(field);
    if (type === 'keyword' && depth === 0 && random.chance(0.2))
      return significantTerms(random, path, this.#hasObjects);
    if (!isNumber(field))
      return depth === 0 && random.chance(0.15) && !(type === 'boolean' && this.#queries.hasTwins)
        ? { rare_terms: { field: path, max_doc_count: 3 } }
        : this.#terms(field);
    if ((type === 'double' || type === 'float' || type === 'scaled_float') && random.chance(0.3))
      return this.#fractions(path);
    if (type === 'double' || type === 'float' || type === 'scaled_float' || random.chance(0.4)) {
      return {
        range: {
          field: path,
          ranges: [{ to: 0 }, { from: 0, to: 10, key: 'some' }, { from: 10 }],
          keyed: random.chance(0.3),
        },
      };
    }
    if (random.chance(0.5)) return this.#terms(field);
    if (type === 'half_float') return this.#fractions(path);
    if (type === 'short' || type === 'byte') return this.#histogram(path);
    return { histogram: { field: path, interval: 1e15, min_doc_count: 1 } };
  }

  /** What is made for dates or numbers, of fields that hold neither. */
  #moments({ path: field, type }: FuzzField): Body {
    const random = this.#random;
    const limits = [
      { to: 1 },
      { from: 0, to: 1 },
      { from: random.pick<unknown>(type === 'boolean' ? ['true', 1, 0.5] : ['1', 2, 0.5]) },
    ];
    const makers: (() => Body)[] = [
      () => ({ date_histogram: { field, fixed_interval: '1000d', min_doc_count: 1 } }),
      () => ({ date_histogram: { field, calendar_interval: random.pick(['month', 'year']), min_doc_count: 1 } }),
      () => ({ range: { field, ranges: limits, keyed: random.chance(0.3) } }),
    ];
    if (type !== 'boolean')
      makers.push(() => ({ date_range: { field, ranges: [{ to: 1.5 }, { from: -2.5, to: '10' }] } }));
    if (type !== 'long') makers.push(() => ({ auto_date_histogram: { field, buckets: random.pick([3, 10]) } }));
    return random.pick(makers)();
  }

  /** Buckets narrower than one. */
  #fractions(field: string): Body {
    const random = this.#random;
    return {
      histogram: {
        field,
        interval: random.pick([0.1, 0.3, 2.5]),
        min_doc_count: 1,
        ...random.maybe(0.3, () => ({ offset: random.pick([0.05, -1]) })),
        ...random.maybe(0.3, () => ({ hard_bounds: { min: -1, max: 50.5 } })),
        ...random.maybe(0.2, () => ({ missing: 0.7 })),
      },
    };
  }

  #histogram(field: string): Body {
    const random = this.#random;
    return {
      histogram: {
        field,
        interval: random.pick([100, 1000, 2.5e4]),
        min_doc_count: random.pick([0, 1, 2]),
        ...random.maybe(0.2, () => ({ offset: 7 })),
        ...random.maybe(0.2, () => ({ keyed: true })),
        ...random.maybe(0.2, () => ({ order: { _count: 'desc' } })),
        ...random.maybe(0.2, () => ({ missing: 5 })),
      },
    };
  }

  #dates({ path: field }: FuzzField): Body {
    const random = this.#random;
    const zone = random.maybe(0.5, () => ({ time_zone: random.pick(['Europe/Berlin', '+05:30', 'America/St_Johns']) }));
    return random.pick<() => Body>([
      () => ({
        date_histogram: {
          field,
          calendar_interval: random.pick(['year', 'quarter', 'month', 'week', 'day']),
          min_doc_count: 1,
          ...zone,
          ...random.maybe(0.2, () => ({ offset: random.pick(['+6h', '-1d']) })),
          ...random.maybe(0.2, () => ({ format: 'yyyy-MM' })),
          ...random.maybe(0.2, () => ({ keyed: true })),
        },
      }),
      () => ({
        date_histogram: { field, fixed_interval: random.pick(['90d', '12h', '1000d']), min_doc_count: 1, ...zone },
      }),
      () => ({
        date_histogram: {
          field,
          ...random.pick<Body>([{ calendar_interval: 'hour' }, { calendar_interval: '1m' }, { fixed_interval: '45m' }]),
          min_doc_count: 1,
          ...zone,
          ...random.maybe(0.3, () => ({ offset: random.pick(['+90m', '-30s']) })),
          ...random.maybe(0.2, () => ({ missing: '2020-10-25T01:10:00Z' })),
          ...random.maybe(0.2, () => ({ order: random.pick<Body>([{ _count: 'desc' }, { _key: 'desc' }]) })),
        },
      }),
      () => ({ auto_date_histogram: { field, buckets: random.pick([1, 5, 20]), ...zone } }),
      () => ({
        date_histogram: {
          field,
          calendar_interval: 'month',
          min_doc_count: 1,
          ...zone,
          hard_bounds: { min: random.pick<unknown>([1_578_000_000_000, '2020-01-15']), max: '2021-12-15' },
        },
      }),
      () => ({
        date_histogram: {
          field,
          calendar_interval: 'year',
          ...zone,
          ...random.maybe(0.4, () => ({ extended_bounds: { min: '2018-01-01', max: '2026-01-01' } })),
          ...random.maybe(0.3, () => ({ hard_bounds: { min: '2019-01-01', max: '2022-01-01' } })),
        },
      }),
      () => ({
        date_range: {
          field,
          ...random.pick<Body>([
            {
              ranges: [{ to: '2020-06-01' }, { from: '2020-06-01', to: '2021-01-01||+1y/y' }, { from: '2022' }],
              format: random.pick(['yyyy-MM-dd||yyyy', 'strict_date_optional_time||epoch_millis']),
            },
            { ranges: [{ to: 1 }, { from: 2020, to: '1609459200000' }, { from: 1_600_000_000_000.5 }] },
          ]),
          ...zone,
        },
      }),
    ])();
  }

  #grid(field: string): Body {
    const random = this.#random;
    const size = 100;
    return random.pick<() => Body>([
      () => ({ geohash_grid: { field, precision: random.int(1, 5), size } }),
      () => ({
        [random.pick(['geohash_grid', 'geotile_grid'])]: {
          field,
          precision: 4,
          size,
          bounds: { top_left: { lat: 60, lon: -80 }, bottom_right: { lat: -10, lon: 110 } },
        },
      }),
      () => ({ geotile_grid: { field, precision: random.int(0, 9), size } }),
      () => ({
        geo_distance: {
          field,
          origin: { lat: 50, lon: 10 },
          unit: 'km',
          ranges: [{ to: 500 }, { from: 500, to: 8000 }, { from: 8000 }],
        },
      }),
    ])();
  }

  #terms({ path: field, type }: FuzzField): Body {
    const random = this.#random;
    const orders = [{ _key: 'asc' }, { _key: 'desc' }, { _count: 'asc' }, [{ _count: 'asc' }, { _key: 'desc' }]];
    const selections: readonly Body[] =
      type === 'keyword'
        ? [
            { include: '[a-c].*' },
            { exclude: ['a', 'B'] },
            { include: ['a', 'c d'] },
            { include: { partition: random.int(0, 1), num_partitions: 2 } },
          ]
        : NUMBERS.has(type) && type !== 'unsigned_long'
          ? [{ include: [1, 7, 42] }, { exclude: [0, 3] }, { include: { partition: 1, num_partitions: 2 } }]
          : [];
    return {
      terms: {
        field,
        size: random.pick([100, 100, 2]),
        ...random.maybe(0.6, () => ({ order: random.pick<unknown>(orders) })),
        ...random.maybe(0.3, () => ({ min_doc_count: 2 })),
        ...random.maybe(selections.length > 0 ? 0.25 : 0, () => random.pick(selections)),
        ...random.maybe(type === 'keyword' ? 0.15 : 0, () => ({ missing: 'none' })),
        ...random.maybe(COUNTED.has(type) ? 0.1 : 0, () => ({ missing: 4 })),
        ...random.maybe(0.1, () => ({ show_term_doc_count_error: true })),
      },
    };
  }

  /** Buckets in an order of their own with figures computed from bucket to bucket. */
  #withPipelines(field: FuzzField, nested: string | null): Body {
    const random = this.#random;
    const numbers = this.#grouped(nested).filter(({ type }) => COUNTED.has(type));
    const dated: Body = {
      date_histogram: { field: field.path, calendar_interval: 'year', min_doc_count: random.int(0, 1) },
    };
    const counted: Body = { histogram: { field: field.path, interval: 500, min_doc_count: random.int(0, 1) } };
    const isDate = DATES.has(field.type);
    if (numbers.length === 0 || !(isDate || field.type === 'short' || field.type === 'byte'))
      return this.#bucket(field, 1);
    const buckets_path = random.pick(['_count', 'm']);
    const gap_policy = random.pick(['skip', 'insert_zeros']);
    const pipeline = random.pick<Body>([
      { cumulative_sum: { buckets_path } },
      { derivative: { buckets_path, gap_policy } },
      { serial_diff: { buckets_path, lag: 2, gap_policy } },
      { moving_fn: { buckets_path, window: 3, script: random.pick(MOVING), gap_policy, shift: random.int(0, 2) } },
      { moving_avg: { buckets_path, window: 3, gap_policy, model: random.pick(['simple', 'linear', 'ewma', 'holt']) } },
      { bucket_sort: { sort: [{ m: { order: 'desc' } }], size: 3, gap_policy } },
      { bucket_sort: { from: 1, size: 2 } },
      { derivative: { buckets_path, gap_policy, format: '0.0', ...(isDate && { unit: 'day' }) } },
      { bucket_selector: { buckets_path: { c: '_count' }, script: 'params.c > 1' } },
      { bucket_script: { buckets_path: { c: '_count', m: 'm' }, script: 'params.c * 2 + params.m', gap_policy } },
    ]);
    return {
      ...(isDate ? dated : counted),
      aggs: { m: { [random.pick(['sum', 'avg', 'max'])]: { field: random.pick(numbers).path } }, p: pipeline },
    };
  }
}
