import type { QueryNodes } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';

import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { exactTest } from './values.ts';

export function ids(node: QueryNodes['ids'], context: ClauseContext): Condition {
  const source = context.field('_id');
  return source ? test(exactTest(source, node.values), node.boost) : NOTHING;
}
