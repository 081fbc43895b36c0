import type { Analyser } from '@datasarana/schema';
import { Fields, readInteger, readNumber, readOneOrMany, readScalar, readText } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { readTieBreaker } from './dis-max.ts';
import { type FuzzyOptions, printExpansions, printFuzzy, readFuzzy } from './fuzziness.ts';
import { readSlop } from './match-phrase.ts';
import { type MinimumShouldMatch, OPERATORS, type Operator, readAnalyser, readMinimumShouldMatch } from './matching.ts';

/** A field name or pattern (`title*`) and the weight of its matches. */
export interface WeightedField {
  readonly field: string;
  readonly boost: number;
}

export const MULTI_MATCH_TYPES = [
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
] as const;
export type MultiMatchType = (typeof MULTI_MATCH_TYPES)[number];

/** A match over several fields; an empty list stands for every field. */
export interface MultiMatchQuery {
  readonly kind: 'multi_match';
  readonly fields: readonly WeightedField[];
  readonly query: Scalar;
  readonly type: MultiMatchType;
  readonly operator: Operator;
  readonly minimumShouldMatch?: MinimumShouldMatch;
  readonly analyser?: Analyser;
  readonly fuzzy?: FuzzyOptions;
  /** For phrases. */
  readonly slop: number;
  /** For phrase_prefix. */
  readonly maxExpansions: number;
  /** What each field but the best adds of its score; absent = 0, with most_fields and bool_prefix 1. */
  readonly tieBreaker?: number;
  readonly lenient: boolean;
  readonly zeroTermsQuery: 'none' | 'all';
  readonly boost: number;
}

/** `title^2` → the field and its weight. */
export function readWeightedField(value: unknown, path: string): WeightedField {
  const [field = '', weight, ...more] = readText(value, path).split('^');
  if (field === '' || more.length > 0) throw wrongShape(path, 'a field name such as title or title^2', value);
  return { field, boost: weight === undefined ? 1 : readNumber(weight, path, { min: 0 }) };
}

export const printWeightedField = ({ field, boost }: WeightedField): string =>
  boost === 1 ? field : `${field}^${boost}`;

export function parseMultiMatch(value: unknown, path: string): MultiMatchQuery {
  const fields = new Fields(value, path, 'multi_match');
  const node: MultiMatchQuery = {
    kind: 'multi_match',
    fields: fields.optional('fields', (list, at) => readOneOrMany(list, at, readWeightedField)) ?? [],
    query: fields.required('query', readScalar),
    type: fields.choice('type', MULTI_MATCH_TYPES) ?? 'best_fields',
    operator: fields.choice('operator', OPERATORS) ?? 'or',
    ...present({
      minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch),
      analyser: fields.optional('analyzer', readAnalyser),
      tieBreaker: fields.optional('tie_breaker', readTieBreaker),
    }),
    ...readFuzzy(fields),
    slop: fields.optional('slop', readSlop) ?? 0,
    maxExpansions: fields.optional('max_expansions', (count, at) => readInteger(count, at, { min: 0 })) ?? 50,
    lenient: fields.flag('lenient', false),
    zeroTermsQuery: fields.choice('zero_terms_query', ['none', 'all']) ?? 'none',
    boost: fields.boost(),
  };
  const frequency = fields.take('cutoff_frequency');
  fields.hints('auto_generate_synonyms_phrase_query');
  fields.done();
  checkType(node, fields, frequency);
  return node;
}

/** As OpenSearch refuses them. */
function checkType(node: MultiMatchQuery, fields: Fields, frequency: unknown): void {
  const refuse = (name: string, value: unknown) => {
    const reason = `[${name}] not allowed for type [${node.type}]`;
    throw wrongShape(fields.at(name), `no ${name} for type [${node.type}]`, value, reason);
  };
  const isExact = node.type === 'cross_fields' || node.type === 'phrase' || node.type === 'phrase_prefix';
  if (node.fuzzy !== undefined && isExact) refuse('fuzziness', node.fuzzy.fuzziness);
  if (node.slop !== 0 && node.type === 'bool_prefix') refuse('slop', node.slop);
  if (frequency !== undefined && node.type === 'bool_prefix') refuse('cutoff_frequency', frequency);
}

/** What each field but the best adds of its score. */
export const tieBreakerOf = (node: Pick<MultiMatchQuery, 'type' | 'tieBreaker'>): number =>
  node.tieBreaker ?? (node.type === 'most_fields' || node.type === 'bool_prefix' ? 1 : 0);

export const printMultiMatch = (node: MultiMatchQuery): JsonObject =>
  present({
    fields: node.fields.length === 0 ? undefined : node.fields.map(printWeightedField),
    query: node.query,
    type: node.type === 'best_fields' ? undefined : node.type,
    operator: node.operator === 'or' ? undefined : node.operator,
    minimum_should_match: node.minimumShouldMatch,
    analyzer: node.analyser,
    tie_breaker: node.tieBreaker,
    ...printFuzzy(node.fuzzy),
    slop: node.slop || undefined,
    max_expansions: printExpansions(node.maxExpansions),
    lenient: node.lenient || undefined,
    zero_terms_query: node.zeroTermsQuery === 'none' ? undefined : node.zeroTermsQuery,
    boost: boostOf(node),
  });
