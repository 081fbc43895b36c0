import type { QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';

export function disMax(node: QueryNodes['dis_max'], context: ClauseContext): Condition {
  if (node.queries.length === 0) return NOTHING;
  const of = node.queries.map((query) => context.condition(query, node.boost));
  return { kind: 'best', of, tieBreaker: node.tieBreaker, boost: node.boost };
}
