import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as porter } from 'stemmer';
import type { TokenFilter } from '../token.ts';

const remembered = (stem: (word: string) => string): ((word: string) => string) => {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const made = stem(word);
    // Texts repeat their words; what is rare need not stay.
    if (known.size >= 50_000) known.clear();
    known.set(word, made);
    return made;
  };
};

/** Languages by OpenSearch's names. `english` is Porter's first algorithm there, as here. */
const STEMS: Readonly<Record<string, (word: string) => string>> = {
  english: remembered(porter),
  porter: remembered(porter),
  indonesian: remembered(indonesian),
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
