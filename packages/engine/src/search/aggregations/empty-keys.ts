import type { AggregationKinds } from '@datasarana/query';
import { addressKeyOf } from '../address-order.ts';
import { compareTexts } from '../compare-values.ts';
import type { FieldValues } from './field-values.ts';
import { extendPath } from './key-path.ts';
import type { BucketBody, FoundBucket } from './plan.ts';

/** Adds buckets of keys that no match has, each key one value or several, and cuts again. */
export function withEmptyKeys(
  found: readonly FoundBucket[],
  all: readonly (readonly unknown[])[],
  empty: () => BucketBody,
  node: Pick<AggregationKinds['terms'], 'order' | 'size'>,
  fields: readonly FieldValues[],
): readonly FoundBucket[] {
  const known = new Set(found.map(({ keys }) => nameOf(keys)));
  const added = new Map(all.filter((keys) => !known.has(nameOf(keys))).map((keys) => [nameOf(keys), keys]));
  const made = [...added.values()].map((keys) => ({ key: keys[0], keys, docCount: 0, orders: [], body: empty }));
  return [...found, ...made].sort(comparison(node.order, fields)).slice(0, node.size);
}

const nameOf = (keys: readonly unknown[]): string => keys.reduce<string>(extendPath, '');

export function compareKeys(a: unknown, b: unknown, values?: FieldValues): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  return values?.isAddress ? compareTexts(addressKeyOf(a), addressKeyOf(b)) : compareTexts(a, b);
}

function compareAll(a: readonly unknown[], b: readonly unknown[], fields: readonly FieldValues[]): number {
  const differences = a.map((key, i) => compareKeys(key, b[i], fields[i]));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** A metric that a bucket does not have stands last either way. */
function compareMetrics(a: unknown, b: unknown, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return sign * (Number(a) - Number(b));
}

function comparison(
  order: AggregationKinds['terms']['order'],
  fields: readonly FieldValues[],
): (a: FoundBucket, b: FoundBucket) => number {
  return (a, b) => {
    let metric = 0;
    for (const { by, direction } of order) {
      const sign = direction === 'asc' ? 1 : -1;
      let difference: number;
      if (by === '_count') difference = sign * (a.docCount - b.docCount);
      else if (by === '_key') difference = sign * compareAll(a.keys, b.keys, fields);
      else {
        difference = compareMetrics(a.orders[metric] ?? null, b.orders[metric] ?? null, sign);
        metric++;
      }
      if (difference !== 0) return difference;
    }
    return compareAll(a.keys, b.keys, fields);
  };
}
