import { malformed } from '@datasarana/schema';
import { type Fields, readPattern } from '../reading/fields.ts';

const ALIKE = /^constant_score(?:_auto|_filter|_boolean|_blended)?$/;
const FIRST = /^top_terms_(boost_|blended_freqs_)?(\d{1,9})$/;

/** How the words score that a pattern stands for. */
export interface Rewrite {
  /** All with one score; each by its own rarity; each with the boost; each as if it were as frequent as the most frequent one. */
  readonly scores: 'alike' | 'own' | 'boost' | 'blended';
  /** How many words there may be: the closest, then the first of the alphabet; null = all. */
  readonly most: number | null;
}

/** What the name of a rewrite method means: `top_terms_10`; null when it is none. */
export function rewriteOf(method: string): Rewrite | null {
  if (ALIKE.test(method)) return { scores: 'alike', most: null };
  if (method === 'scoring_boolean') return { scores: 'own', most: null };
  const [, kind, most] = FIRST.exec(method) ?? [];
  if (most === undefined) return null;
  const scores = kind === undefined ? 'own' : kind === 'boost_' ? 'boost' : 'blended';
  return { scores, most: Number(most) };
}

/** The name of a rewrite method. @throws PlatformError for one that is none */
export function readRewrite(fields: Fields, name: string): string | undefined {
  const method = fields.optional(name, readPattern);
  if (method === undefined || rewriteOf(method) !== null) return method;
  const reason = `failed to create query: Failed to parse rewrite_method [${method}]`;
  throw malformed(
    `${fields.at(name)}: there is no rewrite method [${method}]`,
    'Use constant_score, scoring_boolean or top_terms_10, or leave it out.',
    { type: 'query_shard_exception', reason },
  );
}
