import { type PipelineKinds, parseBucketsPath } from '@datasarana/query';
import { resolve, type ShownBucket } from './values.ts';

type NameOf = (bucket: ShownBucket) => string;

/**
 * The asked page of the buckets in the asked order; with `skip` those without any of the values are left out. Buckets keyed by
 * name stand by it where they are ordered by `_key`.
 */
export function sorted(
  of: PipelineKinds['bucket_sort'],
  buckets: readonly ShownBucket[],
  nameOf: NameOf,
): readonly ShownBucket[] {
  const end = of.size === undefined ? undefined : of.from + of.size;
  if (of.sort.length === 0) return buckets.slice(of.from, end);
  return buckets
    .map((bucket) => ({ bucket, values: of.sort.map(({ by }) => orderValue(bucket, by, of.gapPolicy, nameOf)) }))
    .filter(({ values }) => of.gapPolicy === 'insert_zeros' || values.some((value) => value !== null))
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

function orderValue(
  bucket: ShownBucket,
  by: string,
  gaps: 'skip' | 'insert_zeros',
  nameOf: NameOf,
): number | string | null {
  if (by === '_key') {
    const { key = nameOf(bucket) } = bucket;
    return typeof key === 'string' ? key : Number(key);
  }
  const value = resolve(bucket, parseBucketsPath(by), gaps);
  return value === null || Number.isNaN(value) ? null : value;
}

function compare(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a === b ? 0 : a < b ? -sign : sign;
}
