import { type AggregationKinds, notExecutable } from '@datasarana/query';
import { type IndexPart, predicateOn } from '../part.ts';
import { TRUE } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { RowsPlan } from './plan.ts';

export async function global({ within }: AggregationKinds['global'], context: PlanContext): Promise<RowsPlan> {
  const around = context.above.at(-2);
  if (around !== undefined) {
    throw notExecutable(
      `Aggregation [${around.name}] cannot have a global sub-aggregation [${context.name}]. Global aggregations can only be defined as top level aggregations`,
      'Move it to the top.',
    );
  }
  const parts: IndexPart[] = [];
  for (const part of context.documents) {
    const where = within === undefined ? TRUE : await predicateOn(part, within, context);
    parts.push({ ...part, where, bits: null, constant: 1, scored: null });
  }
  return { kind: 'rows', parts, sources: context.sources, all: true, read: (body) => ({ ...body }) };
}
