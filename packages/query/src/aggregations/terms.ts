import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, type OfField, printOfField, readAtLeast, readOfField } from './definition.ts';
import { type BucketOrder, printOrder, readOrder } from './order.ts';
import { illegalArgument } from './refusal.ts';
import { printSelection, readSelection, type TermsSelection } from './selection.ts';

/** The most frequent values, exactly counted. */
export interface TermsAggregation extends OfField {
  readonly kind: 'terms';
  readonly size: number;
  readonly minDocCount: number;
  /** Ties after the last order are broken by key, ascending. */
  readonly order: readonly BucketOrder[];
  readonly include?: TermsSelection;
  readonly exclude?: TermsSelection;
  /** Adds `doc_count_error_upper_bound` (always 0) to every bucket. */
  readonly showTermDocCountError: boolean;
}

export const BY_COUNT: readonly BucketOrder[] = [{ by: '_count', direction: 'desc' }];

/** Parameters that only steer how OpenSearch gathers terms: passed over, once they are what they should be. */
export function passTermsHints(fields: Fields, name: string): void {
  readAtLeast(fields, 'shard_size', 1, name);
  readAtLeast(fields, 'shard_min_doc_count', 0, name);
  fields.choice('collect_mode', ['depth_first', 'breadth_first']);
  fields.choice('execution_hint', ['map', 'global_ordinals']);
}

export const termsForm: AggregationForm<TermsAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'terms');
    const node: TermsAggregation = {
      kind: 'terms',
      ...readOfField(fields),
      size: readAtLeast(fields, 'size', 1, name) ?? 10,
      minDocCount: readAtLeast(fields, 'min_doc_count', 0, name) ?? 1,
      order: fields.optional('order', readOrder) ?? BY_COUNT,
      ...readSelections(fields),
      showTermDocCountError: fields.flag('show_term_doc_count_error', false),
    };
    passTermsHints(fields, name);
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      size: node.size === 10 ? undefined : node.size,
      min_doc_count: node.minDocCount === 1 ? undefined : node.minDocCount,
      order: printOrder(node.order, BY_COUNT),
      include: printSelection(node.include),
      exclude: printSelection(node.exclude),
      show_term_doc_count_error: node.showTermDocCountError || undefined,
    }),
};

export interface Selections {
  readonly include?: TermsSelection;
  readonly exclude?: TermsSelection;
}

export function readSelections(fields: Fields): Selections {
  const include = fields.optional('include', readSelection);
  const exclude = fields.optional('exclude', readSelection);
  if (exclude?.kind === 'partition' || (include?.kind === 'partition' && exclude !== undefined)) {
    throw wrongShape(fields.at('exclude'), 'no partition, which only include takes, alone', exclude);
  }
  if (include !== undefined && exclude !== undefined && include.kind !== exclude.kind) {
    const methods = [include, exclude].map(({ kind }) => (kind === 'pattern' ? 'regex' : 'set'));
    throw illegalArgument(
      `Cannot mix a ${methods[0]}-based include with a ${methods[1]}-based method`,
      `Write ${fields.at('exclude')} as include is written.`,
    );
  }
  return present({ include, exclude }) as Selections;
}
