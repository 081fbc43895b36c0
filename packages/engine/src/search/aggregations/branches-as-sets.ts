import { listTestOf } from '../any-in-list.ts';
import type { IndexColumns } from '../columns/index-columns.ts';
import { documentsWhere } from '../columns/matching.ts';
import { areManyTests } from '../matches-in-memory.ts';
import { allOf, and, type Sql } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan, Expression, Plan } from './plan.ts';

/**
 * Many buckets by what is in lists, by the set of documents of each: the table would look at each list once for each of them. Other
 * plans stay as they are.
 */
export async function withBranchesAsSets(plan: Plan, { depth, nests, parts }: PlanContext): Promise<Plan> {
  if (plan.kind !== 'branches' || depth + nests.length > 0) return plan;
  const known = new Map<Sql, Sql>();
  for (const [i, { columns }] of parts.entries()) {
    const tests = testsOn(plan, i).filter((test) => listTestOf(test) !== null);
    if (columns === null || !areManyTests(tests.length, columns)) continue;
    await addSets(tests, columns, known);
    // enough questions about a column bring it into memory
    await addSets(tests, columns, known);
  }
  if (known.size === 0) return plan;
  const asSets = (test: Sql): Sql => and(allOf(test).map((each) => known.get(each) ?? each));
  return { ...plan, branches: plan.branches.map((branch): Expression => branch.map(asSets)) };
}

const testsOn = ({ branches }: BranchesPlan, part: number): readonly Sql[] => [
  ...new Set(branches.flatMap((branch) => branch.slice(part, part + 1).flatMap(allOf))),
];

async function addSets(tests: readonly Sql[], columns: IndexColumns, known: Map<Sql, Sql>): Promise<void> {
  const breath = columns.breath();
  for (const test of tests) {
    const bits = known.has(test) ? null : await documentsWhere(test, columns);
    if (bits !== null) known.set(test, bits.test());
    if (breath.isDue) await breath.take();
  }
}
