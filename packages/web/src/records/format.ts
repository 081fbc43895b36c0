const grouping = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** A count or number in full with commas (FMT-03). */
export const formatCount = (value: number): string => grouping.format(value);

const byteUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/** Bytes to base 1024, 2 decimals at most, trailing zeros dropped (FMT-01). */
export function formatBytes(bytes: number, decimals = 2): string {
  if (bytes === 0) return '0 Bytes';
  const power = Math.min(Math.floor(Math.log(Math.abs(bytes)) / Math.log(1024)), byteUnits.length - 1);
  const step = Math.max(power, 0);
  return `${Number((bytes / 1024 ** step).toFixed(decimals))} ${byteUnits[step]}`;
}

const shortUnits = ['', 'k', 'm', 'b', 't'];

/** Numbers from 1000 upward shortened with k, m, b or t, one decimal (FMT-02). For axes; counts are told in full. */
export function formatShort(value: number): string {
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= 999.95 && unit < shortUnits.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  if (unit === 0 || Math.abs(value) < 1000) return String(value);
  return `${Number(scaled.toFixed(1))}${shortUnits[unit]}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

const asDate = (value: unknown): Date | undefined => {
  const date =
    value instanceof Date
      ? value
      : typeof value === 'number' || typeof value === 'string'
        ? new Date(value)
        : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
};

/** `yyyy-MM-dd HH:mm:ss` in the browser's zone: dates in lists (FMT-06). An en dash for no date. */
export function formatListDate(value: unknown): string {
  const date = asDate(value);
  if (!date) return '–';
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `yyyy/MM/dd HH:mm`: dates in forms (FMT-05). */
export function formatFormDate(value: unknown): string {
  const date = asDate(value);
  if (!date) return '';
  return `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `dd/MM/yy hh:mm:ss` with a 12-hour clock: histogram labels (FMT-07). */
export function formatHistogramDate(value: unknown): string {
  const date = asDate(value);
  if (!date) return '–';
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${two(date.getFullYear() % 100)} ${two(date.getHours() % 12 || 12)}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The long style, as `Thu, Sep 4, 1986 8:30 PM` (FMT-04). */
export function formatLongDate(value: unknown): string {
  const date = asDate(value);
  if (!date) return '–';
  const hours = date.getHours();
  return `${days[date.getDay()]}, ${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()} ${hours % 12 || 12}:${two(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** How long ago, in the fewest words: `2 min ago`, `Yesterday`, `21 Jan 2026`. The exact time belongs in a title. */
export function formatAgo(value: unknown, now = Date.now()): string {
  const date = asDate(value);
  if (!date) return 'Never';
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const span = Math.floor(minutes / (24 * 60));
  if (span === 1) return 'Yesterday';
  if (span < 14) return `${span} days ago`;
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`;
}
