import type { QueryNodes } from '@datasarana/query';
import { wordsOf } from '../../load/tokens-sql.ts';
import { type Condition, type PhraseSlot, test } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { TRUE } from '../sql.ts';
import { placesFor, tokensFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { exactly } from './term.ts';

type PhraseNode = Omit<QueryNodes['match_phrase'], 'kind'>;

export function matchPhrase(node: PhraseNode, context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  if (source.postings === null) return exactly(source, node.query, node.boost, context);
  const slots = placesFor(source, node.analyser, String(node.query));
  if (slots.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  return phraseOf(source, slots, node);
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
    tokens: (text) => tokensFor(source, undefined, text),
    // Between the texts of a list there is a gap, which SQL does not see.
    words: source.list ? null : wordsOf(columnOf(source), source.field?.field.analyser ?? 'standard'),
    boost,
  };
}
