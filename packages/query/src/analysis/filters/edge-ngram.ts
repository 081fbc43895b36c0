import { severalOf } from '../gathered.ts';
import type { TokenFilter } from '../token.ts';
import { gramsOf, keepsWhole, type NgramOptions } from './ngram.ts';
import { reverse } from './reverse.ts';

export interface EdgeNgramOptions extends NgramOptions {
  /** The ends of words instead of their beginnings. */
  readonly fromBack?: boolean;
}

/** The beginnings of each word, all on its position. */
export const edgeNgram =
  ({ fromBack = false, ...options }: EdgeNgramOptions): TokenFilter =>
  (tokens, length) =>
    fromBack
      ? reverse(beginnings(options)(reverse(tokens, length), length), length)
      : beginnings(options)(tokens, length);

const beginnings = (options: NgramOptions): TokenFilter =>
  severalOf(function* (token) {
    const characters = [...token.word];
    yield* gramsOf(token, characters.slice(0, options.maxGram), options);
    if (keepsWhole(characters, options)) yield token;
  });
