import type { Analyser } from '@datasarana/schema';
import { type CustomAnalyser, type FilterStep, filterOf } from './chain.ts';
import { STOP_WORDS } from './filters/stop.ts';
import { lowerCase } from './lower-case.ts';
import type { Token, TokenFilter } from './token.ts';
import { TOKENIZER } from './tokenizers.ts';

/** One of the analysers every index has, or one of the index's own. */
export type AnyAnalyser = Analyser | CustomAnalyser;

const LOWERCASE: FilterStep = { kind: 'lowercase' };
const stopWords = (name: string): FilterStep => ({ kind: 'stop', words: STOP_WORDS[name] ?? [], ignoreCase: false });

/** What the named analysers consist of, as in OpenSearch. */
export const ANALYSER: Readonly<Record<Analyser, CustomAnalyser>> = {
  standard: { tokenizer: 'standard', filters: [LOWERCASE] },
  simple: { tokenizer: 'letter', filters: [LOWERCASE] },
  whitespace: { tokenizer: 'whitespace', filters: [] },
  keyword: { tokenizer: 'keyword', filters: [] },
  english: {
    tokenizer: 'standard',
    filters: [
      { kind: 'stemmer', language: 'possessive_english' },
      LOWERCASE,
      stopWords('_english_'),
      { kind: 'stemmer', language: 'english' },
    ],
  },
  indonesian: {
    tokenizer: 'standard',
    filters: [LOWERCASE, stopWords('_indonesian_'), { kind: 'stemmer', language: 'indonesian' }],
  },
};

const definitionOf = (analyser: AnyAnalyser): CustomAnalyser =>
  typeof analyser === 'string' ? ANALYSER[analyser] : analyser;

const filters = new WeakMap<CustomAnalyser, readonly TokenFilter[]>();

function filtersOf(definition: CustomAnalyser): readonly TokenFilter[] {
  const known = filters.get(definition);
  if (known !== undefined) return known;
  const own = definition.filters.map(filterOf);
  const made = definition.tokenizer === 'lowercase' ? [filterOf(LOWERCASE), ...own] : own;
  filters.set(definition, made);
  return made;
}

/** The words of a text with their positions. */
export function tokensOf(analyser: AnyAnalyser, text: string): readonly Token[] {
  const definition = definitionOf(analyser);
  const tokens = TOKENIZER[definition.tokenizer].tokens(text);
  return filtersOf(definition).reduce((all, filter) => filter(all), tokens);
}

/** The words of a text, in order, as they are indexed and searched. */
export function analyse(analyser: AnyAnalyser, text: string): readonly string[] {
  const { tokenizer, filters: steps } = definitionOf(analyser);
  // The most frequent analysers need no positions, which takes most of the time.
  if (steps.length > 1 || (steps[0] !== undefined && steps[0] !== LOWERCASE)) {
    return tokensOf(analyser, text).map(({ word }) => word);
  }
  const words = TOKENIZER[tokenizer].words(text);
  return steps.length === 0 && tokenizer !== 'lowercase' ? words : words.map(lowerCase);
}

/** How long a text is to scoring: words on one position count once. */
export const lengthOf = (tokens: readonly Token[]): number => new Set(tokens.map(({ position }) => position)).size;

/** Whether words of this analyser are in lower case, so that a pattern has to be too. */
export const isLowerCase = (analyser: AnyAnalyser): boolean => {
  const { tokenizer, filters: steps } = definitionOf(analyser);
  return tokenizer === 'lowercase' || steps.some(({ kind }) => kind === 'lowercase');
};
