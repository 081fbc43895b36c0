import { decodeDate } from '@datasarana/schema';

const two = (value: number): string => String(value).padStart(2, '0');

const valid = (value: unknown): Date | undefined => {
  const time = decodeDate(value);
  return time === null ? undefined : new Date(time);
};

const DAY_MS = 86_400_000;

/** Whether dates are days of the calendar, as far as there are any: none of them says a time. */
export function areDays(values: readonly unknown[]): boolean {
  const times = values.flatMap((value) => decodeDate(value) ?? []);
  return times.length > 0 && times.every((time) => time % DAY_MS === 0);
}

const WRITTEN_DAY = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/;
const WRITTEN_MOMENT = /^([^ T]+)(?:(?: +|T)(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;
const PICKED = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Days between records (midnight UTC) and the picker (`YYYY-MM-DD`): whoever looks from elsewhere sees the same day. */
export const Day = {
  forPicker: (value: unknown): string | null => valid(value)?.toISOString().slice(0, 10) ?? null,
  /** What was typed and is no day stays as it is. */
  fromPicker: (picked: string | null, before: unknown): number | string | null => {
    const date = valid(picked);
    if (!date) return picked === '' ? null : picked;
    return typeof before === 'string' && valid(before) ? date.toISOString() : date.getTime();
  },
  /** A typed day as the picker has it; null when there is none like it, as 31 February. */
  parse: (typed: string): string | null => (WRITTEN_DAY.test(typed.trim()) ? Day.forPicker(typed) : null),
};

/** Dates between records (epoch ms or ISO text) and the picker (`YYYY-MM-DD HH:mm:ss`, local). */
export const DateTime = {
  forPicker: (value: unknown): string | null => {
    const date = valid(value);
    if (!date) return null;
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  },
  /** Keeps the form the record had: text stays ISO text, everything else becomes epoch ms. What is no date stays as it is. */
  fromPicker: (picked: string | null, before: unknown): number | string | null => {
    if (picked === null || picked === '') return null;
    const date = new Date(picked.replace(' ', 'T'));
    if (!PICKED.test(picked) || Number.isNaN(date.getTime())) return picked;
    return typeof before === 'string' && valid(before) ? date.toISOString() : date.getTime();
  },
  /** A typed moment as the picker has it, a day alone at its midnight; null when there is none like it, as 25:00. */
  parse: (typed: string): string | null => {
    const [, written = '', hour = '0', minute = '0', second = '0'] = WRITTEN_MOMENT.exec(typed.trim()) ?? [];
    const day = Day.parse(written);
    if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
    return `${day} ${[hour, minute, second].map((part) => part.padStart(2, '0')).join(':')}`;
  },
  /** A day of the calendar at the time of a moment; at midnight when there was none. */
  onDay: (day: string, moment: string | null): string =>
    `${day.slice(0, 10)} ${moment !== null && PICKED.test(moment) ? moment.slice(11) : '00:00:00'}`,
};
