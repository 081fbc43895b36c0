import { type FieldMetric, fieldMetric } from './definition.ts';

/** Count, min, max, avg and sum. */
export type StatsAggregation = FieldMetric<'stats'>;

export const statsForm = fieldMetric('stats');
