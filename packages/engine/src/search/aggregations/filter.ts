import type { AggregationKinds, Query } from '@datasarana/query';
import { Breath } from '../../store/breath.ts';
import { conditionOf } from '../clauses/index.ts';
import { type IndexPart, predicateOn } from '../part.ts';
import { FALSE, type Sql } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import { nestedTest } from './nested-test.ts';
import type { BranchesPlan, Expression } from './plan.ts';

export async function filter(node: AggregationKinds['filter'], context: PlanContext): Promise<BranchesPlan> {
  const branch = await testOf(node.query, context);
  return { kind: 'branches', branches: [branch], read: ([body]) => ({ ...body }) };
}

/** Whether a row matches a clause, in each index. */
async function testOf(query: Query, context: PlanContext): Promise<Expression> {
  const tests: Sql[] = [];
  for (const [i, part] of context.parts.entries()) {
    const document = context.documents[i] ?? part;
    if (context.nests.length > 0) tests.push(await nestedTest(query, i, context));
    else if (isNowhere(part, document)) tests.push(neverTrue(query, document, context));
    else tests.push(await predicateOn(part, query, context));
  }
  return tests;
}

/** The same of several clauses, between which others have their turn. */
export async function testsOf(queries: readonly Query[], context: PlanContext): Promise<Expression[]> {
  const tests: Expression[] = [];
  const breath = new Breath(context.connection);
  for (const query of queries) {
    tests.push(await testOf(query, context));
    if (breath.isDue) await breath.take();
  }
  return tests;
}

/** Whether the rows are to be objects of a path that is not mapped: there are none, and they have no fields. */
const isNowhere = (part: IndexPart, document: IndexPart): boolean =>
  part.layout.fields.size === 0 && document.layout.fields.size > 0;

/** What cannot be asked of the documents is refused all the same. */
function neverTrue(query: Query, { layout }: IndexPart, { now }: PlanContext): Sql {
  conditionOf(query, layout, now);
  return FALSE;
}
