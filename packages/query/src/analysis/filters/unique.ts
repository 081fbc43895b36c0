import { keeping, type Token, type TokenFilter } from '../token.ts';

/** The first of equal words; the places of the others close up, as in Lucene. */
export const unique: TokenFilter = (tokens) => {
  const seen = new Set<string>();
  const kept: Token[] = [];
  let before = -1;
  let place = -1;
  for (const token of tokens) {
    const step = token.position - before;
    before = token.position;
    if (seen.has(token.word)) continue;
    seen.add(token.word);
    place += step;
    kept.push({ ...token, position: place });
  }
  return kept;
};

/** The first of equal words on one position. */
export const uniqueAtPosition: TokenFilter = (tokens, length) => {
  const seen = new Set<string>();
  return keeping(({ word, position }) => seen.size < seen.add(`${position} ${word}`).size)(tokens, length);
};
