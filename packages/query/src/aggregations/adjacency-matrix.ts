import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import { Fields, pathOf } from '../reading/fields.ts';
import { isObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import type { AggregationForm } from './definition.ts';
import { illegalArgument } from './refusal.ts';

/** One bucket per filter and one per pair of filters that share documents; empty ones are left out. */
export interface AdjacencyMatrixAggregation {
  readonly kind: 'adjacency_matrix';
  /** In alphabetical order of their names. */
  readonly filters: readonly { readonly name: string; readonly query: Query }[];
  readonly separator: string;
  /** Leaves the buckets of single filters out. */
  readonly showOnlyIntersecting: boolean;
}

const MAX_FILTERS = 100;

export const adjacencyMatrixForm: AggregationForm<AdjacencyMatrixAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'adjacency_matrix');
    const node: AdjacencyMatrixAggregation = {
      kind: 'adjacency_matrix',
      filters: fields.required('filters', readNamed),
      separator: fields.text('separator') ?? '&',
      showOnlyIntersecting: fields.flag('show_only_intersecting', false),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      filters: Object.fromEntries(node.filters.map(({ name, query }) => [name, printQuery(query)])),
      separator: node.separator === '&' ? undefined : node.separator,
      show_only_intersecting: node.showOnlyIntersecting || undefined,
    }),
};

function readNamed(value: unknown, path: string): AdjacencyMatrixAggregation['filters'] {
  if (!isObject(value)) throw wrongShape(path, 'an object of named filters', value);
  const names = Object.keys(value).sort();
  if (names.length === 0) throw illegalArgument(`[adjacency_matrix] is missing : filters parameter, at ${path}`);
  if (names.length > MAX_FILTERS) {
    throw illegalArgument(
      `Number of filters is too large, must be less than or equal to: [${MAX_FILTERS}] but was [${names.length}]`,
      'Ask in several searches.',
    );
  }
  return names.map((name) => ({ name, query: readQuery(value[name], pathOf(path, name)) }));
}
