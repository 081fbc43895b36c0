import type { QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';

export const constantScore = (node: QueryNodes['constant_score'], context: ClauseContext): Condition => ({
  kind: 'constant',
  of: context.condition(node.filter),
  score: node.boost,
});
