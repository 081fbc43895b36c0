import type { QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';

/** As in Lucene the positive clause is scored by itself: boosts from around multiply what comes of it, functions included. */
export const boosting = (node: QueryNodes['boosting'], context: ClauseContext): Condition => ({
  kind: 'boosting',
  positive: context.within(node.positive, {
    field: context.field,
    searchable: context.searchable,
    inside: context.inside,
    outer: 1,
  }),
  negative: context.condition(node.negative),
  factor: node.negativeBoost,
  boost: node.boost,
});
