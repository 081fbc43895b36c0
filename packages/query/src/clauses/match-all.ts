import { ClauseFields } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';

/** Every document, score = boost. */
export interface MatchAllQuery {
  readonly kind: 'match_all';
  readonly boost: number;
}

export function parseMatchAll(value: unknown, path: string): MatchAllQuery {
  const fields = new ClauseFields(value, path, 'match_all');
  const boost = fields.boost();
  fields.done();
  return { kind: 'match_all', boost };
}

export const printMatchAll = (node: MatchAllQuery): JsonObject => present({ boost: boostOf(node) });
