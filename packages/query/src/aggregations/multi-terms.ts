import { Fields, readList } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import {
  type AggregationForm,
  type OfField,
  printOfField,
  readAtLeast,
  readOfField,
  refuseNameless,
} from './definition.ts';
import { type BucketOrder, printOrder, readOrder } from './order.ts';
import { illegalArgument } from './refusal.ts';
import { BY_COUNT, passTermsHints } from './terms.ts';

/** The most frequent combinations of the values of several fields. */
export interface MultiTermsAggregation {
  readonly kind: 'multi_terms';
  readonly terms: readonly OfField[];
  readonly size: number;
  readonly minDocCount: number;
  readonly order: readonly BucketOrder[];
  readonly showTermDocCountError: boolean;
}

export const multiTermsForm: AggregationForm<MultiTermsAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'multi_terms');
    const terms = fields.required('terms', (list, at) => readList(list, at, readTerm));
    if (terms.length < 2) {
      throw illegalArgument(
        'multi term aggregation must has at least 2 terms. Found [' +
          `${terms.length}] in [${name}]${terms.length === 1 ? '. Use terms aggregation for single term aggregation' : ''}`,
        'Name another field, or use terms.',
      );
    }
    const node: MultiTermsAggregation = {
      kind: 'multi_terms',
      terms,
      size: readAtLeast(fields, 'size', 1, name) ?? 10,
      minDocCount: readAtLeast(fields, 'min_doc_count', 0, name) ?? 1,
      order: fields.optional('order', readOrder) ?? BY_COUNT,
      showTermDocCountError: fields.flag('show_term_doc_count_error', false),
    };
    passTermsHints(fields, name);
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      terms: node.terms.map((term): JsonObject => present(printOfField(term))),
      size: node.size === 10 ? undefined : node.size,
      min_doc_count: node.minDocCount === 1 ? undefined : node.minDocCount,
      order: printOrder(node.order, BY_COUNT),
      show_term_doc_count_error: node.showTermDocCountError || undefined,
    }),
};

function readTerm(value: unknown, path: string): OfField {
  const fields = new Fields(value, path, 'multi_terms', ['missing']);
  const term = readOfField(fields);
  refuseNameless(term, path);
  fields.done();
  return term;
}
