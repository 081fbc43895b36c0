import type { TokenFilter } from '../token.ts';

/** All different words in order as one; none at all when that is longer than `longest`. */
export const fingerprint =
  (separator: string, longest: number): TokenFilter =>
  (tokens, length) => {
    if (tokens.length === 0) return [];
    const words = [...new Set(tokens.map(({ word }) => word))].sort();
    const word = words.join(separator);
    return word.length > longest ? [] : [{ word, position: 0, start: 0, end: length, type: 'fingerprint' }];
  };
