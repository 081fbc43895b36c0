import type { Query } from './query.ts';
import type { SpanQuery } from './spans.ts';

/** The same clause with each clause inside it changed; a clause that holds none stays. */
export function mapChildren(query: Query, change: (child: Query) => Query): Query {
  switch (query.kind) {
    case 'bool': {
      const { must, filter, should, mustNot } = query;
      const all = (list: readonly Query[]) => list.map(change);
      return { ...query, must: all(must), filter: all(filter), should: all(should), mustNot: all(mustNot) };
    }
    case 'constant_score':
      return { ...query, filter: change(query.filter) };
    case 'boosting':
      return { ...query, positive: change(query.positive), negative: change(query.negative) };
    case 'dis_max':
      return { ...query, queries: query.queries.map(change) };
    case 'function_score': {
      const functions = query.functions.map((each) =>
        each.filter === undefined ? each : { ...each, filter: change(each.filter) },
      );
      return { ...query, query: change(query.query), functions };
    }
    case 'nested':
      return { ...query, query: change(query.query) };
    default:
      return query;
  }
}

/** The clauses a clause holds, in order. */
export function childrenOf(query: Query): readonly Query[] {
  const found: Query[] = [];
  mapChildren(query, (child) => {
    found.push(child);
    return child;
  });
  return found;
}

/** Every clause of a tree, the outermost first. */
export function everyClause(query: Query): readonly Query[] {
  const found: Query[] = [query, ...spansWithin(query).flatMap(everyClause)];
  mapChildren(query, (child) => {
    found.push(...everyClause(child));
    return child;
  });
  return found;
}

/**
 * Every clause of a tree that hits are shown the objects of: none that must not match, or that only picks a function.
 * What is inside a nested clause belongs to the objects of that clause.
 */
export function clausesShown(query: Query): readonly Query[] {
  return [query, ...childrenShown(query).flatMap(clausesShown)];
}

function childrenShown(query: Query): readonly Query[] {
  switch (query.kind) {
    case 'bool':
      return childrenOf({ ...query, mustNot: [] });
    case 'function_score':
      return [query.query];
    case 'nested':
      return [];
    default:
      return childrenOf(query);
  }
}

type Named = Query & { readonly name: string };

/**
 * Clauses with a `_name`, of which hits tell whether they match: documents, or the objects of the path `of`. `around` is where
 * the query stands. A nested clause finds what is around its objects: as in OpenSearch it matches nothing of any other level.
 */
export function namedClauses(query: Query, of: string | null = null, around: string | null = null): readonly Named[] {
  const { name } = query;
  const own = name === undefined ? [] : [{ ...(around === of ? query : withoutNested(query)), name }];
  const inner = [...spansWithin(query), ...childrenOf(withoutOpenFilters(query))];
  const within = query.kind === 'nested' ? query.path : around;
  return [...own, ...inner.flatMap((child) => namedClauses(child, of, within))];
}

/** A function that all documents fit has no filter, whatever its name. */
const withoutOpenFilters = (query: Query): Query =>
  query.kind !== 'function_score'
    ? query
    : { ...query, functions: query.functions.filter(({ filter }) => filter !== undefined && !isOpen(filter)) };

const isOpen = (query: Query): boolean =>
  query.kind === 'match_all' || (query.kind === 'bool' && childrenOf(query).length === 0);

const withoutNested = (query: Query): Query =>
  query.kind === 'nested' ? { kind: 'match_none', boost: 1 } : mapChildren(query, withoutNested);

/** The spans a clause is made of. */
function spansWithin(query: Query): readonly SpanQuery[] {
  switch (query.kind) {
    case 'span_near':
    case 'span_or':
      return query.clauses;
    case 'span_not':
      return [query.include, query.exclude];
    case 'span_first':
      return [query.match];
    case 'span_containing':
    case 'span_within':
      return [query.big, query.little];
    default:
      return [];
  }
}
