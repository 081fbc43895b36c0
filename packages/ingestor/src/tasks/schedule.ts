import { Cron } from 'croner';
import type { TaskSettings } from './task.ts';

/** Longest single timer of the platform's clock: a longer wait is taken in parts. */
export const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** Epoch ms at which a source is to look next; null = at once. `last` is when it looked last. */
export function nextLook({ schedule, at }: TaskSettings, last: number | null, now: number): number | null {
  if (schedule === 'Immediately') return null;
  if (schedule === 'At time') {
    const moment = Date.parse(at);
    return moment > now ? moment : null;
  }
  return new Cron(at, { paused: true }).nextRun(new Date(last ?? now))?.getTime() ?? null;
}
