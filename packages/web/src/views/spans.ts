import type { CalendarInterval, ViewBucket } from './definition.ts';

const MINUTE = 60_000;

/** Where the interval that begins at a date ends, in the viewer's zone as the buckets are (FMT-08); of `days` by UTC. */
export function afterOne(interval: CalendarInterval, from: Date, days = false): Date {
  const [year, month, day] = days
    ? [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()]
    : [from.getFullYear(), from.getMonth(), from.getDate()];
  const midnight = days ? midnightUtc : localMidnight;
  switch (interval) {
    // when clocks are set back an hour comes twice, so that what is read on them does not say which is meant
    case 'minute':
      return new Date(from.getTime() + MINUTE);
    case 'hour':
      return new Date(from.getTime() + 60 * MINUTE);
    case 'day':
      return midnight(year, month, day + 1);
    case 'week':
      return midnight(year, month, day + 7);
    case 'month':
      return midnight(year, month + 1, 1);
    case 'quarter':
      return midnight(year, month + 3, 1);
    case 'year':
      return midnight(year + 1, 0, 1);
  }
}

/** Made of its parts, a date takes the years before 100 for those of the last century. */
function localMidnight(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  return date;
}

function midnightUtc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

/** Spans that are still drawn; between more than these the empty ones are left out. */
const MOST_SPANS = 10_000;

/** The span behind one, by where they begin; null of groups that have none. */
function spanAfter(bucket: ViewBucket): ((begin: number) => number) | null {
  if (bucket.function === 'histogram') return (begin) => begin + (bucket.interval ?? 50);
  if (bucket.function !== 'date_histogram') return null;
  return (begin) => afterOne(bucket.calendar ?? 'day', new Date(begin), bucket.days).getTime();
}

/**
 * Spans of time or numbers with the empty ones between them, by where they begin.
 * @param begins of those that hold something, in order
 */
export function withEmptySpans(bucket: ViewBucket, begins: readonly number[]): readonly number[] {
  const after = spanAfter(bucket);
  if (after === null) return begins;
  const all: number[] = [];
  for (const begin of begins) {
    const last = all.at(-1);
    if (last !== undefined) {
      // steps of 0.1 do not add up: what comes within half a step of the next is the next
      for (let next = after(last); next + (after(next) - next) / 2 < begin; next = after(next)) {
        if (all.length >= MOST_SPANS) return begins;
        all.push(next);
      }
    }
    all.push(begin);
  }
  return all;
}
