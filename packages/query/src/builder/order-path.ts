import type { BucketOrder } from '../aggregations/order.ts';
import { BY_COUNT } from '../aggregations/terms-options.ts';
import type { JsonObject } from '../reading/json.ts';
import type { Aggregate, AggregateFunction } from './aggregate.ts';
import { type Placing, placingOf } from './aggregate-place.ts';

/** Where the records stand among the objects of a bucket that counts them (QRY-23). */
export const PARENTS = '_parents';

const BY_KEY: readonly BucketOrder[] = [{ by: '_key', direction: 'asc' }];

/** The order of buckets when none is given. */
const OWN_ORDER: Readonly<Partial<Record<AggregateFunction, readonly BucketOrder[]>>> = {
  terms: BY_COUNT,
  histogram: BY_KEY,
  date_histogram: BY_KEY,
};

/**
 * The order of an aggregate's buckets, its paths leading through what stands around the aggregates inside. Where buckets
 * count the records that hold their objects, so does `_count`, which then has to be said also where it is the function's own.
 */
export function orderDsl(aggregate: Aggregate, placing: Placing): readonly JsonObject[] | undefined {
  const unsaid = placing.parents && OWN_ORDER[aggregate.function] === BY_COUNT ? BY_COUNT : [];
  const order = aggregate.order.length === 0 ? unsaid : aggregate.order;
  if (order.length === 0) return undefined;
  return order.map(({ by, direction }) => ({ [writtenBy(by, aggregate, placing)]: direction }));
}

/** The order as the builder has it; the function's own as none. */
export function readOrder(aggregate: Aggregate, placing: Placing): readonly BucketOrder[] {
  const order = aggregate.order.map(({ by, direction }) => ({ by: readBy(by, aggregate, placing), direction }));
  return JSON.stringify(order) === JSON.stringify(OWN_ORDER[aggregate.function] ?? []) ? [] : order;
}

const isPath = (by: string): boolean => by !== '_count' && by !== '_key';

function writtenBy(by: string, aggregate: Aggregate, placing: Placing): string {
  if (by === '_count' && placing.parents) return PARENTS;
  return isPath(by) ? stepsIn(aggregate, placing, by.split('>')).join('>') : by;
}

function readBy(by: string, aggregate: Aggregate, placing: Placing): string {
  if (by === PARENTS && placing.parents) return '_count';
  return isPath(by) ? namesIn(aggregate, placing, by.split('>')).join('>') : by;
}

type Steps = readonly string[];

/** The aggregate inside that a step leads to; `stats.max` and `stats[max]` name a value of `stats`. */
function found({ aggregates }: Aggregate, { inside }: Placing, step = '') {
  const aggregate = aggregates.find(
    ({ name }) => step === name || step.startsWith(`${name}.`) || step.startsWith(`${name}[`),
  );
  if (aggregate === undefined) return null;
  const placing = placingOf(aggregate, inside);
  return { aggregate, placing, around: placing.steps.length + (placing.filter === 'none' ? 0 : 1) };
}

function stepsIn(aggregate: Aggregate, placing: Placing, [step = '', ...rest]: Steps): Steps {
  const before = placing.parents ? [PARENTS] : [];
  const at = found(aggregate, placing, step);
  if (at === null) return [...before, step, ...rest];
  const around = new Array<string>(at.around).fill(at.aggregate.name);
  return [...before, ...around, step, ...(rest.length === 0 ? [] : stepsIn(at.aggregate, at.placing, rest))];
}

function namesIn(aggregate: Aggregate, placing: Placing, steps: Steps): Steps {
  const below = placing.parents ? steps.slice(1) : steps;
  const at = found(aggregate, placing, below[0]);
  if (at === null) return below;
  const [step = '', ...rest] = below.slice(at.around);
  return [step, ...(rest.length === 0 ? [] : namesIn(at.aggregate, at.placing, rest))];
}
