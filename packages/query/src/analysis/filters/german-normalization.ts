import { eachWord } from '../token.ts';

const PLAIN: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u' };
const VOWEL = /[aeiouyäöüq]/;

/** Umlauts and what is written for them as plain vowels, `ß` as `ss`: an `e` behind `a`, `o`, and a `u` that follows no vowel and no `q`. */
function normalized(word: string): string {
  let made = '';
  let before = '';
  let mayLoseE = false;
  for (const letter of word) {
    if (letter !== 'e' || !mayLoseE) made += letter === 'ß' ? 'ss' : (PLAIN[letter] ?? letter);
    mayLoseE = letter === 'a' || letter === 'o' || (letter === 'u' && !VOWEL.test(before));
    before = letter;
  }
  return made;
}

/** Spellings of German words that mean the same. */
export const germanNormalization = eachWord(normalized);
