import type { Token, TokenFilter } from '../token.ts';

/** Letters that do not fall apart into a base letter and marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D' },
  ...{ þ: 'th', Þ: 'TH', ł: 'l', Ł: 'L', ı: 'i', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ŋ: 'n', Ŋ: 'N', ĳ: 'ij', Ĳ: 'IJ' },
  ...{ ŀ: 'l', Ŀ: 'L', ŉ: "'n", ſ: 's', ƒ: 'f', '‘': "'", '’': "'", '‚': "'", '‛': "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '′': "'", '″': '"', '‹': "'", '›': "'", '«': '"', '»': '"' },
  ...{ '⁄': '/', '‼': '!!', '⁇': '??', '⁈': '?!', '⁉': '!?' },
};

export function fold(word: string): string {
  if (/^[ -~]*$/.test(word)) return word;
  return Array.from(word, (character) => {
    const known = LETTERS[character];
    if (known !== undefined) return known;
    const base = character.normalize('NFKD').replace(/\p{M}+/gu, '');
    return /^[ -~]+$/.test(base) ? base : character;
  }).join('');
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
