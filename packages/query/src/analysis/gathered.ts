import type { Token, TokenFilter } from './token.ts';

/** So many words filters and tokenizers that make several of one may make of one text, and so many letters in them. */
const MOST_WORDS = 1_000_000;

const MOST_LETTERS = 16_000_000;

/** How many letters a text of so many may grow to on its way through an analyser. */
export const mostLetters = (length: number): number => 1_000_000 + 8 * length;

/**
 * The words of one text; those beyond what a text may become are left out, so that no analyser fills the memory.
 * @param before how many were gathered of it before
 */
export function gathered(words: Iterable<Token>, before = 0): readonly Token[] {
  const made: Token[] = [];
  let letters = 0;
  for (const token of words) {
    letters += token.word.length;
    if (before + made.length >= MOST_WORDS || letters > MOST_LETTERS) break;
    made.push(token);
  }
  return made;
}

/** A filter that makes several words of one. */
export const severalOf =
  (make: (token: Token) => Iterable<Token>): TokenFilter =>
  (tokens) =>
    gathered(eachOf(tokens, make));

function* eachOf(tokens: readonly Token[], make: (token: Token) => Iterable<Token>): Iterable<Token> {
  for (const token of tokens) yield* make(token);
}
