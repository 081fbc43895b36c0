const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DIGITS = /^[+-]?\d+$/;

/** Whether a text is a number in digits: neither 0x10 nor 1e400 is. */
export const isNumberText = (text: string): boolean => NUMBER.test(text.trim()) && Number.isFinite(Number(text));

/**
 * A number as somebody wrote it: null when nothing stands there, the text itself when it is no number, or one whose digits would
 * be lost. Nothing is left out of it: 1,5 and 1e400 are not taken for 15 and 1400.
 */
export function readNumber(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  const number = Number(text);
  if (!isNumberText(text)) return text;
  return DIGITS.test(text) && !Number.isSafeInteger(number) ? text : number;
}

/** What is wrong with a text that `readNumber` left as it is. */
export const unreadNumber = (text: string): string =>
  DIGITS.test(text)
    ? `"${text}" has more digits than a form keeps exactly; at most 15 are safe`
    : `"${text}" is not a number; write it as -1234.5`;

/** The number that was read, NaN when there is none: what asks for it refuses that by name. */
export const orNone = (read: ReturnType<typeof readNumber>): number => (typeof read === 'number' ? read : Number.NaN);
