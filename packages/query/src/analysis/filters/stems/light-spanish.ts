import { plainVowels } from './letters.ts';

/** Savoy's light stemmer for Spanish: endings of number and gender. */
export function lightSpanish(given: string): string {
  if (given.length < 5) return given;
  const word = plainVowels(given);
  if (/[oae]$/.test(word)) return word.slice(0, -1);
  if (word.endsWith('eses')) return word.slice(0, -2);
  if (word.endsWith('ces')) return `${word.slice(0, -3)}z`;
  return /[oae]s$/.test(word) ? word.slice(0, -2) : word;
}
