import type { QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import { TRUE } from '../sql.ts';
import { placesFor, quoteAnalyserOf, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { begunPhraseOnGraph } from './on-graph.ts';
import { phraseOf } from './phrase-of.ts';
import { asScored } from './term.ts';
import { isGraph } from './word-graph.ts';

type PhraseNode = Omit<QueryNodes['match_phrase_prefix'], 'kind'>;

export function matchPhrasePrefix(node: PhraseNode, context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  if (source.postings === null) {
    throw malformed(
      `Can only use phrase prefix queries on text fields - not on [${source.path}] which is of type [${source.type}]`,
      'Use a text field, or prefix.',
    );
  }
  const analyser = context.analyser(node.analyser) ?? quoteAnalyserOf(source);
  const tokens = tokensFor(source, analyser, String(node.query));
  if (isGraph(tokens)) return asScored(begunPhraseOnGraph(node, source, tokens, context), node.boost, source, context);
  const slots = placesFor(source, analyser, String(node.query));
  const last = slots.at(-1);
  if (last === undefined) return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  const prefix = { starts: last.words, most: node.maxExpansions };
  return asScored(phraseOf(source, [...slots.slice(0, -1), { ...last, prefix }], node), node.boost, source, context);
}
