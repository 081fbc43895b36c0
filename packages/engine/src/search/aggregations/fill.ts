import type { BucketOrder } from '@datasarana/query';
import { MAX_BUCKETS, tooManyBuckets } from './bucket-limit.ts';
import type { FoundBucket, KeysReading } from './plan.ts';

/** A bucket with its start. */
export interface PlacedBucket {
  readonly start: number;
  readonly bucket: FoundBucket;
}

/** Adds the empty buckets between the first and the last, out to the bounds given. */
export function fillGaps(
  placed: readonly PlacedBucket[],
  next: (start: number) => number,
  empty: KeysReading['empty'],
  bounds: { readonly min: number | null; readonly max: number | null },
): readonly PlacedBucket[] {
  const first = least(placed[0]?.start ?? null, bounds.min);
  const last = most(placed.at(-1)?.start ?? null, bounds.max);
  if (first === null || last === null) return placed;
  const byStart = new Map(placed.map((each) => [each.start, each]));
  const filled: PlacedBucket[] = [];
  for (let start = first; start <= last; start = next(start)) {
    filled.push(byStart.get(start) ?? { start, bucket: { key: null, keys: [], docCount: 0, orders: [], body: empty } });
    if (filled.length > MAX_BUCKETS) throw tooManyBuckets();
  }
  return filled;
}

const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));
const most = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

/** Puts buckets in the asked order; ties by start. */
export function inOrder(placed: readonly PlacedBucket[], order: readonly BucketOrder[]): readonly PlacedBucket[] {
  const [only] = order;
  if (order.length === 1 && only?.by === '_key') return only.direction === 'asc' ? placed : [...placed].reverse();
  return [...placed].sort((a, b) => {
    let metric = 0;
    for (const { by, direction } of order) {
      const at = by === '_count' || by === '_key' ? -1 : metric++;
      const value = ({ start, bucket }: PlacedBucket) =>
        by === '_count' ? bucket.docCount : by === '_key' ? start : (bucket.orders[at] ?? null);
      const difference = compare(value(a), value(b), direction);
      if (difference !== 0) return difference;
    }
    return a.start - b.start;
  });
}

function compare(a: unknown, b: unknown, direction: 'asc' | 'desc'): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const difference = Number(a) - Number(b);
  return direction === 'asc' ? difference : -difference;
}

/** Buckets by their names; `Object.fromEntries` takes twice as long for hundreds of thousands. */
export function keyedBy<T>(buckets: readonly T[], nameOf: (bucket: T) => string): Readonly<Record<string, T>> {
  const keyed: Record<string, T> = {};
  for (const bucket of buckets) keyed[nameOf(bucket)] = bucket;
  return keyed;
}
