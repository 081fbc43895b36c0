import { type Condition, test } from '../condition.ts';
import { FALSE } from '../sql.ts';

export const NOTHING: Condition = test(FALSE, 0);

export const matchNone = (): Condition => NOTHING;
