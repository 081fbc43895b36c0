import type { SearchRequest } from '@datasarana/query';
import { Breath } from '../../store/breath.ts';
import type { IndexPart, PartContext } from '../part.ts';
import type { AggregationResult } from '../response.ts';
import { name } from '../sql.ts';
import { ROOT } from './key-path.ts';
import { Level } from './level.ts';
import type { PlanContext } from './metrics.ts';
import { type Placement, placeAll, resultsOf } from './place.ts';
import { planAll } from './planner.ts';

export interface Aggregated {
  /** How many documents match. */
  readonly total: number;
  readonly aggregations: Readonly<Record<string, AggregationResult>>;
}

/** Computes aggregations, one statement per path of bucket keys; null when none were asked for. */
export async function aggregate(
  parts: readonly IndexPart[],
  { aggs, query }: Pick<SearchRequest, 'aggs' | 'query'>,
  context: PartContext,
): Promise<Aggregated | null> {
  if (Object.keys(aggs).length === 0) return null;
  const sources = parts.map((part) => name(part.layout.docs));
  const top: PlanContext = {
    ...context,
    parts,
    sources,
    documents: parts,
    nests: [],
    depth: 0,
    query,
    name: '',
    holds: aggs,
    above: [],
  };
  const planned = await planAll(aggs, top);
  const root = new Level(parts, null, []);
  const known = knownTotal(parts);
  const placement: Placement = { levels: [{ level: root }], known, preparations: [], bodies: [] };
  const placed = placeAll(planned, root, null, placement);
  for (const { level, before, after } of placement.levels) {
    if (level === root && known !== null && root.assume(known)) continue;
    await before?.();
    await level.run(context.connection);
    await after?.();
  }
  for (const prepare of placement.preparations) await prepare();
  const breath = new Breath(context.connection);
  // what stands in a bucket is made of the buckets further in
  for (const make of placement.bodies.toReversed()) await make(breath);
  const row = root.row(ROOT);
  return { total: row?.docCount ?? 0, aggregations: resultsOf(placed, row) };
}

const knownTotal = (parts: readonly IndexPart[]): number | null =>
  parts.reduce<number | null>((sum, { bits }) => (sum === null || bits === null ? null : sum + bits.size), 0);
