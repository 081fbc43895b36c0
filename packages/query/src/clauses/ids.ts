import { Fields, readOneOrMany, readText } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';

/** Documents by `_id`. */
export interface IdsQuery {
  readonly kind: 'ids';
  readonly values: readonly string[];
  readonly boost: number;
}

export function parseIds(value: unknown, path: string): IdsQuery {
  const fields = new Fields(value, path, 'ids');
  const values = fields.required('values', (list, at) => readOneOrMany(list, at, readText));
  const boost = fields.boost();
  fields.done();
  return { kind: 'ids', values, boost };
}

export const printIds = (node: IdsQuery): JsonObject => present({ values: node.values, boost: boostOf(node) });
