import { type QueryNodes, requiredWords } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import { wordsFor } from './analysis.ts';
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
  const words = source.postings === null ? [text] : wordsFor(source, node.analyser, text);
  const last = words.at(-1);
  if (last === undefined) return NOTHING;
  const { fuzzy, field } = node;
  const whole = words
    .slice(0, -1)
    .map((word) => (fuzzy ? closeTo(source, word, fuzzy, 1, context) : exactly(source, word, 1, context)));
  const start = prefix({ kind: 'prefix', field, value: last, caseInsensitive: false, boost: 1 }, context);
  return {
    kind: 'bool',
    must: [],
    filter: [],
    should: [...whole, start],
    mustNot: [],
    required: requiredWords(node, words.length),
    boost: node.boost,
  };
}
