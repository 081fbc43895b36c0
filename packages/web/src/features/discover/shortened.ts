import type { TextPlace } from '@datasarana/query';

/** Characters shown of one word, and of what stands before and behind a place. */
const MOST = 64;
const BESIDE = 48;

/** Half of a letter of two halves is none. */
const whole = (text: string): string => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
const cut = (text: string, most: number): string => (text.length > most ? `${whole(text.slice(0, most))}…` : text);

/** A word of a sentence; of a long one the beginning, so that the sentence stays one. */
export const shortWord = (text: string): string => cut(text, MOST);

/** A text cut around a place in it, which stays in sight: a search of thousands of letters fits below its bar. */
export function around(text: string, { at, length }: TextPlace) {
  const before = text.slice(0, at);
  return {
    before: before.length > BESIDE ? `…${whole(before.slice(-BESIDE))}` : before,
    marked: cut(text.slice(at, at + length), MOST),
    behind: length > MOST ? '' : cut(text.slice(at + length), BESIDE),
  };
}
