import { Fields, readScalar, readText } from '../reading/fields.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';

/** How one aggregation is read from DSL and written back; registered by kind in `aggregation.ts`. */
export interface AggregationForm<N> {
  readonly parse: (value: unknown, path: string) => N;
  /** The value that stands below the aggregation's name. */
  readonly print: (node: N) => JsonObject;
  /** Buckets hold other aggregations, metrics do not (AGG-28). */
  readonly shape: 'bucket' | 'metric';
}

/** What every aggregation of the values of one field has. */
export interface OfField {
  readonly field: string;
  /** Stands in for documents without a value. */
  readonly missing?: Scalar;
  /** How values are written as text (`value_as_string`, `key_as_string`): a date format or a decimal pattern. */
  readonly format?: string;
}

export function readOfField(fields: Fields): OfField {
  const field = fields.required('field', readText);
  return {
    field,
    ...present({ missing: fields.optional('missing', readScalar), format: fields.text('format') }),
  };
}

export const printOfField = (node: OfField) => ({ field: node.field, missing: node.missing, format: node.format });

/** A metric with no parameter but its field. */
export interface FieldMetric<K extends string> extends OfField {
  readonly kind: K;
}

/** The form of a metric that has no parameter but its field. */
export function fieldMetric<K extends string>(kind: K): AggregationForm<FieldMetric<K>> {
  return {
    shape: 'metric',
    parse: (value, path) => {
      const fields = new Fields(value, path, kind);
      const node = { kind, ...readOfField(fields) };
      fields.hints('value_type', 'execution_hint', 'precision_threshold');
      fields.done();
      return node;
    },
    print: (node) => present(printOfField(node)),
  };
}
