import type { Fields } from '../reading/fields.ts';
import { present, type Scalar } from '../reading/json.ts';
import { type FuzzyOptions, printFuzzy, readFuzzy } from './fuzziness.ts';
import {
  type MinimumShouldMatch,
  type Operator,
  readAnalyser,
  readMinimumShouldMatch,
  readOperator,
  readSought,
} from './matching.ts';

/** What the clauses that look for the words of a text, in any order, share. */
export interface WordsOptions {
  readonly query: Scalar;
  readonly operator: Operator;
  readonly minimumShouldMatch?: MinimumShouldMatch;
  /** Absent = the analyser of the field. */
  readonly analyser?: string;
  /** Words may differ from the ones asked for. */
  readonly fuzzy?: FuzzyOptions;
}

export const readWords = (fields: Fields): WordsOptions => ({
  query: fields.required('query', readSought),
  operator: readOperator(fields, 'operator'),
  ...present({
    minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch),
    analyser: fields.optional('analyzer', readAnalyser),
  }),
  ...readFuzzy(fields),
});

/** The parameters `readWords` reads. */
export const printWords = (node: WordsOptions) => ({
  query: node.query,
  operator: node.operator === 'or' ? undefined : node.operator,
  minimum_should_match: node.minimumShouldMatch,
  analyzer: node.analyser,
  ...printFuzzy(node.fuzzy),
});

/** What a query without any word left matches. */
export type ZeroTerms = 'none' | 'all';

export const readZeroTerms = (fields: Fields): ZeroTerms =>
  fields.choice('zero_terms_query', ['none', 'all']) ?? 'none';

export const printZeroTerms = (zeroTerms: ZeroTerms) => ({
  zero_terms_query: zeroTerms === 'none' ? undefined : zeroTerms,
});

/** Whether synonyms of several words are looked for as phrases; absent = they are. */
export interface SynonymOptions {
  readonly synonymPhrases?: false;
}

const SYNONYM_PHRASES = 'auto_generate_synonyms_phrase_query';

export const readSynonyms = (fields: Fields): SynonymOptions =>
  fields.flag(SYNONYM_PHRASES, true) ? {} : { synonymPhrases: false };

export const printSynonyms = ({ synonymPhrases }: SynonymOptions) => ({ [SYNONYM_PHRASES]: synonymPhrases });

/** What `match` takes on one field, and `multi_match` on several. */
export interface MatchOptions extends WordsOptions, SynonymOptions {
  /** A value the type of a field cannot hold matches nothing there instead of failing. */
  readonly lenient: boolean;
  readonly zeroTermsQuery: ZeroTerms;
}

/** `isLenient` unless the clause says otherwise. */
export const readMatchOptions = (fields: Fields, isLenient = false): MatchOptions => ({
  ...readWords(fields),
  ...readSynonyms(fields),
  lenient: fields.flag('lenient', isLenient),
  zeroTermsQuery: readZeroTerms(fields),
});

/** The parameters `readMatchOptions` reads. */
export const printMatchOptions = (node: MatchOptions, isLenient = false) => ({
  ...printWords(node),
  ...printSynonyms(node),
  lenient: node.lenient === isLenient ? undefined : node.lenient,
  ...printZeroTerms(node.zeroTermsQuery),
});
