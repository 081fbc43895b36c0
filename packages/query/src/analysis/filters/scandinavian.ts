import { eachWord } from '../token.ts';

/** Each spelling of a Scandinavian vowel by what it is one of: `aa` and `å`, `ae` and `æ`, `oe`, `oo` and `ø`. */
const VOWEL = /[äæöøå]|a[aeo]|o[eo]/gi;

const NORMAL: Readonly<Record<string, string>> = { ä: 'æ', ae: 'æ', ö: 'ø', oe: 'ø', oo: 'ø', aa: 'å', ao: 'å' };

const likeFirst = (made: string, letters: string): string =>
  letters[0] === letters[0]?.toLowerCase() ? made : made.toUpperCase();

/** One spelling for the vowels that Scandinavian languages share. */
export const scandinavianNormalization = eachWord((word) =>
  word.replace(VOWEL, (letters) => likeFirst(NORMAL[letters.toLowerCase()] ?? letters.toLowerCase(), letters)),
);

const FOLDED: Readonly<Record<string, string>> = { å: 'a', ä: 'a', æ: 'a', ö: 'o', ø: 'o' };

/** The same vowels without their signs. */
export const scandinavianFolding = eachWord((word) =>
  word.replace(VOWEL, (letters) => {
    const small = letters.toLowerCase();
    return likeFirst(FOLDED[small] ?? small[0] ?? '', letters);
  }),
);
