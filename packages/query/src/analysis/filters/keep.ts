import { lowerCase } from '../lower-case.ts';
import { keeping, type TokenFilter } from '../token.ts';

/** Only these words; the positions of the others stay empty. */
export function keepWords(words: readonly string[], ignoreCase: boolean): TokenFilter {
  const kept = new Set(ignoreCase ? words.map(lowerCase) : words);
  return keeping(({ word }) => kept.has(ignoreCase ? lowerCase(word) : word));
}

/** Only words of these types, or of others; `usual` is the type of those that name none. */
export function keepTypes(types: readonly string[], isKept: boolean, usual: string): TokenFilter {
  const known = new Set(types);
  return keeping(({ type = usual }) => known.has(type) === isKept);
}
