import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as porter } from 'stemmer';
import type { TokenFilter } from '../token.ts';
import { english } from './stems/english.ts';
import { lightFrench } from './stems/light-french.ts';
import { lightGerman } from './stems/light-german.ts';
import { lightItalian } from './stems/light-italian.ts';
import { lightPortuguese } from './stems/light-portuguese.ts';
import { lightSpanish } from './stems/light-spanish.ts';
import { minimalEnglish } from './stems/minimal-english.ts';
import { SNOWBALL } from './stems/snowball.ts';

const LONGEST_REMEMBERED = 255;

const remembered = (stem: (word: string) => string): ((word: string) => string) => {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const made = stem(word);
    if (word.length > LONGEST_REMEMBERED) return made;
    // Texts repeat their words; what is rare need not stay.
    if (known.size >= 50_000) known.clear();
    known.set(word, made);
    return made;
  };
};

/**
 * Porter's algorithm knows small letters; a capital is a consonant to it, as in Lucene, and stays. The library would make it small,
 * so that it is given a character nobody uses in its place.
 */
function porterStem(word: string): string {
  if (word === word.toLowerCase()) return porter(word);
  const others = [...new Set(word.replace(/[a-z]/g, ''))];
  if (others.length > UNUSED) return word;
  const hidden = new Map(others.map((each, i) => [each, String.fromCharCode(0xe000 + i)]));
  const stem = porter(Array.from(word, (each) => hidden.get(each) ?? each).join(''));
  return stem.replace(/[\ue000-\uf8ff]/g, (each) => others[each.charCodeAt(0) - 0xe000] ?? each);
}

/** How many characters nobody uses there are. */
const UNUSED = 6400;

/** The stemmers that are kept take the square of a word's length. */
const LONGEST_STEMMED = 1000;

const unlessEndless =
  (stem: (word: string) => string) =>
  (word: string): string =>
    word.length > LONGEST_STEMMED ? word : stem(word);

/** Languages by OpenSearch's names. `english` is Porter's first algorithm there, as here. */
const STEMS: Readonly<Record<string, (word: string) => string>> = {
  english: remembered(porterStem),
  porter: remembered(porterStem),
  porter2: remembered(english),
  indonesian: remembered(indonesian),
  light_french: remembered(lightFrench),
  light_german: remembered(lightGerman),
  light_italian: remembered(lightItalian),
  light_portuguese: remembered(lightPortuguese),
  light_spanish: remembered(lightSpanish),
  ...Object.fromEntries(
    Object.entries(SNOWBALL).map(([language, stem]) => [language, remembered(unlessEndless(stem))]),
  ),
  minimal_english: minimalEnglish,
  possessive_english: (word) => word.replace(/['\u2019\uFF07][sS]$/, ''),
};

export const STEMMER_LANGUAGES = Object.keys(STEMS);

/** Brings words to their stem; those that are marked stay. */
export function stemmer(language: string): TokenFilter {
  const stem = Object.hasOwn(STEMS, language) ? STEMS[language] : undefined;
  if (stem === undefined) throw new Error(`No stemmer for ${language}`);
  return (tokens) =>
    tokens.map((token) => {
      const word = token.keyword ? token.word : stem(token.word);
      return word === token.word ? token : { ...token, word };
    });
}
