import type { QueryNodes } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';
import { TRUE } from '../sql.ts';

export const matchAll = (node: QueryNodes['match_all']): Condition => test(TRUE, node.boost);
