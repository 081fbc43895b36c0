import { JAVA_SPACE } from '../java-characters.ts';
import { eachWord, keeping, type TokenFilter } from '../token.ts';

/** Words of so many characters; the positions of the others stay empty. */
export const lengthBetween = (min: number, max: number): TokenFilter =>
  keeping(({ word }) => word.length >= min && word.length <= max);

/** No more than the first characters of each word. */
export const truncate = (length: number): TokenFilter => eachWord((word) => word.slice(0, length));

/** No more than the first words. */
export const limit =
  (count: number): TokenFilter =>
  (tokens) =>
    tokens.slice(0, count);

const SPACES = new RegExp(`^${JAVA_SPACE}+`, 'v');
const IS_SPACE = new RegExp(JAVA_SPACE, 'v');

/** Words without the spaces at both ends. */
export const trim = eachWord((word) => {
  let end = word.length;
  while (end > 0 && IS_SPACE.test(word[end - 1] ?? '')) end--;
  return word.slice(0, end).replace(SPACES, '');
});
