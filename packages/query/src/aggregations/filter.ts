import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import type { AggregationForm } from './definition.ts';

/** One bucket of the documents that match a clause. */
export interface FilterAggregation {
  readonly kind: 'filter';
  readonly query: Query;
}

export const filterForm: AggregationForm<FilterAggregation> = {
  shape: 'bucket',
  parse: (value, path) => ({ kind: 'filter', query: readQuery(value, path) }),
  print: (node) => printQuery(node.query),
};
