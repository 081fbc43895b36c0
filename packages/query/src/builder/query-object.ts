import { notImplemented, PlatformError } from '@datasarana/schema';
import type { Query } from '../clauses/query.ts';
import { isObject, type JsonObject, present } from '../reading/json.ts';
import { parseSearch, printSearch, type SearchRequest } from '../search/search-request.ts';
import type { Aggregate } from './aggregate.ts';
import { aggregatesDsl } from './aggregate-dsl.ts';
import type { Leaf } from './leaf.ts';
import { leavesDsl } from './leaf-dsl.ts';
import { NO_FIELDS, type Place, type QueryFields } from './nested-levels.ts';
import { readAggregates } from './read-aggregate.ts';
import { readLeaves } from './read-leaf.ts';
import { type QuerySort, readSorts, sortDsl } from './sorts.ts';

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

/** A query object with its defaults around what is given (QRY-01). */
export const createQuery = (given: Partial<QueryObject> = {}): QueryObject => ({
  matches: [],
  filters: [],
  aggregates: [],
  sort: [],
  visuals: [],
  ...given,
});

/**
 * The search text of a query. `fields` are those of the template asked: what lies under Nested is wrapped (QRY-23).
 * @throws PlatformError 400 for a condition or an aggregate that lacks something
 */
export function queryDsl({ matches, filters, aggregates, sort }: QueryObject, fields = NO_FIELDS): JsonObject {
  const place: Place = { fields, level: '' };
  return present({
    query: filters.length === 0 ? leavesDsl(matches, place) : filtered(matches, filters, place),
    aggs: aggregates.length === 0 ? undefined : aggregatesDsl(aggregates, place),
    sort: sort.length === 0 ? undefined : sortDsl(sort, place),
  });
}

function filtered(matches: readonly Leaf[], filters: readonly Leaf[], place: Place): JsonObject {
  const scoring = leavesDsl(matches, place).bool as JsonObject | undefined;
  // Beside a filter OpenSearch takes alternatives for wishes: a filter would find more than there was without it.
  const alternatives = scoring?.should !== undefined && scoring.must === undefined;
  return {
    bool: present({
      ...scoring,
      filter: [leavesDsl(filters, place)],
      minimum_should_match: alternatives ? 1 : undefined,
    }),
  };
}

/**
 * The query a search text says, with the visuals of the query it was before (QRY-22). Conditions come grouped by clause.
 * @throws PlatformError 400 for text that is no search, or that says more than the builder can show: nothing is left out
 */
export function readQueryObject(dsl: unknown, visuals: readonly string[] = []): QueryObject {
  const request = asBuilt(parseSearch(dsl));
  const query = readWhole(request, visuals);
  if (query !== null) return query;
  throw notImplemented(
    'This search says more than the query builder can show',
    'Run it as text, or take away what was added to it.',
  );
}

/** A lone clause, and filters beside each other, in the form the builder writes them; they ask the same. */
function asBuilt(request: SearchRequest): SearchRequest {
  const { query } = request;
  if (query.kind === 'match_all') return request;
  if (query.kind !== 'bool') return { ...request, query: required([query]) };
  const [first, ...more] = query.filter;
  if (first === undefined || (more.length === 0 && first.kind === 'bool')) return request;
  return { ...request, query: { ...query, filter: [required(query.filter)] } };
}

const required = (must: readonly Query[]): Query => ({
  kind: 'bool',
  must,
  filter: [],
  should: [],
  mustNot: [],
  boost: 1,
});

/** The query, if writing it gives the same search again. */
function readWhole(request: SearchRequest, visuals: readonly string[]): QueryObject | null {
  const printed = printSearch(request);
  const fields = fieldsSaid(printed);
  try {
    const query = readRequest(request, visuals, fields);
    const again = query && printSearch(parseSearch(queryDsl(query, fields)));
    return JSON.stringify(again) === JSON.stringify(printed) ? query : null;
  } catch (error) {
    // what was not read whole may lack something, and is not written
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

/** Nested and shape fields as far as a search names them. */
function fieldsSaid(value: unknown): QueryFields {
  if (Array.isArray(value)) return joined(value.map(fieldsSaid));
  if (!isObject(value)) return NO_FIELDS;
  const { nested, reverse_nested: back, geo_shape: shape } = value;
  const paths = [nested, back].flatMap((each) => (isObject(each) && typeof each.path === 'string' ? [each.path] : []));
  const shapes = isObject(shape) ? Object.keys(shape).filter((name) => isObject(shape[name])) : [];
  return joined([{ nested: paths, shapes }, ...Object.values(value).map(fieldsSaid)]);
}

const joined = (all: readonly QueryFields[]): QueryFields => ({
  nested: [...new Set(all.flatMap(({ nested }) => nested))],
  shapes: [...new Set(all.flatMap(({ shapes }) => shapes))],
});

function readRequest(
  { query, aggs, sort }: SearchRequest,
  visuals: readonly string[],
  fields: QueryFields,
): QueryObject | null {
  const [filter] = query.kind === 'bool' ? query.filter : [];
  const matches = readLeaves(query);
  const filters = filter === undefined ? [] : readLeaves(filter);
  const aggregates = readAggregates(aggs, { fields, level: '' });
  if (matches === null || filters === null || aggregates === null) return null;
  return { matches, filters, aggregates, sort: readSorts(sort), visuals };
}
