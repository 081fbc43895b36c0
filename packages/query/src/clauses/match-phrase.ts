import type { Analyser } from '@datasarana/schema';
import { Fields, readFieldEntry, readInteger, readScalar } from '../reading/fields.ts';
import { isScalar, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { readAnalyser } from './matching.ts';

/** The analysed words stand one after another in the field, or nearly so. */
export interface MatchPhraseQuery {
  readonly kind: 'match_phrase';
  readonly field: string;
  readonly query: Scalar;
  /** How many places the words may stand apart from where the phrase has them. */
  readonly slop: number;
  readonly analyser?: Analyser;
  readonly zeroTermsQuery: 'none' | 'all';
  readonly boost: number;
}

export const readSlop = (value: unknown, path: string): number => readInteger(value, path, { min: 0 });

export function parseMatchPhrase(value: unknown, path: string): MatchPhraseQuery {
  const { field, body, path: at } = readFieldEntry(new Fields(value, path, 'match_phrase'), 'match_phrase');
  const fields = new Fields(isScalar(body) ? { query: body } : body, at, 'match_phrase');
  const node: MatchPhraseQuery = {
    kind: 'match_phrase',
    field,
    query: fields.required('query', readScalar),
    slop: fields.optional('slop', readSlop) ?? 0,
    ...present({ analyser: fields.optional('analyzer', readAnalyser) }),
    zeroTermsQuery: fields.choice('zero_terms_query', ['none', 'all']) ?? 'none',
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printMatchPhrase = (node: MatchPhraseQuery): JsonObject => ({
  [node.field]: present({
    query: node.query,
    slop: node.slop || undefined,
    analyzer: node.analyser,
    zero_terms_query: node.zeroTermsQuery === 'none' ? undefined : node.zeroTermsQuery,
    boost: boostOf(node),
  }),
});
