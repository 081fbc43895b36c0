import { eachWord } from '../token.ts';

const HEH = '\u0647';
const AE = '\u06d5';
const REH = '\u0631';
const RREH = '\u0695';

const ONE_FOR: ReadonlyMap<string, string> = new Map([
  ['\u064a', '\u06cc'],
  ['\u0649', '\u06cc'],
  ['\u0643', '\u06a9'],
  ['\u0629', AE],
  ['\u06be', HEH],
  ['\u0692', RREH],
]);

/** The dash that stretches, signs of vowels, and characters that only format. */
const LEFT_OUT = /[\u0640\u064b-\u0652\p{Cf}]/u;

/** Spellings of Sorani Kurdish that mean the same; a heh at the end, or before a character that does not join, is a vowel. */
function normalized(word: string): string {
  const letters = [...word];
  const last = letters.length - 1;
  let made = '';
  for (const [i, letter] of letters.entries()) {
    if (letter === '\u200c' && made.endsWith(HEH)) made = made.slice(0, -1) + AE;
    if (LEFT_OUT.test(letter)) continue;
    if (letter === HEH && i === last) made += AE;
    else if (letter === REH && made === '') made += RREH;
    else made += ONE_FOR.get(letter) ?? letter;
  }
  return made;
}

export const soraniNormalization = eachWord(normalized);
