import type { ViewBucket } from './definition.ts';

/** Share of a step by which groups begin earlier: far more than quotients are off by, far less than values lie apart. */
const EARLIER = 2 ** -30;

/**
 * Where groups of a decimal step begin, which is no sum of powers of two: 5.1 / 0.1 is 50.99999999999999 to a computer, and 5.1 would
 * stand in the group before its own. Null for steps that divide exactly.
 */
export const offsetOf = (interval: number): number | null =>
  Number.isInteger(interval * 2 ** 20) ? null : interval * (1 - EARLIER);

/** Where a group of a histogram begins as it is read: at a whole number of steps, without the digits that sums of 0.1 add. */
export const beginOf = (key: number, { interval = 50 }: Pick<ViewBucket, 'interval'>): number =>
  offsetOf(interval) === null ? key : decimal(Math.round(key / interval) * interval);

/** Where the next group begins. */
export const endOf = (begin: number, { interval = 50 }: Pick<ViewBucket, 'interval'>): number =>
  offsetOf(interval) === null ? begin + interval : decimal(begin + interval);

const decimal = (value: number): number => Number(value.toPrecision(15));
