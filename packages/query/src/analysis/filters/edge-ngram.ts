import type { TokenFilter } from '../token.ts';

export interface EdgeNgramOptions {
  readonly minGram: number;
  readonly maxGram: number;
  readonly preserveOriginal: boolean;
}

/** The beginnings of each word, all on its position. */
export const edgeNgram =
  ({ minGram, maxGram, preserveOriginal }: EdgeNgramOptions): TokenFilter =>
  (tokens) =>
    tokens.flatMap((token) => {
      const characters = [...token.word];
      const longest = Math.min(maxGram, characters.length);
      const lengths = Array.from({ length: Math.max(0, longest - minGram + 1) }, (_, i) => minGram + i);
      const grams = lengths.map((length) => ({ ...token, word: characters.slice(0, length).join('') }));
      const isCut = characters.length > maxGram || characters.length < minGram;
      return preserveOriginal && isCut ? [...grams, token] : grams;
    });
