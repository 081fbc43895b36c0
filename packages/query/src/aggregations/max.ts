import { type FieldMetric, fieldMetric } from './definition.ts';

/** Largest number or latest date. */
export type MaxAggregation = FieldMetric<'max'>;

export const maxForm = fieldMetric('max');
