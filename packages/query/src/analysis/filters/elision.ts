import { lowerCase } from '../lower-case.ts';
import { eachWord, type TokenFilter } from '../token.ts';

/** French articles that lose their vowel, which are meant when none are named. */
export const FRENCH_ARTICLES = 'l m t qu n s j d c jusqu quoiqu lorsqu puisqu'.split(' ');

const APOSTROPHE = /['\u2019]/;

/** Takes an article and its apostrophe off the beginning of a word: `l'avion`. */
export function elision(articles: readonly string[], ignoreCase: boolean): TokenFilter {
  const known = new Set(ignoreCase ? articles.map(lowerCase) : articles);
  return eachWord((word) => {
    const at = word.search(APOSTROPHE);
    const article = word.slice(0, Math.max(at, 0));
    return at >= 0 && known.has(ignoreCase ? lowerCase(article) : article) ? word.slice(at + 1) : word;
  });
}

/** Takes off an apostrophe and all behind it, as with Turkish names. */
export const apostrophe = eachWord((word) => {
  const at = word.search(APOSTROPHE);
  return at < 0 ? word : word.slice(0, at);
});
