import type { Fields } from '../reading/fields.ts';
import { readAtLeast } from './definition.ts';
import { type BucketOrder, printOrder, readOrder } from './order.ts';

/** Which of the buckets of values are shown, and in what order. */
export interface TermsOptions {
  readonly size: number;
  readonly minDocCount: number;
  /** Ties after the last order are broken by key, ascending. */
  readonly order: readonly BucketOrder[];
  /** Adds `doc_count_error_upper_bound` (always 0) to every bucket. */
  readonly showTermDocCountError: boolean;
}

/** The order of terms when none is given: the most frequent first. */
export const BY_COUNT: readonly BucketOrder[] = [{ by: '_count', direction: 'desc' }];

/** Parameters that only steer how OpenSearch gathers terms: passed over, once they are what they should be. */
export function passTermsHints(fields: Fields, name: string): void {
  readAtLeast(fields, 'shard_size', 1, name);
  readAtLeast(fields, 'shard_min_doc_count', 0, name);
  fields.choice('collect_mode', ['depth_first', 'breadth_first']);
  fields.choice('execution_hint', ['map', 'global_ordinals']);
}

/** Options of the aggregation `name`, with OpenSearch's defaults. */
export function readTermsOptions(fields: Fields, name: string): TermsOptions {
  const options = {
    size: readAtLeast(fields, 'size', 1, name) ?? 10,
    minDocCount: readAtLeast(fields, 'min_doc_count', 0, name) ?? 1,
    order: fields.optional('order', readOrder) ?? BY_COUNT,
    showTermDocCountError: fields.flag('show_term_doc_count_error', false),
  };
  passTermsHints(fields, name);
  return options;
}

/** The opposite of `readTermsOptions`: what is a default is left out. */
export const printTermsOptions = (options: TermsOptions) => ({
  size: options.size === 10 ? undefined : options.size,
  min_doc_count: options.minDocCount === 1 ? undefined : options.minDocCount,
  order: printOrder(options.order, BY_COUNT),
  show_term_doc_count_error: options.showTermDocCountError || undefined,
});
