import { ClauseFields, readNumber, readOneOrMany } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf, type ClauseContext } from './clause.ts';

/** Any of the clauses; the best score counts, plus `tieBreaker` times each other one. */
export interface DisMaxQuery<Q> {
  readonly kind: 'dis_max';
  readonly queries: readonly Q[];
  readonly tieBreaker: number;
  readonly boost: number;
}

export function parseDisMax<Q>(value: unknown, path: string, context: ClauseContext<Q>): DisMaxQuery<Q> {
  const fields = new ClauseFields(value, path, 'dis_max');
  const node: DisMaxQuery<Q> = {
    kind: 'dis_max',
    queries: fields.required('queries', (list, at) => readQueries(list, at, context)),
    tieBreaker: fields.optional('tie_breaker', readTieBreaker) ?? 0,
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

function readQueries<Q>(value: unknown, path: string, context: ClauseContext<Q>): readonly Q[] {
  const queries = readOneOrMany(value, path, context.query);
  if (queries.length > 0) return queries;
  throw wrongShape(path, 'at least one clause', value, "[dis_max] requires 'queries' field with at least one clause");
}

export const readTieBreaker = (value: unknown, path: string): number => readNumber(value, path, { min: 0, max: 1 });

export const printDisMax = <Q>(node: DisMaxQuery<Q>, print: (query: Q) => JsonObject): JsonObject =>
  present({
    queries: node.queries.map(print),
    tie_breaker: node.tieBreaker === 0 ? undefined : node.tieBreaker,
    boost: boostOf(node),
  });
