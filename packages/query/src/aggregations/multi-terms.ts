import { Fields, readList } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readOfField, refuseNameless } from './definition.ts';
import { illegalArgument } from './refusal.ts';
import { printTermsOptions, readTermsOptions, type TermsOptions } from './terms-options.ts';

/** The most frequent combinations of the values of several fields. */
export interface MultiTermsAggregation extends TermsOptions {
  readonly kind: 'multi_terms';
  readonly terms: readonly OfField[];
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
      ...readTermsOptions(fields, name),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      terms: node.terms.map((term): JsonObject => present(printOfField(term))),
      ...printTermsOptions(node),
    }),
};

function readTerm(value: unknown, path: string): OfField {
  const fields = new Fields(value, path, 'multi_terms', ['missing']);
  const term = readOfField(fields);
  refuseNameless(term, path);
  fields.done();
  return term;
}
