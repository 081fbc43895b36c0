import { ClauseFields, readPattern } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';

/** The field holds at least one value; an object field counts by its children. */
export interface ExistsQuery {
  readonly kind: 'exists';
  readonly field: string;
  readonly boost: number;
}

export function parseExists(value: unknown, path: string): ExistsQuery {
  const fields = new ClauseFields(value, path, 'exists');
  const node: ExistsQuery = { kind: 'exists', field: fields.required('field', readPattern), boost: fields.boost() };
  fields.done();
  return node;
}

export const printExists = (node: ExistsQuery): JsonObject => present({ field: node.field, boost: boostOf(node) });
