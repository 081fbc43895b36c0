import type { TimeRange } from '@datasarana/query';

const LAST = /^now-(\d+)([smhdwMy])$/;

/** The period of the same length right before; null where a range has no end to count back from (VIS-13). */
export function previousPeriod(time: TimeRange | undefined): TimeRange | null {
  if (!time?.from) return null;
  const last = LAST.exec(time.from);
  if (last && !time.to) return { field: time.field, from: `now-${2 * Number(last[1])}${last[2]}`, to: time.from };
  const [from, to] = [Date.parse(time.from), Date.parse(time.to ?? '')];
  if (!(from < to)) return null;
  return { field: time.field, from: new Date(2 * from - to).toISOString(), to: new Date(from).toISOString() };
}

/** How a figure changed, in one short sentence. */
export function changeWords(figure: number | null, before: number | null): string {
  if (figure === null || before === null || before === 0)
    return figure === before ? 'no change' : 'nothing to compare with in the period before';
  const percent = ((figure - before) / Math.abs(before)) * 100;
  if (percent === 0) return 'as in the period before';
  const size = Math.abs(percent).toLocaleString('en', { maximumFractionDigits: Math.abs(percent) < 10 ? 1 : 0 });
  return `${percent > 0 ? '↑' : '↓'} ${size} % against the period before`;
}
