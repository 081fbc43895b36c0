import type { Random } from './random.ts';

type Body = Readonly<Record<string, unknown>>;

/** Documents with the words of a text or of other documents. */
export function moreLikeThis(random: Random, fields: readonly string[], words: string): Body {
  const one = (): unknown => (random.chance(0.5) ? words : { _id: String(random.int(0, 12)) });
  return {
    more_like_this: {
      fields,
      like: random.chance(0.6) ? one() : [one(), one()],
      ...random.maybe(0.2, () => ({ unlike: random.pick<unknown>(['alpha', [{ _id: '1' }]]) })),
      min_term_freq: 1,
      min_doc_freq: random.int(1, 3),
      ...random.maybe(0.3, () => ({ minimum_should_match: random.pick(['1', '50%', '-1']) })),
      ...random.maybe(0.2, () => ({ include: true })),
    },
  };
}
