import { DATES, type FuzzField, TEXTS } from './fields.ts';
import { placedClause } from './places-of-words.ts';
import type { Random } from './random.ts';
import { randomOperand, randomText } from './values.ts';

type Body = Readonly<Record<string, unknown>>;

const REWRITES: readonly string[] = [
  'constant_score',
  'constant_score_boolean',
  'scoring_boolean',
  'top_terms_1',
  'top_terms_3',
  'top_terms_boost_2',
  'top_terms_blended_freqs_2',
];

/** Makes random clauses over one field. */
export class QueryLeaves {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  leaf(field: FuzzField): Body {
    const random = this.#random;
    const { path, type } = field;
    if (random.chance(0.12)) return { exists: { field: path } };
    if (type === 'geo_point') return this.#point(path);
    if (type === 'geo_shape') return this.#shape(path);
    if (TEXTS.has(type)) return type === 'text' && random.chance(0.15) ? placedClause(random, path) : this.#text(path);
    if (type === 'flat_object') return this.#flat(path);
    if (type.endsWith('_range')) return this.#span(field);
    if (type === 'keyword' || type === 'wildcard' || type === 'constant_keyword') return this.#keyword(field);
    if (type === 'boolean') return this.#boolean(path);
    return this.#ordered(field);
  }

  #range({ path, type }: FuzzField): Body {
    const random = this.#random;
    const isDate = DATES.has(type);
    return {
      range: {
        [path]: {
          ...random.maybe(0.8, () => ({ [random.pick(['gt', 'gte'])]: randomOperand(random, type) })),
          ...random.maybe(0.8, () => ({ [random.pick(['lt', 'lte'])]: randomOperand(random, type) })),
          ...(isDate && random.maybe(0.3, () => ({ time_zone: random.pick(['Europe/Berlin', '+05:30', '-03:00']) }))),
          ...random.maybe(0.1, () => ({ boost: 2 })),
        },
      },
    };
  }

  /** Numbers, dates and addresses. */
  #ordered(field: FuzzField): Body {
    const random = this.#random;
    const { path, type } = field;
    const value = (): unknown => randomOperand(random, type);
    const makers: (() => Body)[] = [
      () => this.#range(field),
      () => this.#range(field),
      () => ({ term: { [path]: value() } }),
      () => ({ term: { [path]: { value: value(), boost: 2.5, _name: `term${random.int(0, 1e9)}` } } }),
      () => ({ range: { [path]: { from: value(), to: value(), include_lower: random.chance(0.5) } } }),
      () => ({ terms: { [path]: random.many(random.int(1, 4), value) } }),
      () => ({ match: { [path]: value() } }),
      () => ({ match: { [path]: { query: random.pick<unknown>(['no such thing', value()]), lenient: true } } }),
    ];
    if (DATES.has(type)) {
      makers.push(() => ({ distance_feature: { field: path, origin: '2020-06-01', pivot: '90d' } }));
    }
    return random.pick(makers)();
  }

  #keyword(field: FuzzField): Body {
    const random = this.#random;
    const { path, type } = field;
    const value = (): unknown => randomOperand(random, type);
    const cased = () => ({ ...random.maybe(0.25, () => ({ case_insensitive: true })), ...this.#rewritten() });
    return random.pick<() => Body>([
      () => ({ term: { [path]: { value: value(), ...random.maybe(0.25, () => ({ case_insensitive: true })) } } }),
      () => ({ terms: { [path]: random.many(3, value) } }),
      () => (type === 'wildcard' ? { exists: { field: path } } : this.#range(field)),
      () => ({ prefix: { [path]: { value: random.pick(['a', 'b', 'ä', '']), ...cased() } } }),
      () => ({ wildcard: { [path]: { value: random.pick(['*', 'a*', '?', '*d', 'z\\*', '*:*k*']), ...cased() } } }),
      () => ({
        regexp: { [path]: { value: random.pick(['[ab]', 'a.*', 'c.d', '.{1,2}', '(a|b)+', '~a']), ...cased() } },
      }),
      () => ({ match: { [path]: value() } }),
      () => ({
        fuzzy: {
          [path]: {
            value: random.pick(['a', 'bb', 'abd']),
            fuzziness: random.pick(['AUTO', 1, 2]),
            ...this.#rewritten(),
          },
        },
      }),
    ])();
  }

  #boolean(path: string): Body {
    const random = this.#random;
    const value = (): unknown => random.pick<unknown>([true, false, 'true', 'false']);
    return random.pick<() => Body>([
      () => ({ term: { [path]: value() } }),
      () => ({ terms: { [path]: random.many(random.int(1, 2), value) } }),
      () => ({ range: { [path]: { [random.pick(['gt', 'gte', 'lt', 'lte'])]: value() } } }),
      () => ({ match: { [path]: { query: value(), lenient: random.chance(0.5) } } }),
    ])();
  }

  #text(path: string): Body {
    const random = this.#random;
    const words = (count: number): string => randomText(random, random.int(1, count));
    return random.pick<() => Body>([
      () => ({ match: { [path]: words(2) } }),
      () => ({ match: { [path]: { query: words(3), operator: 'and' } } }),
      () => ({
        match: { [path]: { query: words(3), minimum_should_match: random.pick([1, 2, '50%', '-1', '2<75%']) } },
      }),
      () => ({
        match: {
          [path]: { query: random.pick(['alfa bata', 'gama', 'foxtrott']), fuzziness: random.pick(['AUTO', 1]) },
        },
      }),
      () => ({
        match: { [path]: { query: random.pick(['', '-', 'the']), zero_terms_query: random.pick(['all', 'none']) } },
      }),
      () => ({ match: { [path]: { query: random.pick(['alfa bata', 'tha aplha']), ...this.#nearness() } } }),
      () => ({ match: { [path]: { query: words(2), analyzer: random.pick(['keyword', 'simple', 'english']) } } }),
      () => ({ match_bool_prefix: { [path]: { query: words(3), operator: 'and' } } }),
      () => ({ match_phrase_prefix: { [path]: { query: `${words(1)} a`, max_expansions: 5, slop: 1 } } }),
      () => ({ match_phrase: { [path]: words(2) } }),
      () => ({ match_phrase: { [path]: { query: words(3), slop: random.int(0, 3) } } }),
      () => ({ match_phrase_prefix: { [path]: words(2) } }),
      () => ({ match_bool_prefix: { [path]: words(2) } }),
      () => ({ term: { [path]: words(1).toLowerCase() } }),
      () => ({ terms: { [path]: ['alpha', words(1).toLowerCase()] } }),
      () => ({ prefix: { [path]: { value: random.pick(['al', 'be', 'x']), ...this.#rewritten() } } }),
      () => ({ wildcard: { [path]: { value: random.pick(['*a', 'f*t', '?eta']), ...this.#rewritten() } } }),
      () => ({ regexp: { [path]: { value: random.pick(['[a-f].*', '.eta', 'al(pha)?']), ...this.#rewritten() } } }),
      () => ({ fuzzy: { [path]: { value: random.pick(['alfa', 'bata', 'foxtrott']), ...this.#rewritten() } } }),
    ])();
  }

  /** How the words score that a pattern stands for. */
  #rewritten(): Body {
    return this.#random.maybe(0.2, () => ({ rewrite: this.#random.pick(REWRITES) }));
  }

  /** How near a word has to be to the one that is asked for. */
  #nearness(): Body {
    const random = this.#random;
    return {
      fuzziness: random.pick<unknown>(['AUTO', 'AUTO:2,5', 1, 2]),
      ...random.maybe(0.4, () => ({ prefix_length: random.int(1, 2) })),
      ...random.maybe(0.3, () => ({ fuzzy_transpositions: false })),
      ...random.maybe(0.2, () => ({ fuzzy_rewrite: random.pick(REWRITES) })),
      ...random.maybe(0.3, () => ({ operator: 'and' })),
    };
  }

  #flat(path: string): Body {
    const random = this.#random;
    const value = () => randomOperand(random, 'flat_object');
    const at = random.pick([path, `${path}.a`, `${path}.b.c`, `${path}.b.d`]);
    return random.pick<() => Body>([
      () => ({ term: { [at]: value() } }),
      () => ({ terms: { [at]: [value(), value()] } }),
      () => ({ exists: { field: at } }),
      () => ({ prefix: { [at]: 'x' } }),
      () => ({ range: { [`${path}.a`]: { gte: 'x', lt: 'z' } } }),
    ])();
  }

  #span(field: FuzzField): Body {
    const random = this.#random;
    const { path, type } = field;
    if (random.chance(0.4)) return { term: { [path]: randomOperand(random, type) } };
    const [gte, lte] = { integer_range: [0, 5], date_range: ['2020-01-10', '2021-06'] }[type as string] ?? [
      '10.0.0.5',
      '10.0.1.0',
    ];
    return { range: { [path]: { gte, lte, relation: random.pick(['intersects', 'within', 'contains']) } } };
  }

  #point(path: string): Body {
    const random = this.#random;
    const { lat, lon } = randomOperand(random, 'geo_point') as { readonly lat: number; readonly lon: number };
    const box = { top_left: { lat: 60, lon: -80 }, bottom_right: { lat: -10, lon: 110 } };
    const points = ['60,-80', '60,120', '-20,120', '-20,-80'];
    return random.pick<() => Body>([
      () => ({ geo_distance: { distance: random.pick(['10km', '500km', '9000km']), [path]: { lat, lon } } }),
      () => ({ geo_bounding_box: { [path]: box } }),
      () => ({ geo_bounding_box: { [path]: { top: 60, left: 100, bottom: -40, right: -60 } } }),
      () => ({ geo_polygon: { [path]: { points } } }),
      () => ({ geo_bounding_box: { [path]: { wkt: 'BBOX (-80, 110, 60, -10)' } } }),
      () => ({ geo_distance: { distance: '3000mi', distance_type: 'arc', [path]: [lon, lat] } }),
      () => ({
        geo_shape: {
          [path]: {
            shape: {
              type: 'envelope',
              coordinates: [
                [-80, 60],
                [110, -10],
              ],
            },
            relation: 'intersects',
          },
        },
      }),
      () => ({ distance_feature: { field: path, origin: { lat, lon }, pivot: '1000km' } }),
    ])();
  }

  #shape(path: string): Body {
    const random = this.#random;
    const shape = random.pick<Body>([
      { type: 'point', coordinates: [13.4, 52.5] },
      {
        type: 'envelope',
        coordinates: [
          [-20, 60],
          [20, -20],
        ],
      },
      {
        type: 'envelope',
        coordinates: [
          [101, -2],
          [105, -6],
        ],
      },
      {
        type: 'polygon',
        coordinates: [
          [
            [0, 40],
            [30, 40],
            [30, 60],
            [0, 60],
            [0, 40],
          ],
        ],
      },
      {
        type: 'linestring',
        coordinates: [
          [-75, 40],
          [110, -7],
        ],
      },
    ]);
    const relations =
      shape.type === 'envelope' || shape.type === 'polygon'
        ? ['intersects', 'disjoint', 'within', 'contains']
        : ['intersects', 'disjoint'];
    return { geo_shape: { [path]: { shape, relation: random.pick(relations) } } };
  }
}
