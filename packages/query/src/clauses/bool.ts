import { malformed } from '@datasarana/schema';
import { ClauseFields, readBoolean, readOneOrMany } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { didYouMean } from '../reading/suggestion.ts';
import { boostOf, type ClauseContext } from './clause.ts';
import { type MinimumShouldMatch, readMinimumShouldMatch, requiredMatches } from './matching.ts';

/** Clauses combined; `filter` and `must_not` do not score. */
export interface BoolQuery<Q> {
  readonly kind: 'bool';
  readonly must: readonly Q[];
  readonly filter: readonly Q[];
  readonly should: readonly Q[];
  readonly mustNot: readonly Q[];
  /** Absent = 1 when there is neither must nor filter, else 0. */
  readonly minimumShouldMatch?: MinimumShouldMatch;
  readonly boost: number;
}

export function parseBool<Q>(value: unknown, path: string, context: ClauseContext<Q>): BoolQuery<Q> {
  const fields = new ClauseFields(value, path, 'bool', NULLABLE);
  const clauses = (name: string) => fields.optional(name, (given, at) => readOneOrMany(given, at, context.query)) ?? [];
  const node: BoolQuery<Q> = {
    kind: 'bool',
    must: clauses('must'),
    filter: clauses('filter'),
    should: clauses('should'),
    mustNot: clauses('must_not'),
    ...present({ minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch) }),
    boost: fields.boost(),
  };
  // what it switches off is done anyway
  fields.optional('adjust_pure_negative', readBoolean);
  refuseUnknown(fields);
  return node;
}

function refuseUnknown(fields: ClauseFields): void {
  const [unknown] = fields.rest();
  if (unknown === undefined) return;
  const reason = `[bool] unknown field [${unknown}]${didYouMean(unknown, KNOWN)}`;
  throw malformed(reason, `Use ${KNOWN.join(', ')} in ${fields.path}.`, { type: 'x_content_parse_exception' });
}

export function printBool<Q>(node: BoolQuery<Q>, print: (query: Q) => JsonObject): JsonObject {
  const clauses = (list: readonly Q[]) => (list.length === 0 ? undefined : list.map(print));
  return present({
    must: clauses(node.must),
    filter: clauses(node.filter),
    should: clauses(node.should),
    must_not: clauses(node.mustNot),
    minimum_should_match: node.minimumShouldMatch,
    boost: boostOf(node),
  });
}

const NULLABLE = ['must', 'filter', 'should', 'must_not', 'minimum_should_match'];
const KNOWN = [...NULLABLE, 'adjust_pure_negative', 'boost', '_name'];

/** How many `should` clauses must match; more than there are means that nothing matches. */
export function requiredShould<Q>(node: BoolQuery<Q>): number {
  const required = node.must.length + node.filter.length > 0;
  const least = required || node.should.length === 0 ? 0 : 1;
  // OpenSearch drops the rule where there is nothing but must_not.
  if (node.minimumShouldMatch === undefined || (!required && node.should.length === 0)) return least;
  return Math.max(least, requiredMatches(node.minimumShouldMatch, node.should.length));
}
