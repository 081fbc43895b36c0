import { invalid } from '@datasarana/schema';
import { Cron } from 'croner';

/** When something that is read on and on is looked at (TSK-01, TSK-05). */
export interface Schedule {
  readonly schedule: 'Immediately' | 'At time' | 'Cron';
  /** Date and time, or the fields of a cron line. */
  readonly at: string;
}

/** Longest single timer of the platform's clock: a longer wait is taken in parts. */
export const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** The next three moments of a cron line, epoch ms. @throws PlatformError 31/422 */
export function nextRuns(line: string, now: number): readonly number[] {
  const reason = scheduleFault({ schedule: 'Cron', at: line });
  if (reason !== null) throw invalid({ 'task.at': reason }, reason);
  return new Cron(line, { paused: true }).nextRuns(3, new Date(now)).map((moment) => moment.getTime());
}

const PARTS = 'minute, hour, day, month and weekday';

/** In words of our own where the line has too few or too many parts; else what its reader says, without the reader's name. */
function cronFault(line: string, cause: unknown): string {
  const count = line.trim().split(/\s+/).length;
  const told = cause instanceof Error ? cause.message : String(cause);
  const reason =
    count < 5 || count > 7
      ? `it has ${count} ${count === 1 ? 'part' : 'parts'}, not five: ${PARTS}`
      : told.replace(/^CronPattern: /, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  return `'${line}' is no cron line, like 0 6 * * 1: ${reason}`;
}

/** Why the moment of a schedule is none; null = it is one. */
export function scheduleFault({ schedule, at }: Schedule): string | null {
  if (schedule === 'At time' && Number.isNaN(Date.parse(at)))
    return `'${at}' is no date and time, like 2026-11-21T18:00`;
  if (schedule !== 'Cron') return null;
  try {
    const cron = new Cron(at, { paused: true });
    if (cron.getOnce() !== null) return `'${at}' is a moment, no cron line: choose At time for it`;
    return cron.nextRun() === null ? `'${at}' never comes: no day of the calendar is like that` : null;
  } catch (cause) {
    return cronFault(at, cause);
  }
}

/** Epoch ms of the next look; null = at once, Infinity = a cron line that comes no more. `last` is when was looked last. */
export function nextLook({ schedule, at }: Schedule, last: number | null, now: number): number | null {
  if (schedule === 'Immediately') return null;
  if (schedule === 'At time') {
    const moment = Date.parse(at);
    return moment > now ? moment : null;
  }
  return new Cron(at, { paused: true }).nextRun(new Date(last ?? now))?.getTime() ?? Number.POSITIVE_INFINITY;
}
