import { ClauseFields, readFieldEntry, readList, readScalar, readText } from '../reading/fields.ts';
import { isObject, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { readBitmap } from './bitmap.ts';
import { boostOf } from './clause.ts';

/** OpenSearch's `index.max_terms_count`. */
export const MAX_TERMS = 65_536;

/** Where the terms are to be read: a field of a stored document. */
export interface TermsLookup {
  readonly index: string;
  readonly id: string;
  /** Field of that document; below objects and lists of them too. */
  readonly path: string;
  readonly routing?: string;
  /** The field holds a bitmap of numbers. */
  readonly isBitmap?: boolean;
}

/** The field holds at least one of these values. */
export interface TermsQuery {
  readonly kind: 'terms';
  readonly field: string;
  readonly values: readonly Scalar[];
  /** The values stand in a field of another document; `fillLookups` fetches them. */
  readonly lookup?: TermsLookup;
  readonly boost: number;
}

export function parseTerms(value: unknown, path: string): TermsQuery {
  const fields = new ClauseFields(value, path, 'terms');
  // a list is no weight but the values of a field that is called so
  const boost = isObject(value) && Array.isArray(value.boost) ? 1 : fields.boost();
  const isBitmap = fields.choice('value_type', VALUE_TYPES) === 'bitmap';
  const { field, body, path: at } = readFieldEntry(fields, 'terms');
  if (isObject(body)) {
    const lookup = { ...readLookup(body, at), ...(isBitmap && { isBitmap }) };
    return { kind: 'terms', field, values: [], lookup, boost };
  }
  if (isBitmap) return { kind: 'terms', field, values: bitmapValues(readList(body, at, readScalar), at), boost };
  if (!Array.isArray(body)) throw wrongShape(at, 'a list', body, `[terms] query does not support [${field}]`);
  if (body.length > MAX_TERMS) throw wrongShape(at, `at most ${MAX_TERMS} values`, `${body.length} values`);
  return { kind: 'terms', field, values: readList(body, at, readScalar), boost };
}

const VALUE_TYPES = ['default', 'bitmap'] as const;

/** The one value that is a bitmap, as its numbers. */
export function bitmapValues(values: readonly Scalar[], path: string): readonly number[] {
  const [only] = values;
  if (typeof only === 'string' && values.length === 1) return readBitmap(only, path);
  throw wrongShape(
    path,
    'one bitmap',
    values,
    `Invalid value for bitmap type: Expected a single-element array with a base64 encoded serialized bitmap.`,
  );
}

function readLookup(value: unknown, path: string): TermsLookup {
  const fields = new ClauseFields(value, path, 'terms lookup');
  const lookup: TermsLookup = {
    index: fields.required('index', readText),
    id: fields.required('id', readText),
    path: fields.required('path', readText),
    ...present({ routing: fields.text('routing') }),
  };
  fields.hints('store');
  fields.done();
  return lookup;
}

export const printTerms = (node: TermsQuery): JsonObject => ({
  [node.field]: node.lookup ? printLookup(node.lookup) : node.values,
  ...present({ value_type: node.lookup?.isBitmap ? 'bitmap' : undefined, boost: boostOf(node) }),
});

const printLookup = ({ index, id, path, routing }: TermsLookup): JsonObject => present({ index, id, path, routing });
