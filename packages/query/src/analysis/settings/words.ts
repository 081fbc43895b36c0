import { readOneOrMany, readText } from '../../reading/fields.ts';
import { STOP_WORDS } from '../filters/stop-words/lists.ts';

/** A list of words, or words with commas between them. */
export const readWordList = (value: unknown, path: string): readonly string[] =>
  typeof value === 'string' ? value.split(',').map((word) => word.trim()) : readOneOrMany(value, path, readText);

/** The same, in which a name such as `_english_` stands for the words of a language. */
export const readStopWords = (value: unknown, path: string): readonly string[] =>
  readWordList(value, path).flatMap((word) => (Object.hasOwn(STOP_WORDS, word) ? (STOP_WORDS[word] ?? []) : [word]));
