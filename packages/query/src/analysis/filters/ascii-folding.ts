import type { Token, TokenFilter } from '../token.ts';
import { ASCII_LETTERS } from './ascii-letters.ts';

const FOLDED: ReadonlyMap<string, string> = new Map(
  ASCII_LETTERS.flatMap(([ascii, letters]) => Array.from(letters, (letter) => [letter, ascii] as const)),
);

/** A word with the letters of ASCII nearest to those it has; a letter that has none stays. */
export function fold(word: string): string {
  if (/^[ -~]*$/.test(word)) return word;
  return Array.from(word, (character) => FOLDED.get(character) ?? character).join('');
}

/** Letters outside ASCII become the ones nearest to them; with `preserve` the word as it was stays beside. */
export const asciiFolding =
  (preserve = false): TokenFilter =>
  (tokens) =>
    tokens.flatMap((token): readonly Token[] => {
      const word = fold(token.word);
      if (word === token.word) return [token];
      return preserve ? [{ ...token, word }, token] : [{ ...token, word }];
    });
