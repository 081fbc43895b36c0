import { readLimit } from '../clauses/range.ts';
import { type CalendarUnit, printDuration, readCalendarUnit, readDuration } from '../dates/duration.ts';
import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, type OfField, printOfField, readOfField, readTimeZone } from './definition.ts';
import { type IntervalBuckets, printIntervalBuckets, readIntervalBuckets } from './histogram.ts';
import { illegalArgument } from './refusal.ts';

/** A unit of the calendar, whose length varies, or a fixed time. */
export type DateInterval =
  | { readonly kind: 'calendar'; readonly unit: CalendarUnit }
  | { readonly kind: 'fixed'; readonly milliseconds: number };

/** One bucket per interval of time; weeks start on Monday. */
export interface DateHistogramAggregation extends OfField, IntervalBuckets<string | number> {
  readonly kind: 'date_histogram';
  readonly interval: DateInterval;
  /** `+07:00` or `Asia/Jakarta`; absent = UTC. Buckets start at that zone's local times. */
  readonly timeZone?: string;
  /** Milliseconds by which bucket starts are moved. */
  readonly offset: number;
}

export const dateHistogramForm: AggregationForm<DateHistogramAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'date_histogram');
    const node: DateHistogramAggregation = {
      kind: 'date_histogram',
      ...readOfField(fields),
      interval: readDateInterval(fields),
      ...present({ timeZone: fields.optional('time_zone', readTimeZone) }),
      offset: fields.optional('offset', readOffset) ?? 0,
      ...readIntervalBuckets(fields, name, readBound),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      ...printDateInterval(node.interval),
      time_zone: node.timeZone,
      offset: node.offset === 0 ? undefined : printDuration(node.offset),
      ...printIntervalBuckets(node),
    }),
};

/** A date, or whole milliseconds. */
function readBound(value: unknown, path: string): string | number {
  const bound = readLimit(value, path);
  if (typeof bound === 'string' || (Number.isInteger(bound) && Math.abs(bound) < 2 ** 63)) return bound;
  throw wrongShape(path, 'a date or whole milliseconds', value);
}

export function readDateInterval(fields: Fields): DateInterval {
  const calendar = fields.optional('calendar_interval', readUnit);
  const fixed = fields.optional('fixed_interval', readFixed);
  const legacy = fields.optional('interval', readLegacyInterval);
  const given = [
    calendar === undefined ? undefined : ({ kind: 'calendar', unit: calendar } as const),
    fixed,
    legacy,
  ].filter((interval) => interval !== undefined);
  const [interval] = given;
  if (interval === undefined) {
    throw illegalArgument(
      'Invalid interval specified, must be non-null and non-empty',
      `Give calendar_interval or fixed_interval in ${fields.path}.`,
    );
  }
  if (given.length > 1) {
    throw illegalArgument(
      'Cannot use [fixed_interval] with [calendar_interval] configuration option.',
      'Leave one out.',
    );
  }
  return interval;
}

/** `+6h`, `-30m`, `0`. */
export function readOffset(value: unknown, path: string): number {
  if (typeof value === 'number') return readMilliseconds(value, path);
  return typeof value === 'string' && NOTHING.test(value) ? 0 : readExact(value, path);
}

/** Nothing needs no unit. */
const NOTHING = /^\s*[+-]?0+\s*$/;

/** Moments are counted in numbers, which are exact for 285,000 years. */
function readExact(value: unknown, path: string): number {
  const milliseconds = readDuration(value, path);
  if (Number.isSafeInteger(milliseconds)) return milliseconds;
  throw wrongShape(path, `a duration of at most ${Number.MAX_SAFE_INTEGER}ms`, value);
}

function readMilliseconds(value: number, path: string): number {
  const whole = Math.trunc(value);
  if (!Number.isSafeInteger(whole)) throw wrongShape(path, 'a duration such as +6h, or milliseconds', value);
  return whole;
}

export const printDateInterval = (interval: DateInterval) => ({
  calendar_interval: interval.kind === 'calendar' ? interval.unit : undefined,
  fixed_interval: interval.kind === 'fixed' ? printDuration(interval.milliseconds) : undefined,
});

function readUnit(value: unknown, path: string): CalendarUnit {
  try {
    return readCalendarUnit(value, path);
  } catch {
    throw illegalArgument(
      `The supplied interval [${String(value)}] could not be parsed as a calendar interval.`,
      `Use one of minute, hour, day, week, month, quarter, year in ${path}, or fixed_interval.`,
    );
  }
}

function readFixed(value: unknown, path: string): DateInterval {
  const milliseconds = readExact(value, path);
  if (milliseconds <= 0) throw wrongShape(path, 'an interval above 0', value);
  return { kind: 'fixed', milliseconds };
}

/** The older `interval`: a calendar unit when it names one, else a fixed length. */
function readLegacyInterval(value: unknown, path: string): DateInterval {
  const isCalendar = typeof value === 'string' && (/^1[smhdwMqy]$/.test(value) || /^[a-z]{3,}$/.test(value));
  return isCalendar ? { kind: 'calendar', unit: readCalendarUnit(value, path) } : readFixed(value, path);
}
