import { readChoice, readOneOrMany } from '../reading/fields.ts';
import { isObject, type Json } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';

/** By `_count`, `_key` or a path to a metric below (`avg1`, `stats1.max`, `filter1>avg1`). */
export interface BucketOrder {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

const DIRECTIONS = ['asc', 'desc'] as const;

export function readOrder(value: unknown, path: string): readonly BucketOrder[] {
  if (Array.isArray(value) && value.length === 0) throw wrongShape(path, 'at least one order', value);
  return readOneOrMany(value, path, (given, at) => {
    // as in OpenSearch, the last of several names counts
    const name = isObject(given) ? Object.keys(given).at(-1) : undefined;
    if (!isObject(given) || name === undefined) {
      const reason = isObject(given) ? 'Must specify at least one field for [order]' : undefined;
      throw wrongShape(at, 'an order such as {"_count": "desc"}', given, reason);
    }
    const by = name === '_term' || name === '_time' ? '_key' : name;
    return { by, direction: readChoice(given[name], `${at}.${name}`, DIRECTIONS) };
  });
}

const isSame = (a: readonly BucketOrder[], b: readonly BucketOrder[]) => JSON.stringify(a) === JSON.stringify(b);

export function printOrder(order: readonly BucketOrder[], absent: readonly BucketOrder[]): Json | undefined {
  if (isSame(order, absent)) return undefined;
  const printed = order.map(({ by, direction }) => ({ [by]: direction }));
  return printed.length === 1 ? printed[0] : printed;
}

/** A metric path taken apart: `filter1>stats1.max` → aggregations filter1, stats1 and its value `max`. */
export interface OrderPath {
  readonly aggregations: readonly string[];
  /** The value of a metric that has several; `value` when the path names none. */
  readonly metric: string;
}

/** A path such as `nested>stats.avg` or `shares[99.5]` in its parts. */
export function orderPath(by: string): OrderPath {
  const aggregations = by.split('>');
  const last = aggregations.pop() ?? '';
  const bracket = /^(.*)\[([^\]]+)\]$/.exec(last);
  const dot = last.lastIndexOf('.');
  const name = bracket?.[1] ?? (dot < 0 ? last : last.slice(0, dot));
  const metric = bracket?.[2] ?? (dot < 0 ? 'value' : last.slice(dot + 1));
  return { aggregations: [...aggregations, name], metric };
}
