import { DATES, type FuzzField, type FuzzMapping, isOrdered, NUMBERS, TEXTS, UID } from './fields.ts';
import { moreLikeThis } from './likeness.ts';
import { QueryLeaves } from './query-leaves.ts';
import type { Random } from './random.ts';
import { randomText } from './values.ts';

type Body = Readonly<Record<string, unknown>>;

/** What else a search bar may hold without the name of a field. */
const BARE: readonly string[] = [
  '+alpha -beta',
  'alpha && !the',
  '(+alpha beta)^2',
  'x\\_y',
  'a.b',
  'delta-echo',
  '"alpha the"~2^3',
  '/al(pha|x)/',
  '*',
  'Gam*',
  'foxtrott~1',
  'NOT NOT beta',
  'alp*:beta',
  '() alpha',
  '/al(/',
  '_id:1*',
  '_index:*a',
  '!alpha || gamma',
];

/** Makes random clauses over the fields of a mapping. */
export class Queries {
  readonly #random: Random;
  readonly #mapping: FuzzMapping;
  readonly #leaves: QueryLeaves;
  #names = 0;

  constructor(random: Random, mapping: FuzzMapping) {
    this.#random = random;
    this.#mapping = mapping;
    this.#leaves = new QueryLeaves(random);
  }

  fields(nested: string | null): readonly FuzzField[] {
    return this.#mapping.fields.filter((field) => field.nested === nested && field.type !== 'completion');
  }

  /** What is asked by suggestions only. */
  get completions(): readonly FuzzField[] {
    return this.#mapping.fields.filter(({ type }) => type === 'completion');
  }

  get hasTwins(): boolean {
    return this.#mapping.hasTwins;
  }

