/** The quick date ranges (QRY-18) and the date math each of them starts at. */
export const QUICK_RANGES = [
  { id: 'hour', label: 'Last hour', from: 'now-1h' },
  { id: 'day', label: 'Last day', from: 'now-1d' },
  { id: 'week', label: 'Last week', from: 'now-1w' },
  { id: 'month', label: 'Last month', from: 'now-1M' },
  { id: 'year', label: 'Last year', from: 'now-1y' },
] as const;

/** Days of the day-range filter that mean "no filter", which is its default (QRY-19). */
export const NO_DAY_RANGE = -1;

/** How histogram dates are written (QRY-20). */
export const HISTOGRAM_DATE_FORMAT = 'dd/MM/yy hh:mm:ss';

/** A date field and the part of time looked at: from ≤ value < to, dates or date math. */
export interface TimeRange {
  readonly field: string;
  readonly from?: string;
  readonly to?: string;
}

/** The last so many days of a field; undefined for NO_DAY_RANGE. */
export function dayRange(field: string, days: number): TimeRange | undefined {
  return days < 0 ? undefined : { field, from: `now-${days}d` };
}
