import { type Query, type QueryNodes, requiredShould } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';

export function boolean(node: QueryNodes['bool'], context: ClauseContext): Condition {
  const conditions = (queries: readonly Query[]) => queries.map(context.condition);
  return {
    kind: 'bool',
    must: conditions(node.must),
    filter: conditions(node.filter),
    should: conditions(node.should),
    mustNot: conditions(node.mustNot),
    required: requiredShould(node),
    boost: node.boost,
  };
}
