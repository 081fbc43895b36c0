import { Fields, readText } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import type { AggregationForm } from './definition.ts';

/** One bucket of the nested documents of the documents around. */
export interface NestedAggregation {
  readonly kind: 'nested';
  readonly path: string;
}

export const nestedForm: AggregationForm<NestedAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'nested');
    const node: NestedAggregation = { kind: 'nested', path: fields.required('path', readText) };
    fields.done();
    return node;
  },
  print: (node) => ({ path: node.path }),
};

/** Back from nested documents to the documents they stand in, each counted once. */
export interface ReverseNestedAggregation {
  readonly kind: 'reverse_nested';
  /** The nested level to go back to; absent = the documents themselves. */
  readonly path?: string;
}

export const reverseNestedForm: AggregationForm<ReverseNestedAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'reverse_nested');
    const node = { kind: 'reverse_nested', ...present({ path: fields.text('path') }) } as ReverseNestedAggregation;
    fields.done();
    return node;
  },
  print: (node) => present({ path: node.path }),
};
