import { lowerCase } from '../lower-case.ts';
import type { TokenFilter } from '../token.ts';

/** Words that no stemmer changes. */
export function keywordMarker(words: readonly string[], ignoreCase = false): TokenFilter {
  const marked = new Set(ignoreCase ? words.map(lowerCase) : words);
  return (tokens) =>
    tokens.map((token) =>
      marked.has(ignoreCase ? lowerCase(token.word) : token.word) ? { ...token, keyword: true } : token,
    );
}
