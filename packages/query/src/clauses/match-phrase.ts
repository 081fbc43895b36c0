import type { Analyser } from '@datasarana/schema';
import { Fields, readFieldEntry, readInteger, readScalar } from '../reading/fields.ts';
import { isScalar, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { unsupported } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { readAnalyser } from './matching.ts';

/** The analysed words stand one after another in the field. */
export interface MatchPhraseQuery {
  readonly kind: 'match_phrase';
  readonly field: string;
  readonly query: Scalar;
  readonly analyser?: Analyser;
  readonly zeroTermsQuery: 'none' | 'all';
  readonly boost: number;
}

export function parseMatchPhrase(value: unknown, path: string): MatchPhraseQuery {
  const { field, body, path: at } = readFieldEntry(new Fields(value, path, 'match_phrase'), 'match_phrase');
  const fields = new Fields(isScalar(body) ? { query: body } : body, at, 'match_phrase');
  const slop = fields.optional('slop', (given, where) => readInteger(given, where, { min: 0 })) ?? 0;
  if (slop !== 0) throw unsupported(fields.at('slop'), '[slop] other than 0 of match_phrase');
  const node: MatchPhraseQuery = {
    kind: 'match_phrase',
    field,
    query: fields.required('query', readScalar),
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
    analyzer: node.analyser,
    zero_terms_query: node.zeroTermsQuery === 'none' ? undefined : node.zeroTermsQuery,
    boost: boostOf(node),
  }),
});
