import type { NamedAnalysers, Query, SearchableField } from '@datasarana/query';
import type { FieldColumn, IndexLayout } from '../../index/layout.ts';
import type { Condition } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import type { SoughtLetters } from './sought-letters.ts';

/** What a clause knows while it becomes a condition on one index. */
export interface ClauseContext {
  readonly layout: IndexLayout;
  /** The field of that path; null when there is none here. */
  readonly field: (path: string) => FieldSource | null;
  /** The analyser a query names, as the index knows it; undefined for none. */
  readonly analyser: NamedAnalysers;
  /** The fields a search without field names looks in. */
  readonly searchable: () => readonly SearchableField[];
  /** Epoch milliseconds that `now` stands for in the whole search. */
  readonly now: number;
  /** The nested field whose objects the clause is about; null = the documents themselves. */
  readonly inside: FieldColumn | null;
  /** What the texts of the whole query amount to. */
  readonly sought: SoughtLetters;
  /** What the clauses around will multiply the score by. */
  readonly outer: number;
  /** What a clause inside means; `boost` is what this one multiplies its score by. */
  readonly condition: (query: Query, boost?: number) => Condition;
  /** What a clause means inside a nested field. */
  readonly within: (
    query: Query,
    changed: Pick<ClauseContext, 'field' | 'searchable' | 'inside' | 'outer'>,
  ) => Condition;
}
