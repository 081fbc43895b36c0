import type { QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition, PhraseSlot } from '../condition.ts';
import { columnOf, type FieldSource } from '../index-fields.ts';
import { analyserOf, gapOf } from './analysis.ts';

/** Words at their places in a text field. */
export function phraseOf(
  source: FieldSource,
  slots: readonly PhraseSlot[],
  { slop, boost }: Pick<QueryNodes['match_phrase'], 'slop' | 'boost'>,
): Condition {
  if (source.postings === null) {
    throw malformed(
      `Can only use phrase queries on text fields - not on [${source.path}] which is of type [${source.type}]`,
      'Use a text field, or match.',
    );
  }
  return {
    kind: 'phrase',
    postings: source.postings,
    column: columnOf(source),
    slots,
    slop,
    analyser: analyserOf(source),
    gap: gapOf(source),
    boost,
  };
}
