import { openFieldEntry } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { printWords, readWords, type WordsOptions } from './words.ts';

/** Like match, but of the last word its beginning is enough; `fuzzy` is for all words but that. */
export interface MatchBoolPrefixQuery extends WordsOptions {
  readonly kind: 'match_bool_prefix';
  readonly field: string;
  readonly boost: number;
}

export function parseMatchBoolPrefix(value: unknown, path: string): MatchBoolPrefixQuery {
  const owner = 'match_bool_prefix';
  const { field, fields } = openFieldEntry(value, path, owner, 'query');
  const node: MatchBoolPrefixQuery = { kind: owner, field, ...readWords(fields), boost: fields.boost() };
  fields.done();
  return node;
}

export const printMatchBoolPrefix = (node: MatchBoolPrefixQuery): JsonObject => ({
  [node.field]: present({ ...printWords(node), boost: boostOf(node) }),
});
