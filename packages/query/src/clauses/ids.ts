import { ClauseFields, readList, readScalar, readText } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';

/** Documents by `_id`. */
export interface IdsQuery {
  readonly kind: 'ids';
  readonly values: readonly string[];
  readonly boost: number;
}

function readId(value: unknown, path: string): string {
  const id = String(readScalar(value, path));
  if (id === '') throw wrongShape(path, 'an id', value, "Ids can't be empty");
  return id;
}

/** A list, or one text. */
const readIds = (value: unknown, path: string): readonly string[] =>
  Array.isArray(value) ? readList(value, path, readId) : [readId(readText(value, path), path)];

export function parseIds(value: unknown, path: string): IdsQuery {
  const fields = new ClauseFields(value, path, 'ids');
  const values = fields.optional('values', readIds) ?? [];
  const boost = fields.boost();
  fields.done();
  return { kind: 'ids', values, boost };
}

export const printIds = (node: IdsQuery): JsonObject => present({ values: node.values, boost: boostOf(node) });
