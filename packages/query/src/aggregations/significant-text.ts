import { Fields, readOneOrMany, readText } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { unsupported } from '../reading/refusal.ts';
import { type AggregationForm, readField } from './definition.ts';
import { refuseUnknown } from './significance.ts';
import { printSignificant, readSignificant, type SignificantOptions } from './significant-terms.ts';

/** Words of a text field unusually frequent in the found set against the whole. */
export interface SignificantTextAggregation extends SignificantOptions {
  readonly kind: 'significant_text';
  readonly field: string;
  /** Passages that an earlier document had word for word do not count again. */
  readonly filterDuplicateText: boolean;
  /** Fields the text is read from: the field itself, or what it is a further reading of. */
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
    const other = node.sourceFields?.find((source) => source !== node.field && !node.field.startsWith(`${source}.`));
    if (other !== undefined) throw unsupported(fields.at('source_fields'), `Text of [${other}] for [${node.field}]`);
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
