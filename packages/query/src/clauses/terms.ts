import { Fields, readFieldEntry, readList, readScalar } from '../reading/fields.ts';
import { isObject, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { unsupported, wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';

/** OpenSearch's `index.max_terms_count`. */
export const MAX_TERMS = 65_536;

/** The field holds at least one of these values. */
export interface TermsQuery {
  readonly kind: 'terms';
  readonly field: string;
  readonly values: readonly Scalar[];
  readonly boost: number;
}

export function parseTerms(value: unknown, path: string): TermsQuery {
  const fields = new Fields(value, path, 'terms');
  const boost = fields.boost();
  const { field, body, path: at } = readFieldEntry(fields, 'terms');
  if (isObject(body)) throw unsupported(at, 'terms lookup');
  if (Array.isArray(body) && body.length > MAX_TERMS) {
    throw wrongShape(at, `at most ${MAX_TERMS} values`, `${body.length} values`);
  }
  return { kind: 'terms', field, values: readList(body, at, readScalar), boost };
}

export const printTerms = (node: TermsQuery): JsonObject =>
  present({ [node.field]: node.values, boost: boostOf(node) });
