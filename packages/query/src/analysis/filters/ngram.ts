import { severalOf } from '../gathered.ts';
import type { Token, TokenFilter } from '../token.ts';

export interface NgramOptions {
  readonly minGram: number;
  readonly maxGram: number;
  readonly preserveOriginal: boolean;
}

/** Every piece of each word with so many characters, all on its position. */
export const ngram = (options: NgramOptions): TokenFilter =>
  severalOf(function* (token) {
    const characters = [...token.word];
    for (const from of characters.keys())
      yield* gramsOf(token, characters.slice(from, from + options.maxGram), options);
    if (keepsWhole(characters, options)) yield token;
  });

/** The beginnings of some characters of a word that have so many. */
export function* gramsOf(token: Token, characters: readonly string[], { minGram }: NgramOptions): Iterable<Token> {
  let word = characters.slice(0, minGram).join('');
  for (let length = minGram; length <= characters.length; length++) {
    yield { ...token, word };
    word += characters[length] ?? '';
  }
}

/** Whether a word stays beside its pieces, because none of them is the whole. */
export const keepsWhole = (
  characters: readonly string[],
  { minGram, maxGram, preserveOriginal }: NgramOptions,
): boolean => preserveOriginal && (characters.length > maxGram || characters.length < minGram);
