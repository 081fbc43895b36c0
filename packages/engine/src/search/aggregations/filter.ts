import { type AggregationKinds, everyClause, type Query } from '@datasarana/query';
import { notImplemented } from '@datasarana/schema';
import { predicateOn } from '../part.ts';
import type { Sql } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan, Expression } from './plan.ts';

export async function filter(node: AggregationKinds['filter'], context: PlanContext): Promise<BranchesPlan> {
  const branch = await testOf(node.query, context);
  return { kind: 'branches', branches: [branch], read: ([body]) => ({ ...body }) };
}

/** Whether a row matches a clause, in each index. */
export async function testOf(query: Query, context: PlanContext): Promise<Expression> {
  if (context.nests.length > 0) refuseNested(query, context.name);
  const tests: Sql[] = [];
  for (const part of context.parts) tests.push(await predicateOn(part, query, context));
  return tests;
}

/** Rows that are nested objects are looked at one by one; what lies in objects further in is not among their columns. */
function refuseNested(query: Query, name: string): void {
  const further = everyClause(query).find(({ kind }) => kind === 'nested');
  if (further?.kind !== 'nested') return;
  throw notImplemented(
    `A nested query on [${further.path}] within the nested aggregation around [${name}]`,
    `Go into [${further.path}] by a nested aggregation and filter there.`,
  );
}
