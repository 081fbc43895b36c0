import { openFieldEntry, readInteger } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { printExpansions } from './fuzziness.ts';
import { readSlop } from './match-phrase.ts';
import { readAnalyser, readSought } from './matching.ts';
import { printZeroTerms, readZeroTerms, type ZeroTerms } from './words.ts';

/** The analysed words stand one after another in the field, of the last one at least its beginning. */
export interface MatchPhrasePrefixQuery {
  readonly kind: 'match_phrase_prefix';
  readonly field: string;
  readonly query: Scalar;
  readonly slop: number;
  /** How many terms the last word may stand for, in their order. */
  readonly maxExpansions: number;
  readonly analyser?: string;
  readonly zeroTermsQuery: ZeroTerms;
  readonly boost: number;
}

/** The word itself counts even where none is asked for. */
const readExpansions = (value: unknown, path: string) => Math.max(1, readInteger(value, path, { min: 0 }));

export function parseMatchPhrasePrefix(value: unknown, path: string): MatchPhrasePrefixQuery {
  const owner = 'match_phrase_prefix';
  const { field, fields } = openFieldEntry(value, path, owner, 'query');
  const node: MatchPhrasePrefixQuery = {
    kind: owner,
    field,
    query: fields.required('query', readSought),
    slop: fields.optional('slop', readSlop) ?? 0,
    maxExpansions: fields.optional('max_expansions', readExpansions) ?? 50,
    ...present({ analyser: fields.optional('analyzer', readAnalyser) }),
    zeroTermsQuery: readZeroTerms(fields),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printMatchPhrasePrefix = (node: MatchPhrasePrefixQuery): JsonObject => ({
  [node.field]: present({
    query: node.query,
    slop: node.slop || undefined,
    max_expansions: printExpansions(node.maxExpansions),
    analyzer: node.analyser,
    ...printZeroTerms(node.zeroTermsQuery),
    boost: boostOf(node),
  }),
});
