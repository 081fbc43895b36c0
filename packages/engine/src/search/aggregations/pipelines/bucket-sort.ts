import { type PipelineKinds, parseBucketsPath } from '@datasarana/query';
import { resolve, type ShownBucket } from './values.ts';

/** The asked page of the buckets in the asked order; with `skip` those without any of the values are left out. */
export function sorted(of: PipelineKinds['bucket_sort'], buckets: readonly ShownBucket[]): readonly ShownBucket[] {
  const end = of.size === undefined ? undefined : of.from + of.size;
  if (of.sort.length === 0) return buckets.slice(of.from, end);
  return buckets
    .map((bucket) => ({ bucket, values: of.sort.map(({ by }) => orderValue(bucket, by, of.gapPolicy)) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .sort((a, b) => {
      for (const [i, { direction }] of of.sort.entries()) {
        const difference = compare(a.values[i] ?? null, b.values[i] ?? null, direction === 'asc' ? 1 : -1);
        if (difference !== 0) return difference;
      }
      return 0;
    })
    .slice(of.from, end)
    .map(({ bucket }) => bucket);
}

function orderValue(bucket: ShownBucket, by: string, gaps: 'skip' | 'insert_zeros'): number | string | null {
  if (by === '_key') return typeof bucket.key === 'string' ? bucket.key : Number(bucket.key);
  const value = resolve(bucket, parseBucketsPath(by), gaps);
  return value === null || Number.isNaN(value) ? null : value;
}

function compare(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a === b ? 0 : a < b ? -sign : sign;
}
