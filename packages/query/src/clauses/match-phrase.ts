import { openFieldEntry, readInteger } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { readAnalyser, readSought } from './matching.ts';
import { printZeroTerms, readZeroTerms, type ZeroTerms } from './words.ts';

/** The analysed words stand one after another in the field, or nearly so. */
export interface MatchPhraseQuery {
  readonly kind: 'match_phrase';
  readonly field: string;
  readonly query: Scalar;
  /** How many places the words may stand apart from where the phrase has them. */
  readonly slop: number;
  readonly analyser?: string;
  readonly zeroTermsQuery: ZeroTerms;
  readonly boost: number;
}

export const readSlop = (value: unknown, path: string): number => readInteger(value, path, { min: 0 });

export function parseMatchPhrase(value: unknown, path: string): MatchPhraseQuery {
  const { field, fields } = openFieldEntry(value, path, 'match_phrase', 'query');
  const node: MatchPhraseQuery = {
    kind: 'match_phrase',
    field,
    query: fields.required('query', readSought),
    slop: fields.optional('slop', readSlop) ?? 0,
    ...present({ analyser: fields.optional('analyzer', readAnalyser) }),
    zeroTermsQuery: readZeroTerms(fields),
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
    ...printZeroTerms(node.zeroTermsQuery),
    boost: boostOf(node),
  }),
});
