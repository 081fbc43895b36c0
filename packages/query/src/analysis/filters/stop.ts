import { lowerCase } from '../lower-case.ts';
import type { TokenFilter } from '../token.ts';

/** Leaves words out; their positions stay empty. */
export function stop(words: readonly string[], ignoreCase = false): TokenFilter {
  const left = new Set(ignoreCase ? words.map(lowerCase) : words);
  return (tokens) => tokens.filter(({ word }) => !left.has(ignoreCase ? lowerCase(word) : word));
}
