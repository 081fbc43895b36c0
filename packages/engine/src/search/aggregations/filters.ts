import type { AggregationKinds } from '@datasarana/query';
import { not, or } from '../sql.ts';
import { testsOf } from './filter.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan } from './plan.ts';

export async function filters(node: AggregationKinds['filters'], context: PlanContext): Promise<BranchesPlan> {
  const branches = await testsOf(
    node.filters.map(({ query }) => query),
    context,
  );
  const keys = node.filters.map(({ name }) => name);
  if (node.otherBucketKey !== undefined) {
    branches.push(context.parts.map((_, i) => not(or(branches.flatMap((branch) => branch[i] ?? [])))));
    keys.push(node.otherBucketKey);
  }
  const named = node.filters.some(({ name }) => name !== undefined);
  return {
    kind: 'branches',
    branches,
    read: (bodies) => ({
      buckets: named ? Object.fromEntries(bodies.map((body, i) => [keys[i] ?? '', body])) : bodies,
    }),
  };
}
