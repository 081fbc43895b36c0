import type { QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';

export function disMax(node: QueryNodes['dis_max'], context: ClauseContext): Condition {
  if (node.queries.length === 0) return NOTHING;
  return { kind: 'best', of: node.queries.map(context.condition), tieBreaker: node.tieBreaker, boost: node.boost };
}
