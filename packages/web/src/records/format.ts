import { decodeDate, formatCount, NO_VALUE, needsPower } from '@datasarana/schema';

export {
  formatBytes,
  formatCount,
  formatFormDate,
  formatHistogramDate,
  formatListDate,
  formatLongDate,
  formatShort,
} from '@datasarana/schema';

const figures = new Intl.NumberFormat('en', {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 4,
  roundingPriority: 'morePrecision',
  signDisplay: 'negative',
});

/** A figure as it is read: thousands separated, three decimals at most, of smaller ones the first four digits that count; none is an en dash. */
export function formatFigure(value: unknown): string {
  if (typeof value !== 'number') return NO_VALUE;
  return needsPower(value) ? value.toExponential(3).replace(/\.?0*e\+?/, 'e') : figures.format(value);
}

/** How many documents, in words: `1 document`, `12,000 documents`. */
export const formatDocuments = (count: number): string => `${formatCount(count)} document${count === 1 ? '' : 's'}`;

/** How long something took, in two figures: `40 ms`, `1.2 s`, `2 min 5 s`. */
export function formatTook(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

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
