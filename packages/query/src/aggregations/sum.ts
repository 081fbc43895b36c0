import { type FieldMetric, fieldMetric } from './definition.ts';

/** Total of a number field. */
export type SumAggregation = FieldMetric<'sum'>;

export const sumForm = fieldMetric('sum');
