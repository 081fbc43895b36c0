import { type FetchSource, fillLookups } from '../clauses/lookups.ts';
import type { Query } from '../clauses/query.ts';
import type { Aggregation, Aggregations } from './kinds.ts';

/** Aggregations with the values of every terms lookup in their filters in place of where they stand. */
export async function fillAggregationLookups(aggs: Aggregations, fetch: FetchSource): Promise<Aggregations> {
  const filled: [string, Aggregations[string]][] = [];
  for (const [name, node] of Object.entries(aggs)) {
    const aggregation = await withFilled(node.aggregation, fetch);
    filled.push([name, { ...node, aggregation, aggs: await fillAggregationLookups(node.aggs, fetch) }]);
  }
  return Object.fromEntries(filled);
}

async function withFilled(aggregation: Aggregation, fetch: FetchSource): Promise<Aggregation> {
  switch (aggregation.kind) {
    case 'filter':
      return { ...aggregation, query: await fillLookups(aggregation.query, fetch) };
    case 'filters':
      return { ...aggregation, filters: await allFilled(aggregation.filters, fetch) };
    case 'adjacency_matrix':
      return { ...aggregation, filters: await allFilled(aggregation.filters, fetch) };
    case 'significant_terms':
    case 'significant_text':
      if (aggregation.background === undefined) return aggregation;
      return { ...aggregation, background: await fillLookups(aggregation.background, fetch) };
    default:
      return aggregation;
  }
}

async function allFilled<F extends { readonly query: Query }>(filters: readonly F[], fetch: FetchSource): Promise<F[]> {
  const filled: F[] = [];
  for (const each of filters) filled.push({ ...each, query: await fillLookups(each.query, fetch) });
  return filled;
}
