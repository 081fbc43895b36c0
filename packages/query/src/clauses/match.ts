import type { Analyser } from '@datasarana/schema';
import { Fields, readFieldEntry, readScalar } from '../reading/fields.ts';
import { isScalar, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { type FuzzyOptions, printFuzzy, readFuzzy } from './fuzziness.ts';
import {
  type MinimumShouldMatch,
  OPERATORS,
  type Operator,
  readAnalyser,
  readMinimumShouldMatch,
  requiredMatches,
} from './matching.ts';

/** The analysed words of the query are in the field; a term query on fields that are not text. */
export interface MatchQuery {
  readonly kind: 'match';
  readonly field: string;
  readonly query: Scalar;
  readonly operator: Operator;
  readonly minimumShouldMatch?: MinimumShouldMatch;
  /** Absent = the analyser of the field. */
  readonly analyser?: Analyser;
  /** Words may differ from the ones asked for. */
  readonly fuzzy?: FuzzyOptions;
  /** A value the field's type cannot hold matches nothing instead of failing. */
  readonly lenient: boolean;
  /** What a query without any word left matches. */
  readonly zeroTermsQuery: 'none' | 'all';
  readonly boost: number;
}

export function parseMatch(value: unknown, path: string): MatchQuery {
  const { field, body, path: at } = readFieldEntry(new Fields(value, path, 'match'), 'match');
  const fields = new Fields(isScalar(body) ? { query: body } : body, at, 'match');
  const node: MatchQuery = {
    kind: 'match',
    field,
    query: fields.required('query', readScalar),
    operator: fields.choice('operator', OPERATORS) ?? 'or',
    ...present({
      minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch),
      analyser: fields.optional('analyzer', readAnalyser),
    }),
    ...readFuzzy(fields),
    lenient: fields.flag('lenient', false),
    zeroTermsQuery: fields.choice('zero_terms_query', ['none', 'all']) ?? 'none',
    boost: fields.boost(),
  };
  fields.hints('auto_generate_synonyms_phrase_query', 'cutoff_frequency');
  fields.done();
  return node;
}

export const printMatch = (node: MatchQuery): JsonObject => ({
  [node.field]: present({
    query: node.query,
    operator: node.operator === 'or' ? undefined : node.operator,
    minimum_should_match: node.minimumShouldMatch,
    analyzer: node.analyser,
    ...printFuzzy(node.fuzzy),
    lenient: node.lenient || undefined,
    zero_terms_query: node.zeroTermsQuery === 'none' ? undefined : node.zeroTermsQuery,
    boost: boostOf(node),
  }),
});

/**
 * How many of the query's words must be in the field. A query of one word is a plain term query to OpenSearch, so
 * `minimum_should_match` has no say in it; with `and` it counts clauses that are not optional, of which there are none.
 */
export function requiredWords(node: Pick<MatchQuery, 'minimumShouldMatch' | 'operator'>, words: number): number {
  if (words <= 1) return words;
  const rule = node.minimumShouldMatch;
  if (node.operator === 'and') return rule !== undefined && requiredMatches(rule, 0) > 0 ? words + 1 : words;
  return Math.max(1, rule === undefined ? 1 : requiredMatches(rule, words));
}
