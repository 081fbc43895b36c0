import type { QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';

export const boosting = (node: QueryNodes['boosting'], context: ClauseContext): Condition => ({
  kind: 'boosting',
  positive: context.condition(node.positive, node.boost),
  negative: context.condition(node.negative),
  factor: node.negativeBoost,
  boost: node.boost,
});
