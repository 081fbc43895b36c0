import { unreadableFilter } from '@datasarana/engine';
import { type Aggregations, everyClause, mapChildren, parseQuery, type Query } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { askForNothing } from './ask-for-nothing.ts';
import { isObject, type OsCall, resolving } from './call.ts';
import { statusOf } from './errors.ts';
import { looksElsewhere } from './refusals.ts';

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
  return unnamed(parseQuery({ bool: { should } }));
}

/** Hits tell of the clauses a search names, and of their objects, not of those of a filter. */
function unnamed(query: Query): Query {
  const { name: _name, ...plain } = query;
  if (plain.kind !== 'nested') return mapChildren(plain, unnamed);
  const { innerHits: _innerHits, ...quiet } = plain;
  return mapChildren(quiet, unnamed);
}

/** Refuses a filter that hangs on another document, or cannot be asked of the open indexes behind its alias. */
export async function checkAliasFilter(
  call: OsCall,
  alias: string,
  { filter, indexes }: { readonly filter: unknown; readonly indexes: readonly string[] },
): Promise<void> {
  if (!isObject(filter) || Object.keys(filter).length === 0) return;
  const closed = new Set((await call.documents.list()).filter((info) => info.closed).map(({ name }) => name));
  const open = indexes.filter((name) => !closed.has(name));
  try {
    await askForNothing(call, open, aloneOf(parseQuery(filter)));
  } catch (error) {
    if (!(error instanceof PlatformError) || statusOf(error) !== 400) throw error;
    throw unreadableFilter(alias, error);
  }
}

/** A filter that hangs on no other document. @throws PlatformError for one that does */
function aloneOf(filter: Query): Query {
  const looking = everyClause(filter).find((clause) => 'lookup' in clause);
  if (looking !== undefined) throw looksElsewhere(looking.kind);
  return filter;
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
