import { type FieldMetric, fieldMetric } from './definition.ts';

/** Smallest number or earliest date. */
export type MinAggregation = FieldMetric<'min'>;

export const minForm = fieldMetric('min');
