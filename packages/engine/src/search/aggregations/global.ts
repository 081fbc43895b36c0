import { type AggregationKinds, notExecutable } from '@datasarana/query';
import { TRUE } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { RowsPlan } from './plan.ts';

export function global(_node: AggregationKinds['global'], context: PlanContext): RowsPlan {
  const around = context.above.at(-2);
  if (around !== undefined) {
    throw notExecutable(
      `Aggregation [${around.name}] cannot have a global sub-aggregation [${context.name}]. Global aggregations can only be defined as top level aggregations`,
      'Move it to the top.',
    );
  }
  const parts = context.documents.map((part) => ({ ...part, where: TRUE, bits: null, constant: 1, scored: null }));
  return { kind: 'rows', parts, sources: context.sources, all: true, read: (body) => ({ ...body }) };
}
