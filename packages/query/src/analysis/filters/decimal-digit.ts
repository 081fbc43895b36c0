import { eachWord } from '../token.ts';

const DIGIT = /\p{Nd}/u;

/** Digits of a script stand in tens, so that how far one is from the beginning of its row tells its value. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/** Digits of every script as 0 to 9. */
export const decimalDigit = eachWord((word) => word.replace(/\p{Nd}/gu, digitOf));
