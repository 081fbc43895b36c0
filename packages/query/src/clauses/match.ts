import { openFieldEntry, readNumber } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { requiredMatches } from './matching.ts';
import { type MatchOptions, printMatchOptions, readMatchOptions } from './words.ts';

/** The analysed words of the query are in the field; a term query on fields that are not text. */
export interface MatchQuery extends MatchOptions {
  readonly kind: 'match';
  readonly field: string;
  readonly boost: number;
  /** By whose clocks a date begins and ends; of search texts alone, which name it for all their dates. */
  readonly timeZone?: string;
}

export function parseMatch(value: unknown, path: string): MatchQuery {
  const { field, fields } = openFieldEntry(value, path, 'match', 'query');
  const node: MatchQuery = {
    kind: 'match',
    field,
    ...readMatchOptions(fields),
    boost: fields.boost(),
  };
  fields.passOver(readNumber, 'cutoff_frequency');
  fields.done();
  return node;
}

export const printMatch = (node: MatchQuery): JsonObject => ({
  [node.field]: present({ ...printMatchOptions(node), boost: boostOf(node) }),
});

/**
 * How many of the query's words must be in the field. A query of one word is a plain term query to OpenSearch, so
 * `minimum_should_match` has no say in it; with `and` it counts clauses that are not optional, of which there are none.
 */
export function requiredWords(node: Choice, words: number): number {
  return words <= 1 ? words : requiredOf(node, words);
}

type Choice = Pick<MatchQuery, 'minimumShouldMatch' | 'operator'>;

/** The same of sections of a graph, of which one alone is held against the rule, too. */
export function requiredOf(node: Choice, words: number): number {
  const rule = node.minimumShouldMatch;
  if (node.operator === 'and') return rule !== undefined && requiredMatches(rule, 0) > 0 ? words + 1 : words;
  return Math.max(1, rule === undefined ? 1 : requiredMatches(rule, words));
}
