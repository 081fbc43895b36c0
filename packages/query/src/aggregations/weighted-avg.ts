import { Fields, readScalar } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { type AggregationForm, readField, refuseNameless } from './definition.ts';

/** One side of a weighted mean. */
export interface WeightedField {
  readonly field: string;
  /** Stands in for documents without a value. */
  readonly missing?: Scalar;
}

/** Mean of one field weighted by another: Σ value × weight / Σ weight. */
export interface WeightedAvgAggregation {
  readonly kind: 'weighted_avg';
  /** Documents without a value do not count; of several, each counts with the document's weight. */
  readonly value: WeightedField;
  /** 1 for documents without one when `missing` says so; else they do not count. */
  readonly weight: WeightedField;
  readonly format?: string;
}

export const weightedAvgForm: AggregationForm<WeightedAvgAggregation> = {
  shape: 'metric',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'weighted_avg');
    const node: WeightedAvgAggregation = {
      kind: 'weighted_avg',
      value: fields.required('value', readSide),
      weight: fields.required('weight', readSide),
      ...present({ format: fields.text('format') }),
    };
    fields.hints('value_type');
    fields.done();
    return node;
  },
  print: (node) => present({ value: printSide(node.value), weight: printSide(node.weight), format: node.format }),
};

function readSide(value: unknown, path: string): WeightedField {
  const fields = new Fields(value, path, 'weighted_avg', ['missing']);
  const side = { field: readField(fields), ...present({ missing: fields.optional('missing', readScalar) }) };
  fields.done();
  refuseNameless(side, path);
  return side as WeightedField;
}

const printSide = (side: WeightedField): JsonObject => present({ field: side.field, missing: side.missing });
