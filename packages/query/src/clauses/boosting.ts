import { ClauseFields, readNumber } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf, type ClauseContext } from './clause.ts';

/** What matches `positive`; the score of what also matches `negative` is multiplied by `negativeBoost`. */
export interface BoostingQuery<Q> {
  readonly kind: 'boosting';
  readonly positive: Q;
  readonly negative: Q;
  readonly negativeBoost: number;
  readonly boost: number;
}

export function parseBoosting<Q>(value: unknown, path: string, context: ClauseContext<Q>): BoostingQuery<Q> {
  const fields = new ClauseFields(value, path, 'boosting', ['boost']);
  const node: BoostingQuery<Q> = {
    kind: 'boosting',
    positive: fields.required('positive', context.query),
    negative: fields.required('negative', context.query),
    negativeBoost: fields.required('negative_boost', (given, at) => readNumber(given, at, { min: 0 })),
    boost: fields.boost(),
  };
  fields.done();
  return node;
}

export const printBoosting = <Q>(node: BoostingQuery<Q>, print: (query: Q) => JsonObject): JsonObject =>
  present({
    positive: print(node.positive),
    negative: print(node.negative),
    negative_boost: node.negativeBoost,
    boost: boostOf(node),
  });
