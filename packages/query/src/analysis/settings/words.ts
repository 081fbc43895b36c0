import { malformed } from '@datasarana/schema';
import { readOneOrMany, readText } from '../../reading/fields.ts';
import { STOP_WORDS } from '../filters/stop-words/lists.ts';

/** A list of words, or words with commas between them. */
export const readWordList = (value: unknown, path: string): readonly string[] =>
  typeof value === 'string' ? value.split(',').map((word) => word.trim()) : readOneOrMany(value, path, readText);

/** Lists that OpenSearch has and nobody keeps here; what else looks like a name is a word, there too. */
const MISSING: ReadonlySet<string> = new Set(
  'arabic bengali brazilian bulgarian czech estonian hindi hungarian lithuanian persian romanian turkish'
    .split(' ')
    .map((language) => `_${language}_`),
);

/** The same, in which a name such as `_english_` stands for the words of a language. */
export const readStopWords = (value: unknown, path: string): readonly string[] =>
  readWordList(value, path).flatMap((word) => {
    if (MISSING.has(word))
      throw malformed(`stop words [${word}] are not offered`, 'docs/deviations.md names those that are.');
    const isName = Object.hasOwn(STOP_WORDS, word) && word !== '_cjk_';
    return isName ? (STOP_WORDS[word] ?? []) : [word];
  });
