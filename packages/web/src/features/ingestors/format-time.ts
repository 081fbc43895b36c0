import { formatListDate } from '../../records/format.ts';

/** `hh:mm:ss` in the browser's zone; of another day than today with its date. */
export function formatTime(ts: number, now = Date.now()): string {
  const isToday = new Date(ts).toDateString() === new Date(now).toDateString();
  return isToday ? new Date(ts).toTimeString().slice(0, 8) : formatListDate(ts);
}
