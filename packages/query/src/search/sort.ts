import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import { Fields, readChoice, readInteger, readOneOrMany, readScalar, readText } from '../reading/fields.ts';
import { isObject, type Json, type JsonObject, present, type Scalar } from '../reading/json.ts';
import { unsupported, wrongShape, wrongValue } from '../reading/refusal.ts';
import { type GeoDistanceSort, printGeoDistanceSort, readGeoDistanceSort } from './geo-distance-sort.ts';

/** Directions of a sort (QRY-07). */
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Which of several values a document is sorted by. */
export const SORT_MODES = ['min', 'max', 'sum', 'avg', 'median'] as const;
export type SortMode = (typeof SORT_MODES)[number];

/** What numbers of several indexes are compared as. */
export const NUMERIC_TYPES = ['long', 'double', 'date', 'date_nanos'] as const;
export type NumericType = (typeof NUMERIC_TYPES)[number];

/** By the values of a field. */
export interface FieldSort {
  readonly kind: 'field';
  readonly field: string;
  readonly order: SortOrder;
  /** Where documents without a value stand: `_last`, `_first`, or as if they had this value. */
  readonly missing: Scalar;
  /** Type to assume when the field is not mapped; absent = an error. */
  readonly unmappedType?: string;
  /** Which of several values counts; absent = min when ascending, max when descending. */
  readonly mode?: SortMode;
  /** The field is in nested objects. */
  readonly nested?: NestedSort;
  /** What dates are sorted as, which is also what they are given as: milliseconds or nanoseconds. */
  readonly numericType?: NumericType;
  /** Date format of the sort values. */
  readonly format?: string;
}

/** Whose values of nested objects count: those of `path` that `filter` finds, and within them those of a further level. */
export interface NestedSort {
  readonly path: string;
  readonly filter?: Query;
  /** So many objects of a document count, the first that have a value. */
  readonly maxChildren?: number;
  readonly nested?: NestedSort;
}

/** By how well the document matches. */
export interface ScoreSort {
  readonly kind: '_score';
  readonly order: SortOrder;
}

/** By the order in which documents were stored. */
export interface DocumentSort {
  readonly kind: '_doc';
  readonly order: SortOrder;
}

/** One of the orders hits may be asked for in. */
export type Sort = FieldSort | ScoreSort | DocumentSort | GeoDistanceSort;

/** One sort or a list: `"name"`, `{"name": "desc"}`, `{"name": {order, missing, …}}`; an object may name several fields. */
export const readSort = (value: unknown, path: string): readonly Sort[] => readOneOrMany(value, path, readSorts).flat();

function readSorts(value: unknown, path: string): readonly Sort[] {
  if (typeof value === 'string') return [bareSort(value)];
  if (!isObject(value)) throw wrongShape(path, 'a field name or an object of fields', value);
  return Object.entries(value).map(([field, body]) => readOne(field, body, `${path}.${field}`));
}

function readOne(field: string, body: unknown, at: string): Sort {
  if (field === '_geo_distance' && isObject(body)) return readGeoDistanceSort(new Fields(body, at, 'sort', 'all'));
  if (field === '_script') throw unsupported(at, `Sort [${field}]`);
  if (typeof body === 'string') return { ...bareSort(field), order: readChoice(body, at, SORT_ORDERS) };
  return readSortBody(field, new Fields(body, at, 'sort', ['missing']));
}

function readSortBody(field: string, fields: Fields): Sort {
  const bare = bareSort(field);
  const order = fields.choice('order', SORT_ORDERS) ?? bare.order;
  if (bare.kind === '_score') {
    fields.done();
    return { ...bare, order };
  }
  const node: FieldSort = {
    ...{ kind: 'field', field, order },
    missing: fields.optional('missing', readScalar) ?? '_last',
    ...present({
      unmappedType: fields.text('unmapped_type'),
      mode: fields.choice('mode', SORT_MODES),
      numericType: fields.choice('numeric_type', NUMERIC_TYPES),
      format: fields.text('format'),
      nested: fields.optional('nested', readNested) ?? bareNested(fields),
    }),
  };
  fields.done();
  // dashboards say what to assume where it is not mapped of the order of documents, too
  return bare.kind === '_doc' ? { ...bare, order } : node;
}

function readNested(value: unknown, path: string): NestedSort {
  const fields = new Fields(value, path, 'nested sort');
  const node: NestedSort = {
    path: fields.required('path', readText),
    ...present({
      filter: fields.optional('filter', (given, at) => readQuery(given, at)),
      maxChildren: fields.optional('max_children', readInteger),
      nested: fields.optional('nested', readNested),
    }),
  };
  fields.done();
  refuseInnerBound(node, path);
  return node;
}

function refuseInnerBound({ nested }: NestedSort, path: string): void {
  if (nested?.maxChildren === undefined) return;
  const reason = 'max_children is only supported on top level of nested sort';
  throw wrongValue(`${path}.nested`, 'no max_children, which only the outermost has', nested.maxChildren, reason);
}

/** The older way: `nested_path` and `nested_filter` beside the order. */
function bareNested(fields: Fields): NestedSort | undefined {
  const path = fields.text('nested_path');
  if (path === undefined) return undefined;
  return { path, ...present({ filter: fields.optional('nested_filter', (given, at) => readQuery(given, at)) }) };
}

const printNested = ({ path, filter, maxChildren, nested }: NestedSort): JsonObject =>
  present({
    path,
    filter: filter && printQuery(filter),
    max_children: maxChildren,
    nested: nested && printNested(nested),
  });

function bareSort(name: string): FieldSort | ScoreSort | DocumentSort {
  if (name === '_score') return { kind: '_score', order: 'desc' };
  if (name === '_doc') return { kind: '_doc', order: 'asc' };
  return { kind: 'field', field: name, order: 'asc', missing: '_last' };
}

export function printSort(sorts: readonly Sort[]): Json | undefined {
  return sorts.length === 0 ? undefined : sorts.map(printOne);
}

function printOne(sort: Sort): Json {
  if (sort.kind === '_geo_distance') return printGeoDistanceSort(sort);
  if (sort.kind !== 'field') return { [sort.kind]: { order: sort.order } };
  return {
    [sort.field]: present({
      order: sort.order,
      missing: sort.missing === '_last' ? undefined : sort.missing,
      unmapped_type: sort.unmappedType,
      mode: sort.mode,
      numeric_type: sort.numericType,
      format: sort.format,
      nested: sort.nested && printNested(sort.nested),
    }),
  };
}
