import type { AggregationKinds } from '@datasarana/query';
import { existsTest } from '../clauses/exists.ts';
import { fieldOf } from '../index-fields.ts';
import { FALSE, not, or, TRUE } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan } from './plan.ts';

export function missing(node: AggregationKinds['missing'], { parts }: PlanContext): BranchesPlan {
  const branch = parts.map(({ layout }) => {
    if (node.missing !== undefined) return FALSE;
    const source = fieldOf(layout, node.field);
    if (source === null) return TRUE;
    if (source.type !== 'object') return not(existsTest(source));
    const below = [...layout.fields.keys()].filter((path) => path.startsWith(`${source.path}.`));
    const children = below.flatMap((path) => fieldOf(layout, path) ?? []);
    return not(or(children.filter((child) => child.columns.length > 0).map(existsTest)));
  });
  return { kind: 'branches', branches: [branch], read: ([body]) => ({ ...body }) };
}
