import type { Query } from '../clauses/query.ts';
import { Fields } from '../reading/fields.ts';
import type { AggregationForm } from './definition.ts';

/** One bucket of all documents, whatever the query; only at the top. */
export interface GlobalAggregation {
  readonly kind: 'global';
  /** What an alias lets through of them; no part of the DSL. */
  readonly within?: Query;
}

export const globalForm: AggregationForm<GlobalAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    new Fields(value, path, 'global').done();
    return { kind: 'global' };
  },
  print: () => ({}),
};
