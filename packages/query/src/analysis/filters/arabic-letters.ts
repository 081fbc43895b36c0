import { eachWord } from '../token.ts';

/** Alef with its signs, dotless yeh and teh marbuta, by the letters they are written as as well. */
const ARABIC: Readonly<Record<string, string>> = { آ: 'ا', أ: 'ا', إ: 'ا', ى: 'ي', ة: 'ه' };

/** The lengthening stroke, and the signs of vowels. */
const SIGNS = /[\u0640\u064B-\u0652]/g;

/** Spellings of Arabic words that mean the same. */
export const arabicNormalization = eachWord((word) =>
  word.replace(SIGNS, '').replace(/[آأإىة]/g, (letter) => ARABIC[letter] ?? letter),
);

/** Persian letters as their Arabic ones; a hamza above is left out. */
const PERSIAN: Readonly<Record<string, string>> = { ی: 'ي', ے: 'ي', ک: 'ك', ۀ: 'ه', ہ: 'ه', '\u0654': '' };

/** Spellings of Persian words that mean the same. */
export const persianNormalization = eachWord((word) =>
  word.replace(/[یےکۀہ\u0654]/g, (letter) => PERSIAN[letter] ?? letter),
);
