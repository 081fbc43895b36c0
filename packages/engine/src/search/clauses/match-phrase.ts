import { analyse, type QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { TRUE } from '../sql.ts';
import { placesFor, quoteAnalyserOf, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { keptWhole } from './on-completion.ts';
import { phraseOnGraph } from './on-graph.ts';
import { phraseOf } from './phrase-of.ts';
import { asScored, exactly } from './term.ts';
import { isGraph } from './word-graph.ts';

type PhraseNode = Omit<QueryNodes['match_phrase'], 'kind'>;

export function matchPhrase(node: PhraseNode, context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  const given = context.analyser(node.analyser);
  if (source.type === 'completion') return onCompletion(source, node, context);
  if (source.postings === null) {
    return given === undefined
      ? exactly(source, node.query, node.boost, context)
      : oneWord(source, analyse(given, String(node.query)), node, context);
  }
  const analyser = given ?? quoteAnalyserOf(source);
  const tokens = tokensFor(source, analyser, String(node.query));
  if (isGraph(tokens)) return phraseOnGraph(node, source, tokens, context);
  const slots = placesFor(source, analyser, String(node.query));
  const [only, ...others] = slots;
  if (only === undefined) return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  const found: Condition =
    others.length > 0 || only.words.length === 1
      ? phraseOf(source, slots, node)
      : { kind: 'synonyms', postings: source.postings, words: only.words, boost: node.boost };
  return asScored(found, node.boost, source, context);
}

function onCompletion(source: FieldSource, node: PhraseNode, context: ClauseContext): Condition {
  const key = keptWhole(source, String(node.query), context.analyser(node.analyser), context);
  if (key === '') return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  return exactly(source, key, node.boost, context);
}

/** A field without places of words may be asked for one. */
function oneWord(
  source: FieldSource,
  [word, ...others]: readonly string[],
  { zeroTermsQuery, boost }: PhraseNode,
  context: ClauseContext,
): Condition {
  if (word === undefined) return zeroTermsQuery === 'all' ? test(TRUE, boost) : NOTHING;
  if (others.length === 0) return exactly(source, word, boost, context);
  throw malformed(
    `field:[${source.path}] was indexed without position data; cannot run PhraseQuery`,
    'Use a text field.',
  );
}
