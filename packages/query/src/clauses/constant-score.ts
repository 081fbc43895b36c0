import { ClauseFields } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf, type ClauseContext } from './clause.ts';

/** What matches the filter, all with the same score: the boost. */
export interface ConstantScoreQuery<Q> {
  readonly kind: 'constant_score';
  readonly filter: Q;
  readonly boost: number;
}

export function parseConstantScore<Q>(value: unknown, path: string, context: ClauseContext<Q>): ConstantScoreQuery<Q> {
  const fields = new ClauseFields(value, path, 'constant_score');
  const node: ConstantScoreQuery<Q> = {
    kind: 'constant_score',
    filter: fields.required('filter', context.query),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printConstantScore = <Q>(node: ConstantScoreQuery<Q>, print: (query: Q) => JsonObject): JsonObject =>
  present({ filter: print(node.filter), boost: boostOf(node) });
