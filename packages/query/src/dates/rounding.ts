import type { DateInterval } from '../aggregations/date-histogram.ts';
import { addUnits, floorTo } from './calendar.ts';
import { transitions, utcOf, type Zone } from './zone.ts';

const DAY = 86_400_000;

/** How a date histogram cuts time: interval, zone and offset of the bucket starts in ms. */
export interface DateRounding {
  readonly interval: DateInterval;
  readonly zone: Zone;
  readonly offset: number;
}

/** Start (epoch ms) of the bucket a moment lies in. Bucket starts are whole local times of the zone. */
export function roundDate(utc: number, { interval, zone, offset }: DateRounding): number {
  return startOf(utc - offset, interval, zone) + offset;
}

/** Start of the bucket after the one that starts at `start`. */
export function nextDate(start: number, rounding: DateRounding): number {
  const { interval, zone, offset } = rounding;
  const step = lengthOf(interval);
  if (step < DAY) {
    const next = roundDate(start + step, rounding);
    return next > start ? next : roundDate(start + 2 * step, rounding);
  }
  const local = start - offset + zone.offsetAt(start - offset);
  const following = interval.kind === 'fixed' ? local + step : addUnits(interval.unit, local, 1);
  return roundDate(utcOf(zone, following) + offset, rounding);
}

const UNIT_LENGTH = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  week: DAY,
  month: DAY,
  quarter: DAY,
  year: DAY,
};

const lengthOf = (interval: DateInterval): number =>
  interval.kind === 'fixed' ? interval.milliseconds : UNIT_LENGTH[interval.unit];

/**
 * Where clocks went back between the start of a bucket and a moment, the bucket is the last one of the hour that came twice,
 * as in OpenSearch: none goes on behind others that begin later.
 */
function behindRepeated(start: number, utc: number, interval: DateInterval, zone: Zone): number {
  if (zone.offsetAt(start) <= zone.offsetAt(utc)) return start;
  const change = transitions(zone, start, utc).at(-1);
  return change === undefined || change.at <= start ? start : startOf(change.at - 1, interval, zone);
}

function startOf(utc: number, interval: DateInterval, zone: Zone): number {
  const local = utc + zone.offsetAt(utc);
  const floor =
    interval.kind === 'fixed'
      ? Math.floor(local / interval.milliseconds) * interval.milliseconds
      : floorTo(interval.unit, local);
  if (zone.fixed !== null) return floor - zone.fixed;
  const found = [floor - zone.offsetAt(utc), utcOf(zone, floor)].filter(
    (start) => start <= utc && start + zone.offsetAt(start) === floor,
  );
  const start = lengthOf(interval) >= DAY ? Math.min(...found) : Math.max(...found);
  if (found.length > 0) return interval.kind === 'fixed' ? behindRepeated(start, utc, interval, zone) : start;
  // The local start was left out when clocks went forward: the bucket begins at that change.
  const change = transitions(zone, Math.min(floor - zone.offsetAt(utc), utc) - DAY, utc).at(-1);
  return change?.at ?? floor - zone.offsetAt(utc);
}
