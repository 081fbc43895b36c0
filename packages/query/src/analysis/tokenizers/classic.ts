import type { Token } from '../token.ts';

/*
 * The words of Lucene's ClassicTokenizer: runs of letters and digits, and what is written of several runs as one — names with
 * apostrophes, acronyms, companies, addresses of mail, hosts and numbers of products. The longest reading wins, of equal ones the first.
 */

const CHINESE_JAPANESE = String.raw`\u3100-\u312F\u3040-\u309F\u30A0-\u30FF\u31F0-\u31FF\u3300-\u337F\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF65-\uFF9F`;
const LETTER = `[\\p{L}--[${CHINESE_JAPANESE}]]`;
const PLAIN = String.raw`[[\p{L}\p{Nd}\u0E00-\u0E59]--[${CHINESE_JAPANESE}]]`;
const WORD = `${PLAIN}+`;
/** A run with a digit in it; looked for once, since every place it could be split at would be tried. */
const NUMBERED = String.raw`(?=${LETTER}*\p{Nd})[[\p{L}\p{Nd}]--[${CHINESE_JAPANESE}]]+`;
const SIGN = '[_\\-\\/.,]';
/** Runs of one word; more of them are looked at no further, so that no text takes endless time. */
const SOME = '{1,128}';

const READINGS: readonly (readonly [type: string, pattern: string])[] = [
  ['<ALPHANUM>', WORD],
  ['<APOSTROPHE>', `${LETTER}+(?:'${LETTER}+)${SOME}`],
  ['<ACRONYM>', `${LETTER}\\.(?:${LETTER}\\.)${SOME}`],
  ['<COMPANY>', `${LETTER}+[&@]${LETTER}+`],
  ['<EMAIL>', `${WORD}(?:[.\\-_]${WORD}){0,128}@${WORD}(?:[.\\-]${WORD})${SOME}`],
  ['<HOST>', `${WORD}(?:\\.${WORD})${SOME}`],
  ['<NUM>', `${WORD}${SIGN}${NUMBERED}`],
  ['<NUM>', `${NUMBERED}${SIGN}${WORD}`],
  ['<NUM>', `${WORD}(?:${SIGN}${NUMBERED}${SIGN}${WORD})${SOME}`],
  ['<NUM>', `${NUMBERED}(?:${SIGN}${WORD}${SIGN}${NUMBERED})${SOME}`],
  ['<NUM>', `${WORD}${SIGN}${NUMBERED}(?:${SIGN}${WORD}${SIGN}${NUMBERED})${SOME}`],
  ['<NUM>', `${NUMBERED}${SIGN}${WORD}(?:${SIGN}${NUMBERED}${SIGN}${WORD})${SOME}`],
  ['<CJ>', `[${CHINESE_JAPANESE}]`],
  ['<ACRONYM_DEP>', `${WORD}\\.(?:${WORD}\\.)${SOME}`],
];

const PATTERNS = READINGS.map(([type, pattern]) => ({ type, pattern: new RegExp(pattern, 'vy') }));
const START = new RegExp(`${PLAIN}|[${CHINESE_JAPANESE}]`, 'gv');

interface Reading {
  readonly type: string;
  readonly end: number;
}

function longestAt(text: string, start: number): Reading | null {
  let longest: Reading | null = null;
  for (const { type, pattern } of PATTERNS) {
    pattern.lastIndex = start;
    if (pattern.test(text) && pattern.lastIndex > (longest?.end ?? start)) longest = { type, end: pattern.lastIndex };
  }
  return longest;
}

/** The words of a text; those longer than `longest` are left out, and their positions stay empty. */
export function classicTokens(text: string, longest: number): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  START.lastIndex = 0;
  for (let found = START.exec(text); found !== null; found = START.exec(text)) {
    const { index: start } = found;
    const { type, end } = longestAt(text, start) ?? { type: '<ALPHANUM>', end: start + found[0].length };
    START.lastIndex = end;
    const isOldAcronym = type === '<ACRONYM_DEP>';
    if (end - start <= longest) {
      const word = text.slice(start, isOldAcronym ? end - 1 : end);
      tokens.push({ word, position, start, end, type: isOldAcronym ? '<HOST>' : type });
    }
    position++;
  }
  return tokens;
}
