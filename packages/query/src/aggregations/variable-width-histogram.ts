import { Fields, readInteger } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readAtLeast, readOfField } from './definition.ts';

/** At most so many buckets of numbers that lie close together; the key of each is the mean of its numbers. */
export interface VariableWidthHistogramAggregation extends OfField {
  readonly kind: 'variable_width_histogram';
  readonly buckets: number;
}

export const variableWidthHistogramForm: AggregationForm<VariableWidthHistogramAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'variable_width_histogram');
    const node: VariableWidthHistogramAggregation = {
      kind: 'variable_width_histogram',
      ...readOfField(fields),
      buckets: readAtLeast(fields, 'buckets', 1, name) ?? 10,
    };
    fields.passOver(readInteger, 'shard_size', 'initial_buffer');
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfField(node), buckets: node.buckets === 10 ? undefined : node.buckets }),
};
