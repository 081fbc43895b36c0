import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { lowerCase } from '../lower-case.ts';
import type { TokenFilter } from '../token.ts';

/** The 33 words Lucene's EnglishAnalyzer leaves out. */
const ENGLISH =
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  );

/** Lists by the names settings call them. */
export const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  _english_: ENGLISH,
  _indonesian_: indonesian,
  _none_: [],
};

/** Leaves words out; their positions stay empty. */
export function stop(words: readonly string[], ignoreCase = false): TokenFilter {
  const left = new Set(ignoreCase ? words.map(lowerCase) : words);
  return (tokens) => tokens.filter(({ word }) => !left.has(ignoreCase ? lowerCase(word) : word));
}
