// Porter's second algorithm, as https://snowballstem.org/algorithms/english/stemmer.html has it and Lucene 9.12 with it.

type Pair = readonly [given: string, instead: string];

/** Endings, or whole words, and what stands in their place. */
const inPlaceOf = (pairs: string): readonly Pair[] =>
  pairs.split(' ').map((pair) => {
    const [given = '', instead = ''] = pair.split('>');
    return [given, instead];
  });

/** Words whose stem no rule gives. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  inPlaceOf(
    'skis>ski skies>sky dying>die lying>lie tying>tie idly>idl gently>gentl ugly>ugli early>earli only>onli singly>singl ' +
      'sky>sky news>news howe>howe atlas>atlas cosmos>cosmos bias>bias andes>andes',
  ),
);

/** Words that look like forms of others once their plural is gone. */
const WHOLE: ReadonlySet<string> = new Set('inning outing canning herring earring proceed exceed succeed'.split(' '));

const VOWEL = /[aeiouy]/;
/** What lies behind the first consonant that follows a vowel. */
const REGION = /[aeiouy][^aeiouy]/;
const SHORT_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;

/** A word on its way, and where its first and second region begin. */
interface Regions {
  readonly first: number;
  readonly second: number;
}

/** The longest endings first. */
const SECOND = inPlaceOf(
  'ational>ate ization>ize fulness>ful ousness>ous iveness>ive tional>tion biliti>ble lessli>less entli>ent ation>ate alism>al ' +
    'aliti>al ousli>ous iviti>ive fulli>ful enci>ence anci>ance abli>able izer>ize ator>ate alli>al bli>ble ogi>og li>',
);

const THIRD = inPlaceOf('ational>ate tional>tion alize>al icate>ic iciti>ic ative> ical>ic ness> ful>');

const FOURTH = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/;

function regionsOf(word: string): Regions {
  const behind = (from: number): number => {
    const found = REGION.exec(word.slice(from));
    return found === null ? word.length : from + found.index + 2;
  };
  const first = /^(?:gener|commun|arsen)/.exec(word)?.[0].length ?? behind(0);
  return { first, second: behind(first) };
}

function withoutPlural(given: string): string {
  const word = given.replace(/(?:'s'|'s|')$/, '');
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/[us]s$/.test(word) || !word.endsWith('s')) return word;
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutPast(word: string, { first }: Regions): string {
  const ending = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0];
  if (ending === undefined) return word;
  const before = word.slice(0, -ending.length);
  if (ending.startsWith('eed')) return before.length >= first ? `${before}ee` : word;
  if (!VOWEL.test(before)) return word;
  if (/(?:at|bl|iz)$/.test(before)) return `${before}e`;
  if (DOUBLE.test(before)) return before.slice(0, -1);
  return before.length === first && SHORT_END.test(before) ? `${before}e` : before;
}

const withVowelAtEnd = (word: string): string => word.replace(/(?<=.[^aeiouy])[yY]$/s, 'i');

/** Replaces the longest ending that is there when it lies in the first region, and what it stands on suits it. */
function replaced(word: string, endings: readonly Pair[], { first, second }: Regions): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const before = word.slice(0, -found[0].length);
  if (before.length < first) return word;
  if (found[0] === 'li' && !/[cdeghkmnrt]$/.test(before)) return word;
  if (found[0] === 'ogi' && !before.endsWith('l')) return word;
  return found[0] === 'ative' && before.length < second ? word : before + found[1];
}

function withoutEnding(word: string, { second }: Regions): string {
  const ending = FOURTH.exec(word)?.[0];
  if (ending === undefined) return word;
  const before = word.slice(0, -ending.length);
  return before.length < second || (ending === 'ion' && !/[st]$/.test(before)) ? word : before;
}

function withoutLastLetter(word: string, { first, second }: Regions): string {
  const before = word.slice(0, -1);
  const isFar = before.length >= second;
  if (word.endsWith('e')) return isFar || (before.length >= first && !SHORT_END.test(before)) ? before : word;
  return isFar && word.endsWith('ll') ? before : word;
}

/** The stem of a word of English by Snowball's `English`, which OpenSearch calls `porter2` among its stemmers. */
export function english(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 3) return word;
  const marked = word
    .replace(/^'/, '')
    .replace(/^y/, 'Y')
    .replace(/([aeiouy])y/g, '$1Y');
  const regions = regionsOf(marked);
  const single = withoutPlural(marked);
  if (WHOLE.has(single)) return single;
  const whole = withVowelAtEnd(withoutPast(single, regions));
  const short = replaced(replaced(whole, SECOND, regions), THIRD, regions);
  const stem = withoutLastLetter(withoutEnding(short, regions), regions);
  return marked.includes('Y') && !word.includes('Y') ? stem.replaceAll('Y', 'y') : stem;
}
