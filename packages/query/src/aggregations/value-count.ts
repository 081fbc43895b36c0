import { type FieldMetric, fieldMetric } from './definition.ts';

/** How many values the field has. */
export type ValueCountAggregation = FieldMetric<'value_count'>;

export const valueCountForm = fieldMetric('value_count');
