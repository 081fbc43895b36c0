import { type QueryNodes, requiredWords } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { isOfDocument } from '../mapped-field.ts';
import { someOf } from '../some-of.ts';
import { placesFor, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { closeTo } from './fuzzy.ts';
import { isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';
import { beginningsOnGraph } from './on-graph.ts';
import { prefix } from './prefix.ts';
import { exactly } from './term.ts';
import { isGraph } from './word-graph.ts';

type PrefixNode = Omit<QueryNodes['match_bool_prefix'], 'kind'>;

export function matchBoolPrefix(node: PrefixNode, context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  const text = String(node.query);
  const given = context.analyser(node.analyser);
  const tokens = source.postings === null ? [] : tokensFor(source, given, text);
  if (isGraph(tokens)) return beginningsOnGraph(node, source, tokens, context);
  const isWhole = source.postings === null && given === undefined;
  // numbers, dates and the like have no beginnings: the whole value is looked for
  if (isWhole && !hasBeginnings(source, context)) return exactly(source, node.query, node.boost, context);
  const places = isWhole ? [{ words: [text], end: text.length }] : placesFor(source, given, text);
  const { fuzzy, field } = node;
  const one = (word: string): Condition =>
    fuzzy ? closeTo(source, word, fuzzy, 1, context) : exactly(source, word, 1, context);
  const should = places.map(({ words, end }, i): Condition => {
    const [word = '', ...others] = words;
    const { postings } = source;
    if (others.length > 0)
      return postings === null ? anyOf(words.map(one)) : { kind: 'synonyms', postings, words, boost: 1 };
    if (i < places.length - 1) return one(word);
    // As in OpenSearch, a word with something behind it is complete.
    return end === text.length && !isOfDocument(source)
      ? prefix({ kind: 'prefix', field, value: word, caseInsensitive: false, boost: 1 }, context)
      : exactly(source, word, 1, context);
  });
  if (should.length === 0) return NOTHING;
  return someOf(should, requiredWords(node, places.length), node.boost);
}

const hasBeginnings = (source: FieldSource, { layout }: ClauseContext): boolean =>
  (source.type === 'keyword' && !isIp(source, layout)) || source.type === 'completion';

const anyOf = (of: readonly Condition[]): Condition => ({ kind: 'best', of, tieBreaker: 0, boost: 1 });
