import type { BucketOrder } from '../aggregations/order.ts';
import { BY_COUNT } from '../aggregations/terms.ts';
import type { JsonObject } from '../reading/json.ts';
import type { Aggregate, AggregateFunction } from './aggregate.ts';

/** Where the records stand among the objects of a bucket that counts them (QRY-23). */
export const PARENTS = '_parents';

/** How an aggregate is written: with so many others of its name around it, and as counting records or not. */
export type Layout = (aggregate: Aggregate, level: string) => Written;
export interface Written {
  readonly around: number;
  readonly level: string;
  readonly parents: boolean;
}

/** The order of buckets when none is given. */
const OWN_ORDER: Readonly<Partial<Record<AggregateFunction, readonly BucketOrder[]>>> = {
  terms: BY_COUNT,
  histogram: [{ by: '_key', direction: 'asc' }],
  date_histogram: [{ by: '_key', direction: 'asc' }],
};

export const ownOrder = (own: AggregateFunction): readonly BucketOrder[] => OWN_ORDER[own] ?? [];

const isPath = (by: string): boolean => by !== '_count' && by !== '_key';

/**
 * The order of an aggregate's buckets, its paths leading through what stands around the aggregates inside. Where buckets
 * count the records that hold their objects, so does `_count`. `own` is the function's order when none is given.
 */
export function orderDsl(
  aggregate: Aggregate,
  own: readonly BucketOrder[],
  level: string,
  layout: Layout,
): readonly JsonObject[] | undefined {
  const { parents } = layout(aggregate, level);
  const byCount = own.some(({ by }) => by === '_count');
  const order = aggregate.order.length === 0 && parents && byCount ? own : aggregate.order;
  if (order.length === 0) return undefined;
  return order.map(({ by, direction }) => ({ [pathOf(by, parents, aggregate, level, layout)]: direction }));
}

function pathOf(by: string, parents: boolean, aggregate: Aggregate, level: string, layout: Layout): string {
  if (by === '_count' && parents) return PARENTS;
  return isPath(by) ? inside(aggregate, level, layout, by.split('>')).join('>') : by;
}

/** The order as the builder has it; the function's own as none. */
export function readOrder(
  aggregate: Aggregate,
  own: readonly BucketOrder[],
  level: string,
  layout: Layout,
): readonly BucketOrder[] {
  const { parents } = layout(aggregate, level);
  const order = aggregate.order.map(({ by, direction }) => ({
    by: nameOf(by, parents, aggregate, level, layout),
    direction,
  }));
  return JSON.stringify(order) === JSON.stringify(own) ? [] : order;
}

function nameOf(by: string, parents: boolean, aggregate: Aggregate, level: string, layout: Layout): string {
  if (by === PARENTS && parents) return '_count';
  return isPath(by) ? outside(aggregate, level, layout, by.split('>')).join('>') : by;
}

type Steps = readonly string[];

/** `stats.max` and `stats[max]` name a value of `stats`. */
const named = (aggregates: readonly Aggregate[], step: string): Aggregate | undefined =>
  aggregates.find(({ name }) => step === name || step.startsWith(`${name}.`) || step.startsWith(`${name}[`));

function inside(around: Aggregate, level: string, layout: Layout, [step = '', ...rest]: Steps): Steps {
  const { parents, level: own } = layout(around, level);
  const before = parents ? [PARENTS] : [];
  const at = parents ? '' : own;
  const found = named(around.aggregates, step);
  if (found === undefined) return [...before, step, ...rest];
  const wrappers = Array.from({ length: layout(found, at).around }, () => found.name);
  return [...before, ...wrappers, step, ...(rest.length === 0 ? [] : inside(found, at, layout, rest))];
}

function outside(around: Aggregate, level: string, layout: Layout, steps: Steps): Steps {
  const { parents, level: own } = layout(around, level);
  const at = parents ? '' : own;
  const below = parents ? steps.slice(1) : steps;
  const found = named(around.aggregates, below[0] ?? '');
  if (found === undefined) return below;
  const [step = '', ...rest] = below.slice(layout(found, at).around);
  return [step, ...(rest.length === 0 ? [] : outside(found, at, layout, rest))];
}
