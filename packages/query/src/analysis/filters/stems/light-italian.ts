import { plainVowels } from './letters.ts';

/** Savoy's light stemmer for Italian: endings of number and gender. */
export function lightItalian(given: string): string {
  if (given.length < 6) return given;
  const word = plainVowels(given);
  return word.replace(/(?:[ih]e|[hi]i|i?[ao]|e|i)$/, '');
}
