/**
 * Word rules of UAX #29 as Lucene's StandardTokenizer applies them: letters are joined by one of . ' : between them,
 * digits by one of . ' , ; and `_` joins everything; ideographs and hiragana stand alone, katakana and the scripts
 * written without spaces stay in runs, and an emoji is a word.
 */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hira}]\p{M}*`;
const RUNS = String.raw`\p{sc=Katakana}(?:[\p{sc=Katakana}\u30FC\p{M}])*|[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+`;
const NO_SPACES = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const LETTER = String.raw`[[\p{L}\p{Nl}]--[${NO_SPACES}]][\p{M}\u200D\u00AD]*`;
const DIGIT = String.raw`\p{Nd}[\p{M}\u200D\u00AD]*`;
const LETTERS = String.raw`(?:${LETTER})+(?:[.':\u2019\u2024\uFE52\uFF07\uFF0E\u00B7\u0387\u2027\uFE13\uFE55\uFF1A](?:${LETTER})+)*`;
const DIGITS = String.raw`(?:${DIGIT})+(?:[.',;\u2019\u2024\uFE52\uFF07\uFF0E\u037E\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B](?:${DIGIT})+)*`;
const JOINED = String.raw`(?:${LETTERS}|${DIGITS}|\p{Pc}+)+`;
const EMOJI = String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*`;

/** A word in the sense of the standard tokenizer; `_` alone is none. */
export const STANDARD_WORD = new RegExp(`${ALONE}|${RUNS}|${JOINED}|${EMOJI}`, 'gv');
const HAS_CONTENT = /[^\p{Pc}]/v;

export const isWord = (word: string): boolean => HAS_CONTENT.test(word);

/** Cuts a text into words; their spelling stays. */
export const standardTokens = (text: string): readonly string[] => (text.match(STANDARD_WORD) ?? []).filter(isWord);
