/** The singular of a word of English, as Lucene's `EnglishMinimalStemmer` forms it (Harman, How effective is suffixing?, 1991). */
export function minimalEnglish(word: string): string {
  if (word.length < 3 || !word.endsWith('s') || /[us]s$/.test(word)) return word;
  if (/[^ae]ies$/s.test(word)) return `${word.slice(0, -3)}y`;
  return /[iaoe]es$/.test(word) ? word : word.slice(0, -1);
}
