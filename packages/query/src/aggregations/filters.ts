import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import { Fields, pathOf, readList } from '../reading/fields.ts';
import { isObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import type { AggregationForm } from './definition.ts';
import { illegalArgument } from './refusal.ts';

/** One bucket per clause; named ones are answered in alphabetical order, as OpenSearch does. */
export interface FiltersAggregation {
  readonly kind: 'filters';
  /** `name` is absent when the filters were given as a list. */
  readonly filters: readonly { readonly name?: string; readonly query: Query }[];
  /** Key of the bucket of the documents that match none of them; absent = no such bucket. */
  readonly otherBucketKey?: string;
}

/** Unlike other flags, this one is no text. */
export function readSwitch(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw wrongShape(path, 'true or false', value);
  return value;
}

const OTHER = '_other_';

export const filtersForm: AggregationForm<FiltersAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'filters');
    const filters = fields.optional('filters', readFilters);
    if (filters === undefined || filters.length === 0) {
      throw illegalArgument('[filters] cannot be empty.', `Give some in ${fields.at('filters')}.`);
    }
    const key = fields.text('other_bucket_key');
    const wanted = fields.optional('other_bucket', readSwitch) ?? key !== undefined;
    fields.done();
    return { kind: 'filters', filters, ...(wanted && { otherBucketKey: key ?? OTHER }) };
  },
  print: (node) => {
    const named = node.filters.some((filter) => filter.name !== undefined);
    const key = node.otherBucketKey;
    return present({
      filters: named
        ? Object.fromEntries(node.filters.map((filter) => [filter.name ?? '', printQuery(filter.query)]))
        : node.filters.map((filter) => printQuery(filter.query)),
      other_bucket: key === OTHER || undefined,
      other_bucket_key: key === OTHER ? undefined : key,
    });
  },
};

function readFilters(value: unknown, path: string): FiltersAggregation['filters'] {
  if (Array.isArray(value)) return readList(value, path, (query, at) => ({ query: readQuery(query, at) }));
  if (!isObject(value)) throw wrongShape(path, 'an object of named filters or a list of filters', value);
  return Object.keys(value)
    .sort()
    .map((name) => ({ name, query: readQuery(value[name], pathOf(path, name)) }));
}
