import type { Analyser } from '@datasarana/schema';
import { Fields, readFieldEntry, readScalar } from '../reading/fields.ts';
import { isScalar, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { type FuzzyOptions, printFuzzy, readFuzzy } from './fuzziness.ts';
import { type MinimumShouldMatch, OPERATORS, type Operator, readAnalyser, readMinimumShouldMatch } from './matching.ts';

/** Like match, but of the last word its beginning is enough. */
export interface MatchBoolPrefixQuery {
  readonly kind: 'match_bool_prefix';
  readonly field: string;
  readonly query: Scalar;
  readonly operator: Operator;
  readonly minimumShouldMatch?: MinimumShouldMatch;
  readonly analyser?: Analyser;
  /** For all words but the last. */
  readonly fuzzy?: FuzzyOptions;
  readonly boost: number;
}

export function parseMatchBoolPrefix(value: unknown, path: string): MatchBoolPrefixQuery {
  const owner = 'match_bool_prefix';
  const { field, body, path: at } = readFieldEntry(new Fields(value, path, owner), owner);
  const fields = new Fields(isScalar(body) ? { query: body } : body, at, owner);
  const node: MatchBoolPrefixQuery = {
    kind: owner,
    field,
    query: fields.required('query', readScalar),
    operator: fields.choice('operator', OPERATORS) ?? 'or',
    ...present({
      minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch),
      analyser: fields.optional('analyzer', readAnalyser),
    }),
    ...readFuzzy(fields),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printMatchBoolPrefix = (node: MatchBoolPrefixQuery): JsonObject => ({
  [node.field]: present({
    query: node.query,
    operator: node.operator === 'or' ? undefined : node.operator,
    minimum_should_match: node.minimumShouldMatch,
    analyzer: node.analyser,
    ...printFuzzy(node.fuzzy),
    boost: boostOf(node),
  }),
});
