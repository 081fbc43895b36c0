import { type Elsewhere, fillLookups } from '../clauses/lookups.ts';
import type { Query } from '../clauses/query.ts';
import type { Aggregation, Aggregations } from './kinds.ts';

/** Aggregations with the values of every terms lookup in their filters in place of where they stand. */
export async function fillAggregationLookups(aggs: Aggregations, elsewhere: Elsewhere): Promise<Aggregations> {
  const filled: [string, Aggregations[string]][] = [];
  for (const [name, node] of Object.entries(aggs)) {
    const aggregation = await withFilled(node.aggregation, elsewhere);
    filled.push([name, { ...node, aggregation, aggs: await fillAggregationLookups(node.aggs, elsewhere) }]);
  }
  return Object.fromEntries(filled);
}

async function withFilled(aggregation: Aggregation, elsewhere: Elsewhere): Promise<Aggregation> {
  switch (aggregation.kind) {
    case 'filter':
      return { ...aggregation, query: await fillLookups(aggregation.query, elsewhere) };
    case 'filters':
      return { ...aggregation, filters: await allFilled(aggregation.filters, elsewhere) };
    case 'adjacency_matrix':
      return { ...aggregation, filters: await allFilled(aggregation.filters, elsewhere) };
    case 'significant_terms':
    case 'significant_text':
      if (aggregation.background === undefined) return aggregation;
      return { ...aggregation, background: await fillLookups(aggregation.background, elsewhere) };
    default:
      return aggregation;
  }
}

async function allFilled<F extends { readonly query: Query }>(
  filters: readonly F[],
  elsewhere: Elsewhere,
): Promise<F[]> {
  const filled: F[] = [];
  for (const each of filters) filled.push({ ...each, query: await fillLookups(each.query, elsewhere) });
  return filled;
}
