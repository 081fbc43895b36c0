import type { Analyser } from '@datasarana/schema';
import { type CustomAnalyser, charFilterOf, type FilterStep, filterOf } from './chain.ts';
import { type CharFilter, rewritten } from './char-filters/rewritten.ts';
import { type Cutting, cutBy, filtered } from './cutting.ts';
import { STOP_WORDS } from './filters/stop-words/lists.ts';
import { mostLetters } from './gathered.ts';
import { lowerCase } from './lower-case.ts';
import type { Token, TokenFilter } from './token.ts';
import { type TokenizerName, tokenizerOf } from './tokenizers.ts';
import { WordCutter } from './word-cutter.ts';

/** One of the analysers every index has, or one of the index's own. */
export type AnyAnalyser = Analyser | CustomAnalyser;

const LOWERCASE: FilterStep = { kind: 'lowercase' };
const stopWords = (name: string): FilterStep => ({ kind: 'stop', words: STOP_WORDS[name] ?? [], ignoreCase: false });

/** What the named analysers consist of, as in OpenSearch. */
export const ANALYSER: Readonly<Record<Analyser, CustomAnalyser & { readonly tokenizer: TokenizerName }>> = {
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

/** What an analyser does with the words its tokenizer cuts, one step after the other. */
export const filtersOf = (analyser: AnyAnalyser): readonly FilterStep[] => definitionOf(analyser).filters;

/** The functions an analyser consists of. */
interface Functions {
  readonly before: readonly CharFilter[];
  readonly tokenizer: ReturnType<typeof tokenizerOf>;
  readonly filters: readonly TokenFilter[];
  /** Whether all that happens is that words are cut, and put in small letters. */
  readonly isPlain: boolean;
  readonly isLower: boolean;
  /** Whether a filter puts something where words were left out behind the last one. */
  readonly fillsEnd: boolean;
}

const made = new WeakMap<CustomAnalyser, Functions>();

function functionsOf(definition: CustomAnalyser): Functions {
  const known = made.get(definition);
  if (known !== undefined) return known;
  const { charFilters = [], tokenizer, filters } = definition;
  const isLower = tokenizer === 'lowercase' || filters[0]?.kind === 'lowercase';
  const own = filters.map(filterOf);
  const functions = {
    before: charFilters.map(charFilterOf),
    tokenizer: tokenizerOf(tokenizer),
    filters: tokenizer === 'lowercase' ? [filterOf(LOWERCASE), ...own] : own,
    isPlain: charFilters.length === 0 && filters.every(({ kind }) => kind === 'lowercase'),
    isLower,
    fillsEnd: filters.some(({ kind }) => kind === 'shingle'),
  };
  made.set(definition, functions);
  return functions;
}

/** The words of a text with their positions. */
export function tokensOf(analyser: AnyAnalyser, text: string): readonly Token[] {
  const { filters, fillsEnd } = functionsOf(definitionOf(analyser));
  if (fillsEnd) return cutting(analyser, text).tokens;
  return filters.reduce((all, filter) => filter(all, text.length), cutTokens(analyser, text));
}

/** The words of a text as the tokenizer cuts them. */
function cutTokens(analyser: AnyAnalyser, text: string): readonly Token[] {
  const { before, tokenizer } = functionsOf(definitionOf(analyser));
  const { text: made, originOf } = rewritten(text, before);
  const cut = tokenizer.tokens(made);
  if (before.length === 0) return cut;
  return cut.map((each) => ({ ...each, start: originOf(each.start), end: originOf(each.end) }));
}

/** What texts are after each step of an analyser. */
export interface Stages {
  /** After each character filter: the texts. */
  readonly rewritten: readonly (readonly string[])[];
  /** After the tokenizer, then after each filter: the words of each text, worked out as they are asked for. */
  readonly words: Iterable<readonly Cutting[]>;
}

/** What an analyser makes of texts step by step, each step done once. */
export function stagesOf(analyser: AnyAnalyser, texts: readonly string[]): Stages {
  const { before } = functionsOf(definitionOf(analyser));
  const stages: (readonly string[])[] = [];
  for (const filter of before) {
    const last = stages.at(-1) ?? texts;
    stages.push(last.map((text, i) => rewritten(text, [filter], mostLetters((texts[i] ?? '').length)).text));
  }
  return { rewritten: stages, words: wordStages(analyser, texts) };
}

function* wordStages(analyser: AnyAnalyser, texts: readonly string[]): Generator<readonly Cutting[]> {
  let words = texts.map((text) => cut(analyser, text));
  yield words;
  for (const [step, filter] of stepsOf(analyser)) {
    words = words.map((all) => filtered(step, filter, all));
    yield words;
  }
}

/** The filters of an analyser, and what each of them is. */
function stepsOf(analyser: AnyAnalyser): readonly (readonly [FilterStep, TokenFilter])[] {
  const definition = definitionOf(analyser);
  const { filters } = functionsOf(definition);
  // the filter that makes a tokenizer is none of the steps
  const cutters = filters.length - definition.filters.length;
  return definition.filters.map((step, i) => [step, filters[cutters + i] ?? filterOf(step)]);
}

/** What the tokenizer makes of a text; the tokenizer `lowercase` is one step that takes a filter to make. */
function cut(analyser: AnyAnalyser, text: string): Cutting {
  const { tokenizer } = definitionOf(analyser);
  const made = cutBy(tokenizer, cutTokens(analyser, text), text.length);
  return tokenizer === 'lowercase' ? filtered(LOWERCASE, filterOf(LOWERCASE), made) : made;
}

/** The words of a text with their positions, and where it ends for one behind it. */
export const cutting = (analyser: AnyAnalyser, text: string): Cutting =>
  stepsOf(analyser).reduce((all, [step, filter]) => filtered(step, filter, all), cut(analyser, text));

/** How many words a text has, alternatives on one position as one; `countsGaps` adds those that filters left out. */
export function countTokens(analyser: AnyAnalyser, text: string, countsGaps: boolean): number {
  const tokens = tokensOf(analyser, text);
  if (!countsGaps) return new Set(tokens.map(({ position }) => position)).size;
  const last = (all: readonly Token[]) => all.at(-1)?.position ?? -1;
  return Math.max(last(cutTokens(analyser, text)), last(tokens)) + 1;
}

/** What a field holds of a text. */
export interface Analysed {
  /** In order, as they are indexed and searched. */
  readonly words: readonly string[];
  /** Where each of them stands; where none is left out, and none on the place of another, they stand one behind the other. */
  readonly places?: readonly number[];
  /** How long the text is to scoring: words on one position count once, as in Lucene. */
  readonly length: number;
}

/** The words a text is found by, and how many of them count for its length. */
export function analysed(analyser: AnyAnalyser, text: string): Analysed {
  const { tokenizer, isPlain, isLower } = functionsOf(definitionOf(analyser));
  // The most frequent analysers need no positions, which takes most of the time.
  if (!isPlain) {
    const tokens = tokensOf(analyser, text);
    const places = tokens.map(({ position }) => position);
    return { words: tokens.map(({ word }) => word), places, length: new Set(places).size };
  }
  const words = tokenizer.words(text);
  return { words: isLower ? words.map(lowerCase) : words, length: words.length };
}

/** Finds the words of texts of which the analyser makes one or none each; null where words depend on each other. */
export function wordCutterOf(analyser: AnyAnalyser): WordCutter | null {
  const { isPlain, isLower } = functionsOf(definitionOf(analyser));
  const plain = isLower ? lowerCase : (word: string) => word;
  return WordCutter.of(definitionOf(analyser), isPlain ? plain : (word) => analysed(analyser, word).words[0]);
}

/** The words of a list of texts: each is cut on its own, whatever its analyser joins or leaves out. */
export function analysedEach(analyser: AnyAnalyser, texts: readonly string[]): Analysed {
  // words of these analysers neither cross a line end nor depend on one another
  if (typeof analyser === 'string' && analyser !== 'keyword') return analysed(analyser, texts.join('\n'));
  const each = texts.map((text) => analysed(analyser, text));
  return { words: each.flatMap(({ words }) => words), length: each.reduce((sum, { length }) => sum + length, 0) };
}

/** The words of a text, in order, as they are indexed and searched. */
export const analyse = (analyser: AnyAnalyser, text: string): readonly string[] => analysed(analyser, text).words;

/** Makes the functions of an analyser, so that what cannot be made is told at once. @throws PlatformError */
export function checkAnalyser(definition: CustomAnalyser): CustomAnalyser {
  functionsOf(definition);
  return definition;
}

/** What `_analyze` calls words that are of no other kind. */
export function usualTypeOf(analyser: AnyAnalyser): string {
  const { tokenizer } = definitionOf(analyser);
  const of = typeof tokenizer === 'object' && tokenizer.kind === 'cut' ? tokenizer.of : tokenizer;
  return of === 'standard' || of === 'classic' ? '<ALPHANUM>' : 'word';
}

/** Whether words of this analyser are in lower case, so that a pattern has to be too. */
export const isLowerCase = (analyser: AnyAnalyser): boolean => {
  const { tokenizer, filters: steps } = definitionOf(analyser);
  return tokenizer === 'lowercase' || steps.some(({ kind }) => kind === 'lowercase');
};
