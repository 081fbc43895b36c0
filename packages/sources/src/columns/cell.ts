/** The ways a cell of text is read as a value; null = it is not one. The import accepts exactly these. */

const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;

/** A decimal number; thousands may be set apart by commas (FMT-03). */
export function readNumber(text: string): number | null {
  const value = text.trim();
  const plain = GROUPED.test(value) ? value.replaceAll(',', '') : value;
  if (!NUMBER.test(plain)) return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : null;
}

/** A whole number of any size; `12.0` and `1,200` are whole, `12.5` is not. */
export function parseWholeNumber(text: string): bigint | null {
  const value = text.trim();
  const plain = (GROUPED.test(value) ? value.replaceAll(',', '') : value).replace(/\.0*$/, '');
  return /^[+-]?\d{1,40}$/.test(plain) ? BigInt(plain.replace(/^\+/, '')) : null;
}

const TRUE_WORDS: ReadonlySet<string> = new Set(['true', 'yes', 'y', 't', 'on', '1']);
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'n', 'f', 'off', '0']);

/** A boolean in words or digits, in any case. */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : null;
}

export const isBooleanWord = (text: string): boolean => parseBoolean(text) !== null;
