import type { AggregationKinds } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { indexLimit } from '../clauses/index-limit.ts';
import { and, TRUE } from '../sql.ts';
import { testsOf } from './filter.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan } from './plan.ts';

export async function adjacencyMatrix(
  node: AggregationKinds['adjacency_matrix'],
  context: PlanContext,
): Promise<BranchesPlan> {
  refuseMany(node.filters.length, context);
  const tests = await testsOf(
    node.filters.map(({ query }) => query),
    context,
  );
  const single = tests.map((test, i) => ({ key: node.filters[i]?.name ?? '', test }));
  const pairs = single.flatMap((one, i) =>
    single.slice(i + 1).map((two) => ({
      key: `${one.key}${node.separator}${two.key}`,
      test: one.test.map((test, part) => and([test, two.test[part] ?? TRUE])),
    })),
  );
  const branches = [...(node.showOnlyIntersecting ? [] : single), ...pairs];
  return {
    kind: 'branches',
    branches: branches.map(({ test }) => test),
    read: (bodies) => ({
      buckets: branches
        .flatMap(({ key }, i) => {
          const body = bodies[i];
          return body === undefined || body.doc_count === 0 ? [] : [{ key, ...body }];
        })
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    }),
  };
}

function refuseMany(count: number, { parts }: PlanContext): void {
  const most = Math.min(
    ...parts.map(({ layout }) => indexLimit(layout, 'index.max_adjacency_matrix_filters', Number.POSITIVE_INFINITY)),
  );
  if (count <= most) return;
  throw malformed(
    `Number of filters is too large, must be less than or equal to: [${most}] but was [${count}].This limit can be set by changing the [index.max_adjacency_matrix_filters] index level setting.`,
    'Ask in several searches.',
  );
}
