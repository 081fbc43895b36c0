import { invalid } from '@datasarana/schema';
import { Cron } from 'croner';
import type { TaskSettings } from './task.ts';

/** Longest single timer of the platform's clock: a longer wait is taken in parts. */
export const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** The next three moments of a cron line, epoch ms. @throws PlatformError 31/422 */
export function nextRuns(line: string, now: number): readonly number[] {
  try {
    return new Cron(line, { paused: true }).nextRuns(3, new Date(now)).map((moment) => moment.getTime());
  } catch (cause) {
    const reason = cronFault(line, cause);
    throw invalid({ 'task.at': reason }, reason);
  }
}

/** Why a text is no cron line. */
export const cronFault = (line: string, cause: unknown): string =>
  `'${line}' is no cron line, like 0 6 * * 1: ${cause instanceof Error ? cause.message : String(cause)}`;

/** Epoch ms at which a source is to look next; null = at once. `last` is when it looked last. */
export function nextLook({ schedule, at }: TaskSettings, last: number | null, now: number): number | null {
  if (schedule === 'Immediately') return null;
  if (schedule === 'At time') {
    const moment = Date.parse(at);
    return moment > now ? moment : null;
  }
  return new Cron(at, { paused: true }).nextRun(new Date(last ?? now))?.getTime() ?? null;
}
