import { analyse, type QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { wordsOf } from '../../load/tokens-sql.ts';
import { type Condition, type PhraseSlot, test } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { TRUE } from '../sql.ts';
import { gapOf, keptTokens, placesFor, quoteAnalyserOf } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { keptWhole } from './on-completion.ts';
import { asScored, exactly } from './term.ts';

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
  const slots = placesFor(source, given ?? quoteAnalyserOf(source), String(node.query));
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

export function phraseOf(
  source: FieldSource,
  slots: readonly PhraseSlot[],
  { slop, boost }: Pick<PhraseNode, 'slop' | 'boost'>,
): Condition {
  if (source.postings === null) throw new Error(`Field ${source.path} has no postings`);
  return {
    kind: 'phrase',
    postings: source.postings,
    column: columnOf(source),
    slots,
    slop,
    tokens: (text) => keptTokens(source, text),
    gap: gapOf(source),
    // Between the texts of a list there is a gap, which SQL does not see.
    words: source.list ? null : wordsOf(columnOf(source), source.field?.field.analyser ?? 'standard'),
    boost,
  };
}
