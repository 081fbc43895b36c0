import type { Query } from '@datasarana/query';
import type { IndexLayout } from '../../index/layout.ts';
import type { Condition } from '../condition.ts';

/** What a clause knows while it becomes a condition on one index. */
export interface ClauseContext {
  readonly layout: IndexLayout;
  /** Epoch milliseconds that `now` stands for in the whole search. */
  readonly now: number;
  readonly condition: (query: Query) => Condition;
}