  #texts(): readonly FuzzField[] {
    return this.fields(null).filter(({ type }) => TEXTS.has(type) || type === 'keyword');
  }

  /** A clause over the document, or over objects of a nested field. */
  query(depth = 0, nested: string | null = null): Body {
    const random = this.#random;
    if (depth < 3 && random.chance(0.35)) return this.#compound(depth, nested);
    const deeper = nested === null ? 'n' : `${nested}.k`;
    if (random.chance(0.12) && this.fields(deeper).length > 0) return this.#nested(depth, deeper);
    if (nested === null && random.chance(0.12)) return this.#acrossFields();
    const fields = this.fields(nested);
    if (fields.length === 0 || random.chance(0.03)) return random.pick([{ match_all: {} }, { match_none: {} }]);
    const { path } = random.pick(fields);
    if (random.chance(0.02))
      return { exists: { field: random.pick([path.split('.')[0], 'n', 'n.k', '_id', 'absent', 'f*']) } };
    return this.#leaves.leaf(random.pick(fields));
  }

  #nested(depth: number, path: string): Body {
    const random = this.#random;
    const member = this.fields(path).find(isOrdered)?.path;
    return {
      nested: {
        path,
        query: this.query(depth + 1, path),
        score_mode: random.pick(['avg', 'sum', 'max', 'min', 'none']),
        ...random.maybe(member === undefined ? 0 : 0.2, () => ({
          inner_hits: {
            name: `inner${this.#names++}`,
            size: random.int(1, 3),
            ...random.maybe(0.2, () => ({ from: random.int(1, 2) })),
            sort: [{ [member ?? '']: 'asc' }],
            ...random.maybe(0.2, () =>
              random.pick<Body>([
                { docvalue_fields: [member ?? ''] },
                { _source: false, fields: ['n.*'] },
                { version: true },
                { _source: { excludes: ['*.m0'] } },
              ]),
            ),
          },
        })),
      },
    };
  }

  #compound(depth: number, nested: string | null): Body {
    const random = this.#random;
    const inner = (): Body => this.query(depth + 1, nested);
    switch (random.pick(['bool', 'bool', 'bool', 'constant_score', 'dis_max', 'boosting', 'function_score'])) {
      case 'constant_score':
        return { constant_score: { filter: inner(), boost: random.pick([1, 2.5]) } };
      case 'dis_max':
        return { dis_max: { queries: random.many(random.int(1, 3), inner), tie_breaker: random.pick([0, 0.5]) } };
      case 'boosting':
        return { boosting: { positive: inner(), negative: inner(), negative_boost: 0.5 } };
      case 'function_score':
        return this.#functionScore(inner, nested);
      default:
        return this.#bool(inner);
    }
  }

  #bool(inner: () => Body): Body {
    const random = this.#random;
    const some = (most: number): readonly Body[] => random.many(random.int(0, most), inner);
    const should = some(3);
    return {
      bool: {
        must: some(2),
        filter: some(1),
        should,
        must_not: some(1),
        ...(should.length > 1 &&
          random.maybe(0.3, () => ({ minimum_should_match: random.pick([1, 2, '-1', '50%', should.length]) }))),
        ...random.maybe(0.1, () => ({ boost: random.pick([0, 0.5, 3]) })),
        ...random.maybe(0.1, () => ({ _name: `clause${this.#names++}` })),
      },
    };
  }

  #functionScore(inner: () => Body, nested: string | null): Body {
    const random = this.#random;
    const numbers = this.fields(nested).filter(({ type }) => ['integer', 'double', 'short', 'float'].includes(type));
    const dates = this.fields(nested).filter(({ type }) => type === 'date');
    const makers: (() => Body)[] = [() => ({ weight: random.pick([2, 0.5]) })];
    if (numbers.length > 0) {
      makers.push(
        () => ({
          field_value_factor: { field: random.pick(numbers).path, factor: 0.5, modifier: 'square', missing: 1 },
        }),
        () => ({
          [random.pick(['gauss', 'linear', 'exp'])]: {
            [random.pick(numbers).path]: { origin: 3, scale: 10, decay: 0.4 },
          },
        }),
      );
    }
    if (dates.length > 0) {
      makers.push(() => ({
        [random.pick(['gauss', 'exp'])]: {
          [random.pick(dates).path]: { origin: '2021-01-01', scale: '900d', offset: '1d' },
        },
      }));
    }
    const one = (): Body => ({ ...random.pick(makers)(), ...random.maybe(0.4, () => ({ filter: inner() })) });
    return {
      function_score: {
        query: inner(),
        functions: random.many(random.int(1, 3), one),
        score_mode: random.pick(['multiply', 'sum', 'avg', 'first', 'max', 'min']),
        boost_mode: random.pick(['multiply', 'replace', 'sum', 'avg', 'max', 'min']),
        ...random.maybe(0.2, () => ({ max_boost: 2 })),
      },
    };
  }

  #acrossFields(): Body {
    const random = this.#random;
    const texts = this.#texts();
    if (texts.length === 0) return { ids: { values: ['0', '3', 'none'] } };
    const names = random.many(random.int(1, 3), () => random.pick(texts).path);
    const fields = [...new Set(names)].map((name) => (random.chance(0.2) ? `${name}^2` : name));
    const words = randomText(random, random.int(1, 3));
    return random.pick<() => Body>([
      () => ({ ids: { values: random.many(3, () => String(random.int(0, 30))) } }),
      () => this.#multiMatch(fields, words),
      () => this.#multiMatch(fields, words),
      () => this.#termsSet(random.pick(texts).path),
      () => ({
        query_string: {
          query: this.words(),
          ...random.maybe(0.8, () => ({ fields })),
          ...random.maybe(0.3, () => ({ default_operator: 'AND' })),
          ...random.maybe(0.2, () => random.pick([{ type: 'most_fields' }, { phrase_slop: 2 }, { tie_breaker: 0.5 }])),
          ...random.maybe(0.1, () => ({ minimum_should_match: random.pick([1, '75%']) })),
          ...random.maybe(0.1, () => random.pick<Body>([{ escape: true }, { default_field: random.pick(texts).path }])),
          ...random.maybe(0.1, () => random.pick<Body>([{ lenient: random.chance(0.5) }, { analyzer: 'simple' }])),
        },
      }),
      () => ({
        simple_query_string: {
          query: random.pick([`${words} | beta`, `+alpha -${words}`, `"${words}"~2`, 'al* + (beta | gamma)', 'bata~1']),
          fields,
          ...random.maybe(0.3, () => ({ default_operator: 'and' })),
          ...random.maybe(0.2, () => ({ flags: random.pick(['OR|NOT|PREFIX', 'PHRASE|WHITESPACE', 'NONE']) })),
        },
      }),
      () =>
        moreLikeThis(
          random,
          fields.map((field) => field.replace(/\^.*/, '')),
          words,
        ),
      () => this.#lookedUp(random.pick(texts).path),
    ])();
  }

  /** As many of the words as a field of the document says. */
  #termsSet(path: string): Body {
    const random = this.#random;
    const counts = this.fields(null).filter(({ type }) => type === 'integer' || type === 'short' || type === 'byte');
    const minimum_should_match_field = counts.length === 0 ? UID : random.pick(counts).path;
    return { terms_set: { [path]: { terms: ['alpha', 'beta', 'a', 'b'], minimum_should_match_field } } };
  }

  #multiMatch(fields: readonly string[], query: string): Body {
    const random = this.#random;
    const type = random.pick([
      'best_fields',
      'most_fields',
      'cross_fields',
      'phrase',
      'phrase_prefix',
      'bool_prefix',
    ] as const);
    const isPhrase = type.startsWith('phrase');
    return {
      multi_match: {
        query,
        fields,
        type,
        ...(!isPhrase && random.maybe(0.3, () => ({ operator: 'and' }))),
        ...(isPhrase && random.maybe(0.3, () => ({ slop: 2 }))),
        ...(!isPhrase && random.maybe(0.2, () => ({ minimum_should_match: random.pick(['2', '60%']) }))),
        ...random.maybe(0.15, () => ({ fields: [random.pick(['f*', '*.more', UID]), ...fields], lenient: true })),
        ...random.maybe(0.1, () => ({ boost: 2 })),
        ...random.maybe(0.3, () => ({ tie_breaker: 0.3 })),
        ...(type.endsWith('s_fields') && type !== 'cross_fields' && random.maybe(0.2, () => ({ fuzziness: 'AUTO' }))),
      },
    };
  }

  /** The values another document has for a field. */
  #lookedUp(path: string): Body {
    return { terms: { [path]: { index: '$index', id: String(this.#random.int(0, 12)), path } } };
  }

  /** What may stand in a search bar. */
  words(): string {
    const random = this.#random;
    const fields = this.fields(null).filter((field) => isOrdered(field) || TEXTS.has(field.type));
    const parts = random.many(random.int(1, 3), () => {
      if (fields.length === 0 || random.chance(0.4))
        return random.pick(['alpha', '"alpha beta"', 'be*', 'fo?trot', 'bata~', '(beta OR the)', ...BARE]);
      const { path, type } = random.pick(fields);
      if (random.chance(0.05)) return random.pick([`${path}:*`, 'f\\*:alpha', `${path}:(>=1 AND <3)`, `${path}:"1"`]);
      if (random.chance(0.1)) return random.pick([`${path}:alpha`, `${path}:[alpha TO 2]`, `${path}:al*`]);
      if (NUMBERS.has(type)) return random.pick([`${path}:1`, `${path}:[0 TO 10}`, `${path}:>=3`, `_exists_:${path}`]);
      if (DATES.has(type)) return random.pick([`${path}:[2020-01-01 TO 2021]`, `${path}:<2020-06-01`]);
      if (TEXTS.has(type)) return random.pick([`${path}:alpha`, `${path}:(beta gamma)`, `${path}:"the alpha"~3`]);
      return random.pick([`_exists_:${path}`, `NOT _exists_:${path}`]);
    });
    return parts.join(random.pick([' ', ' AND ', ' OR ', ' AND NOT ']));
  }

  /** A search by the number every document has its own of. */
  someUids(): Body {
    return { range: { [UID]: { gte: this.#random.int(0, 10), lt: this.#random.int(10, 60) } } };
  }
}
