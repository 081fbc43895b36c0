import { type FuzzField, type FuzzMapping, type FuzzType, randomValue, UID } from './fields.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

const NUMBERS: ReadonlySet<FuzzType> = new Set(['long', 'integer', 'double']);
const isNumber = ({ type }: FuzzField): boolean => NUMBERS.has(type);

/** Makes random search bodies over the fields of a mapping. */
export class Requests {
  readonly #random: Random;
  readonly #mapping: FuzzMapping;

  constructor(random: Random, mapping: FuzzMapping) {
    this.#random = random;
    this.#mapping = mapping;
  }

  /** A search with a query, aggregations or both; hits in the order of `uid`, with their scores. */
  search(): Body {
    const random = this.#random;
    return {
      size: random.pick([0, 5, 50]),
      track_total_hits: true,
      track_scores: true,
      sort: [...this.#sorts(), { [UID]: 'asc' }],
      ...(random.chance(0.8) && { query: this.#query(0, null) }),
      ...(random.chance(0.75) && { aggs: this.#aggs(0, null) }),
    };
  }

  #plain(nested: string | null): readonly FuzzField[] {
    return this.#mapping.fields.filter((field) => field.nested === nested);
  }

  #sorts(): readonly Body[] {
    const fields = this.#plain(null).filter(
      (field) => isNumber(field) || ['keyword', 'date', 'boolean'].includes(field.type),
    );
    if (fields.length === 0 || this.#random.chance(0.5)) return [];
    const order = this.#random.pick(['asc', 'desc']);
    return [{ [this.#random.pick(fields).path]: { order, missing: this.#random.pick(['_last', '_first']) } }];
  }

  #query(depth: number, nested: string | null): Body {
    const random = this.#random;
    const fields = this.#plain(nested);
    if (depth < 3 && random.chance(0.35)) return this.#compound(depth, nested);
    if (nested === null && random.chance(0.1) && this.#plain('n').length > 0) {
      return {
        nested: {
          path: 'n',
          query: this.#query(depth + 1, 'n'),
          score_mode: random.pick(['avg', 'sum', 'max', 'min', 'none']),
        },
      };
    }
    if (fields.length === 0) return { match_all: {} };
    return this.#leaf(random.pick(fields));
  }

  #compound(depth: number, nested: string | null): Body {
    const random = this.#random;
    const inner = (): Body => this.#query(depth + 1, nested);
    const some = (most: number): readonly Body[] => random.many(random.int(0, most), inner);
    switch (random.pick(['bool', 'bool', 'bool', 'constant_score', 'dis_max', 'boosting'])) {
      case 'constant_score':
        return { constant_score: { filter: inner(), boost: random.pick([1, 2.5]) } };
      case 'dis_max':
        return { dis_max: { queries: random.many(random.int(1, 3), inner), tie_breaker: random.pick([0, 0.5]) } };
      case 'boosting':
        return { boosting: { positive: inner(), negative: inner(), negative_boost: 0.5 } };
      default: {
        const should = some(3);
        return {
          bool: {
            must: some(2),
            filter: some(1),
            should,
            must_not: some(1),
            ...(should.length > 1 && random.chance(0.3) && { minimum_should_match: random.int(1, should.length) }),
          },
        };
      }
    }
  }

  #leaf(field: FuzzField): Body {
    const random = this.#random;
    const { path, type } = field;
    if (random.chance(0.12)) return { exists: { field: path } };
    if (type === 'geo_point') return this.#geo(path);
    if (type === 'text') return this.#text(path);
    const value = (): unknown => randomValue(random, type);
    const range = {
      range: { [path]: { [random.pick(['gt', 'gte'])]: value(), [random.pick(['lt', 'lte'])]: value() } },
    };
    if (type === 'boolean') return { term: { [path]: value() } };
    if (type !== 'keyword')
      return random.pick([range, { term: { [path]: value() } }, { terms: { [path]: random.many(3, value) } }]);
    return random.pick<Body>([
      { term: { [path]: value() } },
      { terms: { [path]: random.many(3, value) } },
      range,
      { prefix: { [path]: random.pick(['a', 'b', 'ä', '']) } },
      { wildcard: { [path]: random.pick(['*', 'a*', '?', '*d', 'z\\*']) } },
      { match: { [path]: value() } },
    ]);
  }

  #text(path: string): Body {
    const random = this.#random;
    const words = (count: number): string => String(randomValue(random, 'text')).split(' ').slice(0, count).join(' ');
    return random.pick<Body>([
      { match: { [path]: words(2) } },
      { match: { [path]: { query: words(3), operator: 'and' } } },
      { match: { [path]: { query: words(3), minimum_should_match: random.pick([1, 2, '50%', '-1']) } } },
      { match_phrase: { [path]: words(2) } },
      { match_phrase: { [path]: { query: words(3), slop: 2 } } },
      { match_phrase_prefix: { [path]: words(2) } },
      { match_bool_prefix: { [path]: words(2) } },
      { term: { [path]: words(1).toLowerCase() } },
      { prefix: { [path]: random.pick(['al', 'be', 'x']) } },
      { wildcard: { [path]: random.pick(['*a', 'f*t', '?eta']) } },
      { fuzzy: { [path]: random.pick(['alfa', 'bata', 'foxtrott']) } },
    ]);
  }

  #geo(path: string): Body {
    const { lat, lon } = randomValue(this.#random, 'geo_point') as { readonly lat: number; readonly lon: number };
    const near = { geo_distance: { distance: this.#random.pick(['10km', '500km', '9000km']), [path]: { lat, lon } } };
    const box = {
      geo_bounding_box: { [path]: { top_left: { lat: 60, lon: -80 }, bottom_right: { lat: -10, lon: 110 } } },
    };
    return this.#random.pick<Body>([near, box]);
  }

  #aggs(depth: number, nested: string | null): Body {
    const names = Array.from({ length: this.#random.int(1, 2) }, (_, i) => `a${depth}${i}`);
    return Object.fromEntries(names.map((name) => [name, this.#agg(depth, nested)]));
  }

  #agg(depth: number, nested: string | null): Body {
    const random = this.#random;
    const inside = depth < 2 && random.chance(0.5) ? { aggs: this.#aggs(depth + 1, nested) } : {};
    if (nested === null && random.chance(0.1) && this.#plain('n').length > 0) {
      return { nested: { path: 'n' }, aggs: this.#aggs(depth + 1, 'n') };
    }
    if (random.chance(0.1)) return { filter: this.#query(2, nested), ...inside };
    const fields = this.#plain(nested).filter(({ type }) => type !== 'text');
    if (fields.length === 0) return { filter: { match_all: {} }, ...inside };
    const field = random.pick(fields);
    return random.chance(0.5) ? { ...this.#bucket(field), ...inside } : this.#metric(field);
  }

  #bucket(field: FuzzField): Body {
    const random = this.#random;
    const { path, type } = field;
    if (random.chance(0.1)) return { missing: { field: path } };
    if (type === 'geo_point') return { geohash_grid: { field: path, precision: random.int(1, 4), size: 100 } };
    if (type === 'date') {
      const zone = random.pick<Body>([{}, { time_zone: 'Europe/Berlin' }, { time_zone: '+05:30' }]);
      return {
        date_histogram: { field: path, calendar_interval: random.pick(['year', 'quarter']), min_doc_count: 1, ...zone },
      };
    }
    if (type === 'keyword' || type === 'boolean') return this.#terms(path);
    if (type === 'double' || random.chance(0.4)) {
      return { range: { field: path, ranges: [{ to: 0 }, { from: 0, to: 10 }, { from: 10 }] } };
    }
    return random.chance(0.5) ? this.#terms(path) : { histogram: { field: path, interval: 1e15, min_doc_count: 1 } };
  }

  #terms(path: string): Body {
    const order = this.#random.pick<Body>([
      {},
      { order: { _key: 'asc' } },
      { order: { _key: 'desc' } },
      { order: { _count: 'asc' } },
    ]);
    return { terms: { field: path, size: 100, ...order, ...this.#random.pick<Body>([{}, {}, { min_doc_count: 2 }]) } };
  }

  #metric(field: FuzzField): Body {
    const { path, type } = field;
    const any = ['value_count', 'cardinality'];
    const numbers = ['sum', 'avg', 'min', 'max', 'stats', 'extended_stats', 'median_absolute_deviation', 'percentiles'];
    const kinds =
      type === 'geo_point'
        ? ['value_count', 'geo_bounds', 'geo_centroid']
        : isNumber(field)
          ? [...any, ...numbers]
          : type === 'date'
            ? [...any, 'min', 'max']
            : any;
    return { [this.#random.pick(kinds)]: { field: path } };
  }
}
