import { asciiFolding } from './filters/ascii-folding.ts';
import { cjkWidth } from './filters/cjk-width.ts';
import { decimalDigit } from './filters/decimal-digit.ts';
import { edgeNgram } from './filters/edge-ngram.ts';
import { keywordMarker } from './filters/keyword-marker.ts';
import { type MappingRule, mapping } from './filters/mapping.ts';
import { stemmer } from './filters/stemmer.ts';
import { stop } from './filters/stop.ts';
import { type SynonymRule, synonym } from './filters/synonym.ts';
import { unique } from './filters/unique.ts';
import { lowerCase, upperCase } from './lower-case.ts';
import { eachWord, type TokenFilter } from './token.ts';
import type { TokenizerName } from './tokenizers.ts';

/** One step of an analyser after its tokenizer, as plain data. */
export type FilterStep =
  | { readonly kind: 'lowercase' | 'uppercase' | 'trim' | 'unique' | 'decimal_digit' | 'cjk_width' }
  | { readonly kind: 'asciifolding'; readonly preserveOriginal: boolean }
  | { readonly kind: 'stop' | 'keyword_marker'; readonly words: readonly string[]; readonly ignoreCase: boolean }
  | { readonly kind: 'mapping'; readonly rules: readonly MappingRule[] }
  | { readonly kind: 'stemmer'; readonly language: string }
  | { readonly kind: 'synonym'; readonly rules: readonly SynonymRule[] }
  | {
      readonly kind: 'edge_ngram';
      readonly minGram: number;
      readonly maxGram: number;
      readonly preserveOriginal: boolean;
    };

/** An analyser put together in the settings of an index. */
export interface CustomAnalyser {
  readonly tokenizer: TokenizerName;
  readonly filters: readonly FilterStep[];
}

/** The function of a step. */
export function filterOf(step: FilterStep): TokenFilter {
  switch (step.kind) {
    case 'lowercase':
      return eachWord(lowerCase);
    case 'uppercase':
      return eachWord(upperCase);
    case 'trim':
      return eachWord((word) => word.trim());
    case 'unique':
      return unique;
    case 'decimal_digit':
      return decimalDigit;
    case 'cjk_width':
      return cjkWidth;
    case 'asciifolding':
      return asciiFolding(step.preserveOriginal);
    case 'mapping':
      return mapping(step.rules);
    case 'stop':
      return stop(step.words, step.ignoreCase);
    case 'keyword_marker':
      return keywordMarker(step.words, step.ignoreCase);
    case 'stemmer':
      return stemmer(step.language);
    case 'synonym':
      return synonym(step.rules);
    case 'edge_ngram':
      return edgeNgram(step);
  }
}
