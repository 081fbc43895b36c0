/** What an ending becomes in a word that is longer than so many letters. */
type Rule = readonly [longer: number, ending: RegExp, becomes: string];

/** The first that fits ends the search, but for those `GOING_ON`. */
const RULES: readonly Rule[] = [
  [9, /issement$/, 'ir'],
  [8, /issant$/, 'ir'],
  [6, /ement$/, 'e'],
  [11, /ficatrice$/, 'fier'],
  [10, /ficateur$/, 'fier'],
  [9, /catrice$/, 'quer'],
  [8, /cateur$/, 'quer'],
  [8, /atrice$/, 'er'],
  [7, /ateur$/, 'er'],
  [6, /trice$/, 'teur'],
  [5, /ième$/, ''],
  [7, /teuse$/, 'ter'],
  [6, /teur$/, 'ter'],
  [5, /euse$/, 'eu'],
  [8, /ère$/, 'er'],
  [7, /ive$/, 'if'],
  [4, /([fm])olle$/, '$1ou'],
  [9, /nnelle$/, 'n'],
  [9, /nnel$/, 'n'],
  [4, /ète$/, 'et'],
  [8, /ique$/, ''],
  [8, /esse$/, 'e'],
  [7, /inage$/, 'in'],
  [9, /isation$/, ''],
  [9, /isateur$/, ''],
  [8, /[ai]tion$/, ''],
];

const GOING_ON = new Set(['teur', 'et']);

function singular(word: string): string {
  const isLong = word.length > 5 && word.endsWith('x');
  const first = isLong ? word.replace(/([^e]a)ux$/, '$1lx').slice(0, -1) : word;
  const second = first.length > 3 && first.endsWith('x') ? first.slice(0, -1) : first;
  return second.length > 3 && second.endsWith('s') ? second.slice(0, -1) : second;
}

function withoutEnding(given: string): string {
  let word = given;
  for (const [longer, ending, becomes] of RULES) {
    if (word.length <= longer || !ending.test(word)) continue;
    const before = word;
    word = word.replace(ending, becomes);
    if (ending.source === 'ement$' && word.length > 3) return word.replace(/ive$/, 'if');
    if (ending.source === 'isation$' && word.length > 5) return word.replace(/ual$/, 'uel');
    if (!GOING_ON.has(becomes) && !before.endsWith('ique')) return word;
  }
  return word;
}

const LETTER = /\p{L}/u;

/** No accents, no letter twice, and none of the ends of verbs. */
function normal(given: string): string {
  let word = given;
  if (word.length > 4) {
    word = word
      .replace(/[àáâ]/g, 'a')
      .replaceAll('ô', 'o')
      .replace(/[èéê]/g, 'e')
      .replace(/[ùû]/g, 'u')
      .replaceAll('î', 'i')
      .replaceAll('ç', 'c')
      .replace(/(\p{L})\1+/gu, '$1');
  }
  if (word.length > 4 && word.endsWith('ie')) word = word.slice(0, -2);
  if (word.length <= 4) return word;
  word = word.replace(/r$/, '').replace(/e$/, '').replace(/e$/, '');
  const last = word.at(-1) ?? '';
  return last === word.at(-2) && LETTER.test(last) ? word.slice(0, -1) : word;
}

/** Savoy's light stemmer for French. */
export const lightFrench = (word: string): string => normal(withoutEnding(singular(word)));
