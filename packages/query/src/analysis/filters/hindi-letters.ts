import { eachWord } from '../token.ts';

/** Letters and signs by what is written for them. */
const ALIKE: readonly (readonly [from: string, to: string])[] = [
  ['\u0901', '\u0902'],
  ['\u0929\u0931\u0934', '\u0928\u0930\u0933'],
  ['\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f', '\u0915\u0916\u0917\u091c\u0921\u0922\u092b\u092f'],
  ['\u0945\u0946\u0949\u094a\u090d\u090e\u0911\u0912\u0972', '\u0947\u0947\u094b\u094b\u090f\u090f\u0913\u0913\u0905'],
  ['\u0906\u0908\u090a\u0960\u0961\u0910\u0914', '\u0905\u0907\u0909\u090b\u090c\u090f\u0913'],
  ['\u0940\u0942\u0944\u0963\u0948\u094c', '\u093f\u0941\u0943\u0962\u0947\u094b'],
];

const ONE_FOR: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap(([from, to]) => [...from].map((letter, i) => [letter, [...to][i] ?? letter] as const)),
);

/** An n without a vowel is a sign over the letter before it; marks below letters, joiners and the sign of no vowel go. */
const normalized = (word: string): string =>
  word
    .replace(/\u0928\u094d/g, '\u0902')
    .replace(/\u093c|\u200c|\u200d|\u094d/g, '')
    .replace(/[\u0900-\u097f]/g, (letter) => ONE_FOR.get(letter) ?? letter);

/** Spellings of Hindi that mean the same. */
export const hindiNormalization = eachWord(normalized);
