import { ClauseFields } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';

/** No document. */
export interface MatchNoneQuery {
  readonly kind: 'match_none';
  readonly boost: number;
}

export function parseMatchNone(value: unknown, path: string): MatchNoneQuery {
  const fields = new ClauseFields(value, path, 'match_none');
  const boost = fields.boost();
  fields.done();
  return { kind: 'match_none', boost };
}

export const printMatchNone = (node: MatchNoneQuery): JsonObject => present({ boost: boostOf(node) });
