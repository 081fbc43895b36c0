import { notImplemented } from '@datasarana/schema';
import { type JsonObject, present } from '../reading/json.ts';
import { parseSearch, printSearch, type SearchRequest } from '../search/search-request.ts';
import type { Aggregate } from './aggregate.ts';
import { aggregatesDsl } from './aggregate-dsl.ts';
import { type Leaf, leavesDsl } from './leaf.ts';
import { readAggregates } from './read-aggregate.ts';
import { readLeaves } from './read-leaf.ts';
import { type QuerySort, sortDsl } from './sorts.ts';

/** What the query builder holds (QRY-01). */
export interface QueryObject {
  /** Conditions that score. */
  readonly matches: readonly Leaf[];
  /** Conditions that only choose. */
  readonly filters: readonly Leaf[];
  readonly aggregates: readonly Aggregate[];
  readonly sort: readonly QuerySort[];
  /** How the answer is drawn; no part of the search text. */
  readonly visuals: readonly string[];
}

export const createQuery = (given: Partial<QueryObject> = {}): QueryObject => ({
  matches: [],
  filters: [],
  aggregates: [],
  sort: [],
  visuals: [],
  ...given,
});

/** The search text of a query. @throws PlatformError 400 for a condition or an aggregate that lacks something */
export function queryDsl({ matches, filters, aggregates, sort }: QueryObject): JsonObject {
  const scoring = leavesDsl(matches);
  const query =
    filters.length === 0 ? scoring : { bool: { ...(scoring.bool as JsonObject), filter: [leavesDsl(filters)] } };
  return present({
    query,
    aggs: aggregates.length === 0 ? undefined : aggregatesDsl(aggregates),
    sort: sort.length === 0 ? undefined : sortDsl(sort),
  });
}

/**
 * The query a search text says, with the visuals of the query it was before (QRY-22). Conditions come grouped by clause.
 * @throws PlatformError 400 for text that is no search, or that says more than the builder can show: nothing is left out
 */
export function readQueryObject(dsl: unknown, visuals: readonly string[] = []): QueryObject {
  const request = parseSearch(dsl);
  const query = readRequest(request, visuals);
  const again = query === null ? null : printSearch(parseSearch(queryDsl(query)));
  if (query === null || JSON.stringify(again) !== JSON.stringify(printSearch(request))) {
    throw notImplemented(
      'This search says more than the query builder can show',
      'Run it as text, or take away what was added to it.',
    );
  }
  return query;
}

function readRequest({ query, aggs, sort }: SearchRequest, visuals: readonly string[]): QueryObject | null {
  const [filter] = query.kind === 'bool' ? query.filter : [];
  const matches = readLeaves(query);
  const filters = filter === undefined ? [] : readLeaves(filter);
  const aggregates = readAggregates(aggs);
  if (matches === null || filters === null || aggregates === null) return null;
  const sorts = sort.flatMap((each) => (each.kind === 'field' ? [{ field: each.field, order: each.order }] : []));
  return { matches, filters, aggregates, sort: sorts, visuals };
}
