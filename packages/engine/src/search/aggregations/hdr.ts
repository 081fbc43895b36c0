import type { HdrMethod } from '@datasarana/query';
import { double, joined, type Sql, sql } from '../sql.ts';

/** How many values there are, and for each percent the one at its rank, ⌈p/100·n⌉ and at least the first, and the least. */
export function hdrNeighbours(values: Sql, percents: readonly number[]): readonly Sql[] {
  const count = sql`len(${values})`;
  const places = percents.flatMap((percent) => {
    const rank = sql`greatest(1, least(ceil(${double(percent / 100)} * ${count})::BIGINT, ${count}))`;
    return [rank, sql`1`];
  });
  return [count, sql`list_select(list_sort(${values}), [${joined(places, ', ')}])`];
}

/**
 * A value as an HdrHistogram of so many digits gives it back: the last unit of the bucket it falls into. Buckets are as
 * wide as leaves that many digits; the unit is what the least value needs.
 */
export function hdrRounded(value: number | null, least: number | null, { digits }: HdrMethod): number | null {
  if (value === null || value <= 0) return value;
  const steps = 2 ** Math.ceil(Math.log2(2 * 10 ** digits));
  const octave = (number: number) => 2 ** Math.floor(Math.log2(number));
  const unit = octave(least !== null && least > 0 ? least : value) / (steps / 2);
  const width = octave(value) / (steps / 2);
  return Math.floor(value / width) * width + width - unit;
}
