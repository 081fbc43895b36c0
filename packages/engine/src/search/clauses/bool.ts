import { type Query, type QueryNodes, requiredShould } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';
import { TRUE } from '../sql.ts';
import type { ClauseContext } from './context.ts';

export function boolean(node: QueryNodes['bool'], context: ClauseContext): Condition {
  // As in OpenSearch, a bool without clauses is match_all, score and all.
  if (isEmpty(node)) return test(TRUE, node.boost);
  const conditions = (queries: readonly Query[]) => queries.map((query) => context.condition(query, node.boost));
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

const isEmpty = ({ must, filter, should, mustNot }: QueryNodes['bool']): boolean =>
  must.length + filter.length + should.length + mustNot.length === 0;
