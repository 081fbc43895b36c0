import { type FieldMetric, fieldMetric } from './definition.ts';

/** How many different values, exactly. */
export type CardinalityAggregation = FieldMetric<'cardinality'>;

export const cardinalityForm = fieldMetric('cardinality');
