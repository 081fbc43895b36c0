import { lowerCase } from '../lower-case.ts';

const GREEK: Readonly<Record<string, string>> = {
  ...{ ά: 'α', έ: 'ε', ή: 'η', ί: 'ι', ό: 'ο', ύ: 'υ', ώ: 'ω' },
  ...{ ϊ: 'ι', ΐ: 'ι', ϋ: 'υ', ΰ: 'υ', ς: 'σ' },
};

/** Greek without its accents, and with one sigma. */
export const lowerGreek = (word: string): string =>
  lowerCase(word).replace(/[άέήίόύώϊΐϋΰς]/g, (letter) => GREEK[letter] ?? letter);

/** Irish, in which a small `n` or `t` before a capital vowel is a word of its own. */
export const lowerIrish = (word: string): string =>
  /^[nt][AEIOUÁÉÍÓÚ]/.test(word) ? `${word.charAt(0)}-${lowerCase(word.slice(1))}` : lowerCase(word);

/** Turkish, in which `I` has no dot when it is small, and `İ` has one. */
export const lowerTurkish = (word: string): string => lowerCase(word.replace(/I\u0307|İ/g, 'i').replaceAll('I', 'ı'));
