import { type FieldMetric, fieldMetric } from './definition.ts';

/** Mean of a number field. */
export type AvgAggregation = FieldMetric<'avg'>;

export const avgForm = fieldMetric('avg');
