import type { Aggregations } from '@datasarana/query';
import type { IndexPart, PartContext } from '../part.ts';
import type { AggregationResult } from '../response.ts';

export interface Aggregated {
  readonly total: number;
  readonly aggregations: Readonly<Record<string, AggregationResult>>;
}

/** Null when none were asked for. */
export async function aggregate(
  _parts: readonly IndexPart[],
  _aggs: Aggregations,
  _context: PartContext,
): Promise<Aggregated | null> {
  return null;
}
