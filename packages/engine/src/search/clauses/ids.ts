import type { QueryNodes, Scalar } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { exactTest } from './values.ts';

export function ids(node: QueryNodes['ids'], context: ClauseContext): Condition {
  const source = context.field('_id');
  return source ? anyId(source, node.values, node.boost) : NOTHING;
}

/** Any of some values of `_id`. */
export function anyId(source: FieldSource, values: readonly Scalar[], score: number): Condition {
  const found = exactTest(source, values);
  return values.length === 0 ? test(found, score) : { kind: 'ids', ids: values.map(String), test: found, score };
}
