import { TEXTS } from './fields.ts';
import type { Queries } from './queries.ts';
import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** Makes searches whose hits come with the found words marked. */
export class Highlights {
  readonly #random: Random;
  readonly #queries: Queries;

  constructor(random: Random, queries: Queries) {
    this.#random = random;
    this.#queries = queries;
  }

  highlighted(): Body {
    const random = this.#random;
    const texts = this.#queries.fields(null).filter(({ type }) => TEXTS.has(type));
    if (texts.length === 0) return {};
    const { path } = random.pick(texts);
    const shown = random.chance(0.3) ? '*' : path;
    return {
      query: random.chance(0.5) ? { match: { [path]: 'alpha beta the' } } : this.#query(path),
      highlight: {
        fields: { [shown]: this.#settings() },
        ...random.maybe(0.3, () => ({ require_field_match: false })),
        ...random.maybe(0.2, () => ({ encoder: 'html' })),
        ...random.maybe(0.2, () => ({ pre_tags: ['<b>', '<i>'], post_tags: '</b>' })),
        ...random.maybe(0.1, () => ({ tags_schema: 'styled' })),
        ...random.maybe(0.2, () => ({ highlight_query: this.#query(path) })),
      },
    };
  }

  #settings(): Body {
    return this.#random.pick<Body>([
      {},
      { number_of_fragments: 0 },
      { fragment_size: 20, number_of_fragments: 2 },
      { fragment_size: 9, order: 'score' },
      { fragment_size: 2_147_483_647 },
      { boundary_scanner: 'word', number_of_fragments: 3 },
      { no_match_size: 10 },
      { max_analyzer_offset: 12 },
    ]);
  }

  #query(path: string): Body {
    const random = this.#random;
    const word = (): string => random.pick(['alpha', 'beta', 'gamma', 'delta', 'echo', 'the']);
    return random.pick<() => Body>([
      () => this.#queries.query(1),
      () => ({ match_phrase: { [path]: { query: `${word()} ${word()}`, slop: random.int(0, 4) } } }),
      () => ({ match_phrase_prefix: { [path]: `${word()} ${random.pick(['b', 'fox', 'the'])}` } }),
      () => ({ query_string: { query: `${word()} NOT ${word()} "${word()} ${word()}"~2 fo*`, default_field: path } }),
      () => ({ match: { [path]: { query: random.pick(['alfa bata', 'foxtrat']), fuzziness: 'AUTO' } } }),
    ])();
  }
}
