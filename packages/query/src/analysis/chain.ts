import { htmlStrip } from './char-filters/html-strip.ts';
import { type MappingRule, mapping } from './char-filters/mapping.ts';
import { type PatternReplacement, patternReplaceText } from './char-filters/pattern-replace.ts';
import type { CharFilter } from './char-filters/rewritten.ts';
import { arabicNormalization, persianNormalization } from './filters/arabic-letters.ts';
import { asciiFolding } from './filters/ascii-folding.ts';
import { type CjkBigramOptions, cjkBigram } from './filters/cjk-bigram.ts';
import { cjkWidth } from './filters/cjk-width.ts';
import { classic } from './filters/classic.ts';
import { type CommonGramsOptions, commonGrams } from './filters/common-grams.ts';
import { decimalDigit } from './filters/decimal-digit.ts';
import { delimitedPayload, type PayloadEncoding } from './filters/delimited-payload.ts';
import { type EdgeNgramOptions, edgeNgram } from './filters/edge-ngram.ts';
import { apostrophe, elision } from './filters/elision.ts';
import { fingerprint } from './filters/fingerprint.ts';
import { germanNormalization } from './filters/german-normalization.ts';
import { hindiNormalization } from './filters/hindi-letters.ts';
import { keepTypes, keepWords } from './filters/keep.ts';
import { keywordMarker } from './filters/keyword-marker.ts';
import { keywordRepeat } from './filters/keyword-repeat.ts';
import { lengthBetween, limit, trim, truncate } from './filters/limits.ts';
import { lowerGreek, lowerIrish, lowerTurkish } from './filters/lower-case-of-languages.ts';
import { type NgramOptions, ngram } from './filters/ngram.ts';
import { patternCapture } from './filters/pattern-capture.ts';
import { patternReplace } from './filters/pattern-replace.ts';
import { reverse } from './filters/reverse.ts';
import { scandinavianFolding, scandinavianNormalization } from './filters/scandinavian.ts';
import { serbianNormalization } from './filters/serbian-letters.ts';
import { type ShingleOptions, shingle } from './filters/shingle.ts';
import { soraniNormalization } from './filters/sorani-letters.ts';
import { stemmer } from './filters/stemmer.ts';
import { stemmerOverride } from './filters/stemmer-override.ts';
import { stop } from './filters/stop.ts';
import { synonym } from './filters/synonym.ts';
import type { SynonymRule } from './filters/synonym-match.ts';
import { unique, uniqueAtPosition } from './filters/unique.ts';
import { type WordDelimiterOptions, wordDelimiter } from './filters/word-delimiter/word-delimiter.ts';
import { lowerCase, upperCase } from './lower-case.ts';
import { eachWord, type TokenFilter } from './token.ts';
import type { TokenizerName, TokenizerStep } from './tokenizers.ts';

/** Filters that have nothing to choose. */
const PLAIN = {
  lowercase: eachWord(lowerCase),
  uppercase: eachWord(upperCase),
  trim,
  reverse,
  unique,
  apostrophe,
  classic,
  decimal_digit: decimalDigit,
  cjk_width: cjkWidth,
  german_normalization: germanNormalization,
  arabic_normalization: arabicNormalization,
  persian_normalization: persianNormalization,
  hindi_normalization: hindiNormalization,
  serbian_normalization: serbianNormalization,
  sorani_normalization: soraniNormalization,
  scandinavian_normalization: scandinavianNormalization,
  scandinavian_folding: scandinavianFolding,
  lowercase_greek: eachWord(lowerGreek),
  lowercase_irish: eachWord(lowerIrish),
  lowercase_turkish: eachWord(lowerTurkish),
  keyword_repeat: keywordRepeat,
  remove_duplicates: uniqueAtPosition,
  // payloads are told by nothing here
  type_as_payload: (tokens) => tokens,
} satisfies Readonly<Record<string, TokenFilter>>;

export type PlainFilter = keyof typeof PLAIN;

export const isPlainFilter = (name: string): name is PlainFilter => Object.hasOwn(PLAIN, name);

