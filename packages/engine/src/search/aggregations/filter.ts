import type { AggregationKinds, Query } from '@datasarana/query';
import { predicateOn } from '../part.ts';
import type { Sql } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import { nestedTest } from './nested-test.ts';
import type { BranchesPlan, Expression } from './plan.ts';

export async function filter(node: AggregationKinds['filter'], context: PlanContext): Promise<BranchesPlan> {
  const branch = await testOf(node.query, context);
  return { kind: 'branches', branches: [branch], read: ([body]) => ({ ...body }) };
}

/** Whether a row matches a clause, in each index. */
export async function testOf(query: Query, context: PlanContext): Promise<Expression> {
  const tests: Sql[] = [];
  for (const [i, part] of context.parts.entries()) {
    tests.push(
      context.nests.length > 0 ? await nestedTest(query, i, context) : await predicateOn(part, query, context),
    );
  }
  return tests;
}
