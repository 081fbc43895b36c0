import { parseSearchText } from '../query-string/parse.ts';
import type { SearchText } from '../query-string/syntax.ts';
import { Fields, readOneOrMany, readText } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { OPERATORS, type Operator } from './matching.ts';
import { printWeightedField, readWeightedField, type WeightedField } from './multi-match.ts';

/**
 * The search bar's language. `syntax` is `query` taken apart; `expandQueryString` turns it into plain clauses once the
 * fields of an index are known.
 */
export interface QueryStringQuery {
  readonly kind: 'query_string';
  readonly query: string;
  /** Empty = every field that can be searched. */
  readonly fields: readonly WeightedField[];
  readonly operator: Operator;
  readonly lenient: boolean;
  /** `+07:00` or `Asia/Jakarta`, for dates in ranges. */
  readonly timeZone?: string;
  readonly boost: number;
  readonly syntax: SearchText;
}

export function parseQueryStringClause(value: unknown, path: string): QueryStringQuery {
  const fields = new Fields(value, path, 'query_string');
  const query = fields.required('query', readText);
  const single = fields.optional('default_field', readWeightedField);
  const several = fields.optional('fields', (list, at) => readOneOrMany(list, at, readWeightedField)) ?? [];
  const operator = fields.choice('default_operator', OPERATORS) ?? 'or';
  const chosen = several.length > 0 || single === undefined ? several : [single];
  const node: QueryStringQuery = {
    kind: 'query_string',
    query,
    fields: chosen.length === 1 && chosen[0]?.field === '*' ? [] : chosen,
    operator,
    lenient: fields.flag('lenient', false),
    ...present({ timeZone: fields.text('time_zone') }),
    boost: fields.boost(),
    syntax: parseSearchText(query, { operator, path: fields.at('query') }),
  };
  fields.hints('analyze_wildcard', 'allow_leading_wildcard');
  fields.done();
  return node;
}

export const printQueryString = (node: QueryStringQuery): JsonObject =>
  present({
    query: node.query,
    fields: node.fields.length === 0 ? undefined : node.fields.map(printWeightedField),
    default_operator: node.operator === 'or' ? undefined : node.operator,
    lenient: node.lenient || undefined,
    time_zone: node.timeZone,
    boost: boostOf(node),
  });
