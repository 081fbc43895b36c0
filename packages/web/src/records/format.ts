import { decodeDate } from '@datasarana/schema';

export {
  formatBytes,
  formatCount,
  formatFormDate,
  formatHistogramDate,
  formatListDate,
  formatLongDate,
  formatShort,
} from '@datasarana/schema';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How long ago, in the fewest words: `2 min ago`, `Yesterday`, `21 Jan 2026`. The exact time belongs in a title. */
export function formatAgo(value: unknown, now = Date.now()): string {
  const time = decodeDate(value);
  if (time === null) return 'Never';
  const date = new Date(time);
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const span = Math.floor(minutes / (24 * 60));
  if (span === 1) return 'Yesterday';
  if (span < 14) return `${span} days ago`;
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`;
}
