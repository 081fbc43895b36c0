import type { QueryNodes } from '@datasarana/query';

/** Limits of a range query, as far as they are given. */
export type Limits = Pick<QueryNodes['range'], 'gt' | 'gte' | 'lt' | 'lte' | 'format' | 'timeZone'>;
