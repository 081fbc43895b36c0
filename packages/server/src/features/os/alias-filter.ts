import { type Aggregations, parseQuery, type Query } from '@datasarana/query';
import { type OsCall, resolving } from './call.ts';

/** What the filters of aliases let through of the indexes an expression means; null when that is all of them. */
export async function aliasFilter(call: OsCall, names: readonly string[]): Promise<Query | null> {
  const { index } = call.params;
  if (index === undefined || index === '') return null;
  const filters = await call.documents.filters(index, resolving(call));
  if (filters.size === 0) return null;
  const should = names.map((name) => {
    const own = filters.get(name);
    const named = { term: { _index: name } };
    return own === undefined ? named : { bool: { filter: [named, { bool: { should: own } }] } };
  });
  return parseQuery({ bool: { should } });
}

/** A query of what a filter lets through, with the scores it has without. */
export const within = (query: Query, filter: Query | null): Query =>
  filter === null ? query : { kind: 'bool', must: [query], filter: [filter], should: [], mustNot: [], boost: 1 };

/** Aggregations that look beyond the query see no more than a filter lets through. */
export function aggregationsWithin(aggs: Aggregations, filter: Query | null): Aggregations {
  if (filter === null) return aggs;
  const entries = Object.entries(aggs).map(([name, node]) => {
    const { aggregation } = node;
    return [name, aggregation.kind === 'global' ? { ...node, aggregation: { ...aggregation, within: filter } } : node];
  });
  return Object.fromEntries(entries);
}
