import { PARENTS } from '@datasarana/query';
import type { ViewBucket, ViewMetric } from './definition.ts';

/** The innermost Nested field that a group or a figure lies under; empty = none. */
export const levelOf = ({ nested }: ViewBucket | ViewMetric): string => nested?.at(-1) ?? '';

/** Groups of objects that count the records which hold them (QRY-23). */
export const countsRecords = (bucket: ViewBucket): boolean => levelOf(bucket) !== '' && bucket.count === 'parents';

/** Whether a figure can order groups: only one of the same objects is known while groups are found. */
export const ordersBy = (bucket: ViewBucket, metric: ViewMetric): boolean =>
  !countsRecords(bucket) && levelOf(metric) === levelOf(bucket);

type Answer = Readonly<Record<string, unknown>>;

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null;

/** An aggregation of an answer, taken out of what leads to it, which is called as it is. */
export function answerOf(at: Answer, id: string): Answer {
  const found = at[id];
  if (!isAnswer(found)) return {};
  return isAnswer(found[id]) ? answerOf(found, id) : found;
}

/** A group with what is counted in it: its objects, or the records that hold them. */
export function counted<B extends Answer>(bucket: ViewBucket, found: B): B {
  const records = found[PARENTS];
  return countsRecords(bucket) && isAnswer(records) ? { ...found, ...records } : found;
}
