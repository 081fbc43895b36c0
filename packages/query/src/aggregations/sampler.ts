import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, readAtLeast, readField } from './definition.ts';

const SAMPLE = 100;

/** One bucket of the documents that match best, at most `size`. */
export interface SamplerAggregation {
  readonly kind: 'sampler';
  /** `shard_size`; there is one shard. */
  readonly size: number;
}

export const samplerForm: AggregationForm<SamplerAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'sampler');
    const node: SamplerAggregation = { kind: 'sampler', size: readAtLeast(fields, 'shard_size', 0, name) ?? SAMPLE };
    fields.done();
    return node;
  },
  print: (node) => present({ shard_size: node.size === SAMPLE ? undefined : node.size }),
};

/** A sample in which each value of a field stands at most so often. */
export interface DiversifiedSamplerAggregation {
  readonly kind: 'diversified_sampler';
  readonly field: string;
  readonly size: number;
  readonly maxPerValue: number;
}

export const diversifiedSamplerForm: AggregationForm<DiversifiedSamplerAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'diversified_sampler');
    const node: DiversifiedSamplerAggregation = {
      kind: 'diversified_sampler',
      field: readField(fields),
      size: readAtLeast(fields, 'shard_size', 0, name) ?? SAMPLE,
      maxPerValue: readAtLeast(fields, 'max_docs_per_value', 1, name) ?? 1,
    };
    fields.choice('execution_hint', ['map', 'bytes_hash', 'global_ordinals']);
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      field: node.field,
      shard_size: node.size === SAMPLE ? undefined : node.size,
      max_docs_per_value: node.maxPerValue === 1 ? undefined : node.maxPerValue,
    }),
};
