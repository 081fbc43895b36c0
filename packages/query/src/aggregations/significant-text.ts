import { Fields, readOneOrMany, readText } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, readField } from './definition.ts';
import { refuseUnknown } from './significance.ts';
import { printSignificant, readSignificant, type SignificantOptions } from './significant-terms.ts';

/** Words of a text field unusually frequent in the found set against the whole. */
export interface SignificantTextAggregation extends SignificantOptions {
  readonly kind: 'significant_text';
  readonly field: string;
  /** Passages that an earlier document had word for word do not count again. */
  readonly filterDuplicateText: boolean;
  /** Fields the text is read from; absent = the field itself. */
  readonly sourceFields?: readonly string[];
}

export const significantTextForm: AggregationForm<SignificantTextAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'significant_text');
    const node: SignificantTextAggregation = {
      kind: 'significant_text',
      field: readField(fields),
      filterDuplicateText: fields.flag('filter_duplicate_text', false),
      ...present({
        sourceFields: fields.optional('source_fields', (given, at) => readOneOrMany(given, at, readText)),
      }),
      ...readSignificant(fields, name),
    };
    refuseUnknown(fields, 'significant_text');
    return node;
  },
  print: (node) =>
    present({
      field: node.field,
      filter_duplicate_text: node.filterDuplicateText || undefined,
      source_fields: node.sourceFields,
      ...printSignificant(node),
    }),
};
