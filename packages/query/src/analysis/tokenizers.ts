import { isWord, STANDARD_WORD, standardTokens } from './standard.ts';
import type { Token } from './token.ts';

export const TOKENIZERS = ['standard', 'letter', 'lowercase', 'whitespace', 'keyword'] as const;
export type TokenizerName = (typeof TOKENIZERS)[number];

interface Tokenizer {
  /** The words alone, for where nothing but them is needed. */
  readonly words: (text: string) => readonly string[];
  readonly tokens: (text: string) => readonly Token[];
}

const LETTERS = /\p{L}+/gu;
const NO_SPACE = /\S+/g;

const plain = (pattern: RegExp): Tokenizer => ({
  words: (text) => text.match(pattern) ?? [],
  tokens: (text) => tokensBy(pattern, text, () => true),
});

const letter = plain(LETTERS);

export const TOKENIZER: Readonly<Record<TokenizerName, Tokenizer>> = {
  standard: { words: standardTokens, tokens: (text) => tokensBy(STANDARD_WORD, text, isWord) },
  letter,
  lowercase: letter,
  whitespace: plain(NO_SPACE),
  keyword: {
    words: (text) => [text],
    tokens: (text) => [{ word: text, position: 0, start: 0, end: text.length }],
  },
};

function tokensBy(pattern: RegExp, text: string, isKept: (word: string) => boolean): readonly Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of text.matchAll(pattern)) {
    if (isKept(word)) tokens.push({ word, position: tokens.length, start: index, end: index + word.length });
  }
  return tokens;
}