/** One step of an analyser after its tokenizer, as plain data. */
export type FilterStep =
  | { readonly kind: PlainFilter }
  | { readonly kind: 'asciifolding'; readonly preserveOriginal: boolean }
  | {
      readonly kind: 'stop' | 'keyword_marker' | 'keep' | 'elision';
      readonly words: readonly string[];
      readonly ignoreCase: boolean;
    }
  | { readonly kind: 'keep_types'; readonly types: readonly string[]; readonly isKept: boolean; readonly usual: string }
  | { readonly kind: 'stemmer'; readonly language: string }
  | { readonly kind: 'stemmer_override'; readonly rules: readonly (readonly [from: string, to: string])[] }
  | {
      readonly kind: 'synonym';
      readonly rules: readonly SynonymRule[];
      /** Another list of synonyms is read with what these make of it. */
      readonly isGraph: boolean;
      /** Some of them are not words that stand one behind the other. */
      readonly isUnfit: boolean;
    }
  | { readonly kind: 'length'; readonly min: number; readonly max: number }
  | { readonly kind: 'delimited_payload'; readonly delimiter: string; readonly encoding: PayloadEncoding }
  | { readonly kind: 'truncate' | 'limit'; readonly most: number }
  | { readonly kind: 'fingerprint'; readonly separator: string; readonly longest: number }
  | { readonly kind: 'pattern_capture'; readonly patterns: readonly string[]; readonly preserveOriginal: boolean }
  | ({ readonly kind: 'pattern_replace'; readonly all: boolean } & PatternReplacement)
  | ({ readonly kind: 'edge_ngram' } & EdgeNgramOptions)
  | ({ readonly kind: 'ngram' } & NgramOptions)
  | ({ readonly kind: 'shingle' } & ShingleOptions)
  | ({ readonly kind: 'cjk_bigram' } & CjkBigramOptions)
  | ({ readonly kind: 'common_grams' } & CommonGramsOptions)
  | ({ readonly kind: 'word_delimiter' } & WordDelimiterOptions);

/** One step of an analyser before its tokenizer, as plain data. */
export type CharFilterStep =
  | { readonly kind: 'html_strip'; readonly escapedTags: readonly string[] }
  | { readonly kind: 'mapping'; readonly rules: readonly MappingRule[] }
  | ({ readonly kind: 'pattern_replace' } & PatternReplacement);

/** An analyser put together in the settings of an index. */
export interface CustomAnalyser {
  readonly charFilters?: readonly CharFilterStep[];
  readonly tokenizer: TokenizerName | TokenizerStep;
  readonly filters: readonly FilterStep[];
}

/** The function of a step before the tokenizer. */
export function charFilterOf(step: CharFilterStep): CharFilter {
  switch (step.kind) {
    case 'html_strip':
      return htmlStrip(step.escapedTags);
    case 'mapping':
      return mapping(step.rules);
    case 'pattern_replace':
      return patternReplaceText(step);
  }
}

/** The function of a step. */
export function filterOf(step: FilterStep): TokenFilter {
  switch (step.kind) {
    case 'asciifolding':
      return asciiFolding(step.preserveOriginal);
    case 'stop':
      return stop(step.words, step.ignoreCase);
    case 'keyword_marker':
      return keywordMarker(step.words, step.ignoreCase);
    case 'keep':
      return keepWords(step.words, step.ignoreCase);
    case 'elision':
      return elision(step.words, step.ignoreCase);
    case 'keep_types':
      return keepTypes(step.types, step.isKept, step.usual);
    case 'stemmer':
      return stemmer(step.language);
    case 'stemmer_override':
      return stemmerOverride(step.rules);
    case 'synonym':
      return synonym(step.rules, step.isGraph);
    case 'length':
      return lengthBetween(step.min, step.max);
    case 'delimited_payload':
      return delimitedPayload(step.delimiter, step.encoding);
    case 'truncate':
      return truncate(step.most);
    case 'limit':
      return limit(step.most);
    case 'fingerprint':
      return fingerprint(step.separator, step.longest);
    case 'pattern_capture':
      return patternCapture(step.patterns, step.preserveOriginal);
    case 'pattern_replace':
      return patternReplace(step, step.all);
    case 'edge_ngram':
      return edgeNgram(step);
    case 'ngram':
      return ngram(step);
    case 'shingle':
      return shingle(step);
    case 'cjk_bigram':
      return cjkBigram(step);
    case 'common_grams':
      return commonGrams(step);
    case 'word_delimiter':
      return wordDelimiter(step);
    default:
      return PLAIN[step.kind];
  }
}
