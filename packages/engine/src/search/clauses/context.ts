import type { Query } from '@datasarana/query';
import type { IndexLayout } from '../../index/layout.ts';
import type { Condition } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';

/** What a clause knows while it becomes a condition on one index. */
export interface ClauseContext {
  readonly layout: IndexLayout;
  /** The field of that path; null when there is none here. */
  readonly field: (path: string) => FieldSource | null;
  /** Epoch milliseconds that `now` stands for in the whole search. */
  readonly now: number;
  readonly condition: (query: Query) => Condition;
}
