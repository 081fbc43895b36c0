import { Fields, readScalar } from '../reading/fields.ts';
import { present, type Scalar } from '../reading/json.ts';
import { type AggregationForm, readField } from './definition.ts';

/** The documents without a value of the field. */
export interface MissingAggregation {
  readonly kind: 'missing';
  readonly field: string;
  /** With a stand-in value no document is without one. */
  readonly missing?: Scalar;
}

export const missingForm: AggregationForm<MissingAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'missing');
    const node: MissingAggregation = {
      kind: 'missing',
      field: readField(fields),
      ...present({ missing: fields.optional('missing', readScalar) }),
    };
    fields.done();
    return node;
  },
  print: (node) => present({ field: node.field, missing: node.missing }),
};
