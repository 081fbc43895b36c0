import type { Analyser } from '@datasarana/schema';
import { Fields, readNumber, readOneOrMany, readScalar, readText } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { type MinimumShouldMatch, OPERATORS, type Operator, readAnalyser, readMinimumShouldMatch } from './matching.ts';

/** A field name or pattern (`title*`) and the weight of its matches. */
export interface WeightedField {
  readonly field: string;
  readonly boost: number;
}

export const MULTI_MATCH_TYPES = ['best_fields', 'most_fields', 'phrase'] as const;
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
    }),
    lenient: fields.flag('lenient', false),
    zeroTermsQuery: fields.choice('zero_terms_query', ['none', 'all']) ?? 'none',
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printMultiMatch = (node: MultiMatchQuery): JsonObject =>
  present({
    fields: node.fields.length === 0 ? undefined : node.fields.map(printWeightedField),
    query: node.query,
    type: node.type === 'best_fields' ? undefined : node.type,
    operator: node.operator === 'or' ? undefined : node.operator,
    minimum_should_match: node.minimumShouldMatch,
    analyzer: node.analyser,
    lenient: node.lenient || undefined,
    zero_terms_query: node.zeroTermsQuery === 'none' ? undefined : node.zeroTermsQuery,
    boost: boostOf(node),
  });
