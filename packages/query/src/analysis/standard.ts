/*
 * Word rules of UAX #29 as Lucene's StandardTokenizer applies them: letters are joined by one of . ' : between them, digits by one of
 * . ' , ; and `_` joins them and katakana; ideographs and hiragana stand alone, katakana and the scripts written without spaces stay in
 * runs, and an emoji is a word.
 */

/** Marks and signs that belong to the character before them. */
const BEHIND = String.raw`[[\p{M}\p{Cf}]--[\u200B]]*`;
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hira}]${BEHIND}`;
const KATAKANA = String.raw`\p{sc=Katakana}\u3031-\u3035\u309B\u309C\u30A0\u30FC\uFF70\uFF9E\uFF9F`;
const KATAKANA_RUN = `(?:[${KATAKANA}]${BEHIND})+`;
const NO_SPACES_RUN = String.raw`(?:[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]${BEHIND})+`;
const NO_SPACES = String.raw`\p{sc=Han}\p{sc=Hira}${KATAKANA}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
/** Letters of words that end where something else stands. */
export const LETTER_CLASS = String.raw`[[\p{L}\p{Nl}]--[${NO_SPACES}]]`;
const LETTER = `${LETTER_CLASS}${BEHIND}`;
const DIGIT = String.raw`\p{Nd}${BEHIND}`;
/** What joins letters, or digits, that stand on both sides of it. */
export const MIDDLES = {
  letters: ".':\u2019\u2024\uFE52\uFF07\uFF0E\u00B7\u0387\u2027\uFE13\uFE55\uFF1A",
  digits: ".',;\u2019\u2024\uFE52\uFF07\uFF0E\u037E\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B",
};
const LETTERS = `(?:${LETTER})+(?:[${MIDDLES.letters}]${BEHIND}(?:${LETTER})+)*`;
const DIGITS = `(?:${DIGIT})+(?:[${MIDDLES.digits}]${BEHIND}(?:${DIGIT})+)*`;
const JOINER = String.raw`(?:\p{Pc}${BEHIND})+`;
const PART = `(?:(?:${LETTERS}|${DIGITS})+|${KATAKANA_RUN})`;
const JOINED = `${PART}(?:${JOINER}${PART}?)*|(?:${JOINER}${PART}?)+`;
const SIGN = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}][\uFE0F\p{Emoji_Modifier}]*`;
/** Characters of which more is to be known than what stands beside them. */
export const SPECIAL_CLASS = String.raw`[${NO_SPACES}\p{M}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]`;
const EMOJI = String.raw`(?:\u200D*${SIGN}(?:\u200D${SIGN})*|\p{Regional_Indicator}{2})${BEHIND}`;

/** A word in the sense of the standard tokenizer; `_` alone is none. */
export const STANDARD_WORD = new RegExp(`${ALONE}|${NO_SPACES_RUN}|${JOINED}|${EMOJI}`, 'gv');
/** What is to be in a word. */
export const WORD_CONTENT = /[^\p{Pc}\p{M}\p{Cf}]/v;

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^\p{sc=Han}/u, '<IDEOGRAPHIC>'],
  [/^\p{sc=Hira}/u, '<HIRAGANA>'],
  [new RegExp(`^[${KATAKANA}\\p{M}]+$`, 'v'), '<KATAKANA>'],
  [/^\p{sc=Hangul}+$/u, '<HANGUL>'],
  [/^[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u, '<SOUTHEAST_ASIAN>'],
  [/^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u, '<EMOJI>'],
  [/^[^\p{L}\p{Nl}]*\p{Nd}[^\p{L}\p{Nl}]*$/u, '<NUM>'],
];

/** What kind of word it is, where it is none of letters. */
export function standardType(word: string): string | undefined {
  if (/^[a-zA-Z]/.test(word)) return undefined;
  return TYPES.find(([test]) => test.test(word))?.[1];
}
