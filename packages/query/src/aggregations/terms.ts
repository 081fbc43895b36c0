import { MAX_TERMS } from '../clauses/terms.ts';
import { Fields, readInteger, readScalar } from '../reading/fields.ts';
import { isObject, type Json, present, type Scalar } from '../reading/json.ts';
import { unsupported, wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';
import { type BucketOrder, printOrder, readOrder } from './order.ts';

/** Values to keep or leave out: a list of exact values, or a Lucene regular expression over the whole value. */
export type TermsSelection =
  | { readonly kind: 'values'; readonly values: readonly Scalar[] }
  | { readonly kind: 'pattern'; readonly pattern: string };

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

const BY_COUNT: readonly BucketOrder[] = [{ by: '_count', direction: 'desc' }];

export const termsForm: AggregationForm<TermsAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'terms');
    const node: TermsAggregation = {
      kind: 'terms',
      ...readOfField(fields),
      size: fields.optional('size', (given, at) => readInteger(given, at, { min: 1, max: 2 ** 31 - 1 })) ?? 10,
      minDocCount: fields.optional('min_doc_count', (given, at) => readInteger(given, at, { min: 0 })) ?? 1,
      order: fields.optional('order', readOrder) ?? BY_COUNT,
      ...present({
        include: fields.optional('include', readSelection),
        exclude: fields.optional('exclude', readSelection),
      }),
      showTermDocCountError: fields.flag('show_term_doc_count_error', false),
    };
    fields.hints('shard_size', 'shard_min_doc_count', 'collect_mode', 'execution_hint', 'value_type');
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

function readSelection(value: unknown, path: string): TermsSelection {
  if (typeof value === 'string') return { kind: 'pattern', pattern: value };
  if (isObject(value)) throw unsupported(path, 'Partitioned terms');
  if (!Array.isArray(value) || value.length > MAX_TERMS) {
    throw wrongShape(path, `a pattern or a list of at most ${MAX_TERMS} values`, value);
  }
  return { kind: 'values', values: value.map((entry, index) => readScalar(entry, `${path}[${index}]`)) };
}

function printSelection(selection: TermsSelection | undefined): Json | undefined {
  return selection?.kind === 'values' ? selection.values : selection?.pattern;
}
