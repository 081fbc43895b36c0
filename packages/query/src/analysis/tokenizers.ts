import { JAVA_SPACE } from './java-characters.ts';
import { type FoundWord, hasLongRun, LONGEST_WORD, shortWords, type WordOptions } from './long-words.ts';
import { STANDARD_WORD, standardType, WORD_CONTENT } from './standard.ts';
import type { Token } from './token.ts';
import { classicTokens } from './tokenizers/classic.ts';
import { edgeNgramTokens, type GramOptions, ngramTokens } from './tokenizers/gram.ts';
import { type PathOptions, pathTokens } from './tokenizers/path-hierarchy.ts';
import { type PatternOptions, patternTokenizer } from './tokenizers/pattern.ts';

export const TOKENIZERS = ['standard', 'letter', 'lowercase', 'whitespace', 'keyword', 'classic'] as const;
export type TokenizerName = (typeof TOKENIZERS)[number];

/** A tokenizer with options, as plain data. */
export type TokenizerStep =
  | ({ readonly kind: 'ngram' | 'edge_ngram' } & GramOptions)
  | ({ readonly kind: 'pattern' } & PatternOptions)
  | ({ readonly kind: 'path_hierarchy' } & PathOptions)
  | CharGroup
  /** Words may be so long, and no longer. */
  | { readonly kind: 'cut'; readonly of: Cuttable; readonly longest: number };

/** Words are never longer than that. */
export const LONGEST_CUT = 1_048_576;

/** What a longest word can be told to. */
export type Cuttable = TokenizerName | CharGroup;

/** Words are what is not of the class `separators` (`v` mode). */
interface CharGroup {
  readonly kind: 'char_group';
  readonly separators: string;
}

interface Tokenizer {
  /** The words alone, for where nothing but them is needed. */
  readonly words: (text: string) => readonly string[];
  readonly tokens: (text: string) => readonly Token[];
}

const LETTERS = /\p{L}+/gu;
const NO_SPACE = new RegExp(`[^${JAVA_SPACE}]+`, 'gv');

/** A tokenizer by an expression for its words; `typeOf` tells what kind of word one is, where it is not the usual one. */
function plain(pattern: RegExp, options: WordOptions, typeOf?: (word: string) => string | undefined): Tokenizer {
  const { content } = options;
  const words = (text: string): readonly string[] => {
    if (hasLongRun(text, options.longest)) return Array.from(shortWords(pattern, text, options), ([word]) => word);
    const found = text.match(pattern) ?? [];
    return content === undefined ? found : found.filter((word) => content.test(word));
  };
  const tokens = (text: string): readonly Token[] => {
    const found: Token[] = [];
    for (const [word, start] of hasLongRun(text, options.longest)
      ? shortWords(pattern, text, options)
      : all(pattern, text)) {
      if (content?.test(word) === false) continue;
      const token = { word, position: found.length, start, end: start + word.length };
      const type = typeOf?.(word);
      found.push(type === undefined ? token : { ...token, type });
    }
    return found;
  };
  return { words, tokens };
}

function* all(pattern: RegExp, text: string): Iterable<FoundWord> {
  for (const { 0: word, index } of text.matchAll(pattern)) yield [word, index];
}

const KEYWORD: Tokenizer = {
  words: (text) => [text],
  tokens: (text) => [{ word: text, position: 0, start: 0, end: text.length }],
};

const byTokens = (tokens: (text: string) => readonly Token[]): Tokenizer => ({
  tokens,
  words: (text) => tokens(text).map(({ word }) => word),
});

/** A tokenizer whose words may be so long. */
function byClass(of: Cuttable, longest: number): Tokenizer {
  const characters = { longest, keepsPairs: true };
  if (typeof of === 'object') return plain(new RegExp(`[^${of.separators}]+`, 'gv'), characters);
  switch (of) {
    case 'standard':
      return plain(STANDARD_WORD, { longest, content: WORD_CONTENT }, standardType);
    case 'letter':
    case 'lowercase':
      return plain(LETTERS, characters);
    case 'whitespace':
      return plain(NO_SPACE, characters);
    case 'keyword':
      return KEYWORD;
    case 'classic':
      return byTokens((text) => classicTokens(text, longest));
  }
}

/** The function of a tokenizer. */
export function tokenizerOf(step: TokenizerName | TokenizerStep): Tokenizer {
  if (typeof step === 'string') return byClass(step, LONGEST_WORD);
  switch (step.kind) {
    case 'ngram':
      return byTokens((text) => ngramTokens(step, text));
    case 'edge_ngram':
      return byTokens((text) => edgeNgramTokens(step, text));
    case 'pattern':
      return byTokens(patternTokenizer(step));
    case 'path_hierarchy':
      return byTokens((text) => pathTokens(step, text));
    case 'char_group':
      return byClass(step, LONGEST_WORD);
    case 'cut':
      return byClass(step.of, Math.min(step.longest, LONGEST_CUT));
  }
}
