import { printQuery, type Query, readQuery } from '../clauses/query.ts';
import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readAtLeast, readOfField } from './definition.ts';
import { printSelection } from './selection.ts';
import { printSignificance, readSignificance, refuseUnknown, type Significance } from './significance.ts';
import { readSelections, type Selections } from './terms.ts';
import { passTermsHints } from './terms-options.ts';

/** What significant_terms and significant_text share. */
export interface SignificantOptions extends Selections {
  readonly size: number;
  readonly minDocCount: number;
  readonly significance: Significance;
  /** What the found set is compared with; absent = the whole index. */
  readonly background?: Query;
}

/** Values unusually frequent in the found set against the whole. */
export interface SignificantTermsAggregation extends OfField, SignificantOptions {
  readonly kind: 'significant_terms';
}

export function readSignificant(fields: Fields, name: string): SignificantOptions {
  const options = {
    size: readAtLeast(fields, 'size', 1, name) ?? 10,
    minDocCount: readAtLeast(fields, 'min_doc_count', 0, name) ?? 3,
    significance: readSignificance(fields),
    ...readSelections(fields),
    ...present({ background: fields.optional('background_filter', (value, path) => readQuery(value, path)) }),
  };
  passTermsHints(fields, name);
  return options as SignificantOptions;
}

export const printSignificant = (node: SignificantOptions) => ({
  size: node.size === 10 ? undefined : node.size,
  min_doc_count: node.minDocCount === 3 ? undefined : node.minDocCount,
  ...printSignificance(node.significance),
  include: printSelection(node.include),
  exclude: printSelection(node.exclude),
  background_filter: node.background && printQuery(node.background),
});

export const significantTermsForm: AggregationForm<SignificantTermsAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'significant_terms');
    const node: SignificantTermsAggregation = {
      kind: 'significant_terms',
      ...readOfField(fields),
      ...readSignificant(fields, name),
    };
    refuseUnknown(fields, 'significant_terms');
    return node;
  },
  print: (node) => present({ ...printOfField(node), ...printSignificant(node) }),
};
