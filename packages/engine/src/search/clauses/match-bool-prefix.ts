import { type QueryNodes, requiredWords } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import { tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { closeTo } from './fuzzy.ts';
import { NOTHING } from './match-none.ts';
import { prefix } from './prefix.ts';
import { exactly } from './term.ts';

type PrefixNode = Omit<QueryNodes['match_bool_prefix'], 'kind'>;

export function matchBoolPrefix(node: PrefixNode, context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  const text = String(node.query);
  const tokens = source.postings === null ? [{ word: text, end: text.length }] : tokensFor(source, node.analyser, text);
  const last = tokens.at(-1);
  if (last === undefined) return NOTHING;
  const { fuzzy, field } = node;
  const whole = tokens
    .slice(0, -1)
    .map(({ word }) => (fuzzy ? closeTo(source, word, fuzzy, 1, context) : exactly(source, word, 1, context)));
  // As in OpenSearch, a word with something behind it is complete.
  const end =
    last.end === text.length
      ? prefix({ kind: 'prefix', field, value: last.word, caseInsensitive: false, boost: 1 }, context)
      : exactly(source, last.word, 1, context);
  return {
    kind: 'bool',
    must: [],
    filter: [],
    should: [...whole, end],
    mustNot: [],
    required: requiredWords(node, tokens.length),
    boost: node.boost,
  };
}
