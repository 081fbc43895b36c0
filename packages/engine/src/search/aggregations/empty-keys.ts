import type { AggregationKinds } from '@datasarana/query';
import { compareTexts } from '../sort.ts';
import type { BucketBody, FoundBucket } from './plan.ts';

/** Adds buckets of keys that no match has, and cuts again. */
export function withEmptyKeys(
  found: readonly FoundBucket[],
  keys: readonly unknown[],
  empty: () => BucketBody,
  node: Pick<AggregationKinds['terms'], 'order' | 'size'>,
): readonly FoundBucket[] {
  const known = new Set(found.map(({ key }) => key));
  const added = keys
    .filter((key) => !known.has(key))
    .map((key) => ({ key, keys: [key], docCount: 0, orders: [], body: empty }));
  return [...found, ...added].sort(comparison(node.order)).slice(0, node.size);
}

export const compareKeys = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : Number(a) - Number(b);

/** A metric that a bucket does not have stands last either way. */
function compareMetrics(a: unknown, b: unknown, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return sign * (Number(a) - Number(b));
}

function comparison(order: AggregationKinds['terms']['order']): (a: FoundBucket, b: FoundBucket) => number {
  return (a, b) => {
    let metric = 0;
    for (const { by, direction } of order) {
      const sign = direction === 'asc' ? 1 : -1;
      let difference: number;
      if (by === '_count') difference = sign * (a.docCount - b.docCount);
      else if (by === '_key') difference = sign * compareKeys(a.key, b.key);
      else {
        difference = compareMetrics(a.orders[metric] ?? null, b.orders[metric] ?? null, sign);
        metric++;
      }
      if (difference !== 0) return difference;
    }
    return compareKeys(a.key, b.key);
  };
}
