import { plainVowels } from './letters.ts';

/** What may stand before an `s` or `st` that is an ending. */
const BEFORE_S = /[bdfghklmnt]$/;

function withoutCase(word: string): string {
  const { length } = word;
  if (length > 5 && word.endsWith('ern')) return word.slice(0, -3);
  if (length > 4 && /e[mnrs]$/.test(word)) return word.slice(0, -2);
  if (length > 3 && word.endsWith('e')) return word.slice(0, -1);
  return length > 3 && word.endsWith('s') && BEFORE_S.test(word.slice(0, -1)) ? word.slice(0, -1) : word;
}

function withoutDegree(word: string): string {
  const { length } = word;
  if (length > 5 && word.endsWith('est')) return word.slice(0, -3);
  if (length > 4 && /e[rn]$/.test(word)) return word.slice(0, -2);
  return length > 4 && word.endsWith('st') && BEFORE_S.test(word.slice(0, -2)) ? word.slice(0, -2) : word;
}

/** Savoy's light stemmer for German (http://members.unine.ch/jacques.savoy/clef/). */
export const lightGerman = (word: string): string => withoutDegree(withoutCase(plainVowels(word, 'aoiu')));
