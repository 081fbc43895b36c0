/** What an ending becomes in a word that is longer than so many letters; the first that fits counts. */
type Rule = readonly [longer: number, ending: RegExp, becomes: string];

const PLURAL: readonly Rule[] = [
  [4, /([rslz])es$/, '$1'],
  [3, /ns$/, 'm'],
  [4, /[eé]is$/, 'el'],
  [4, /ais$/, 'al'],
  [4, /óis$/, 'ol'],
  [4, /is$/, 'il'],
  [3, /[õã]es$/, 'ão'],
  [6, /mente$/, ''],
  [3, /s$/, ''],
];

const FEMININE: readonly Rule[] = [
  [7, /(inh|iac|eir)a$/, '$1o'],
  [6, /(os|ic|id|ad|iv|am)a$/, '$1o'],
  [6, /ona$/, 'ão'],
  [6, /ora$/, 'or'],
  [6, /esa$/, 'ês'],
  [6, /na$/, 'no'],
];

function changed(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([longer, ending]) => word.length > longer && ending.test(word));
  return rule === undefined ? word : word.replace(rule[1], rule[2]);
}

/** Savoy's light stemmer for Portuguese: endings of number and gender, and `-mente`. */
export function lightPortuguese(word: string): string {
  if (word.length < 4) return word;
  const single = changed(word, PLURAL);
  const common = single.length > 3 && single.endsWith('a') ? changed(single, FEMININE) : single;
  const short = common.length > 4 && /[eao]$/.test(common) ? common.slice(0, -1) : common;
  return short
    .replace(/[àáâäã]/g, 'a')
    .replace(/[òóôöõ]/g, 'o')
    .replace(/[èéêë]/g, 'e')
    .replace(/[ùúûü]/g, 'u')
    .replace(/[ìíîï]/g, 'i')
    .replaceAll('ç', 'c');
}
