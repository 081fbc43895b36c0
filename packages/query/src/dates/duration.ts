import { readText } from '../reading/fields.ts';
import { wrongShape } from '../reading/refusal.ts';

/** Fixed units in milliseconds. */
export const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
export type FixedUnit = keyof typeof MILLISECONDS;

export const CALENDAR_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

const DURATION = /^([+-]?)\s*(\d+)\s*(ms|s|m|h|d)$/i;

/** `90m`, `-6h` → milliseconds. Units may be in capitals, but `M` would be a month. */
export function readDuration(value: unknown, path: string): number {
  const [, sign, amount, unit] = DURATION.exec(readText(value, path).trim()) ?? [];
  if (unit === undefined || unit === 'M')
    throw wrongShape(path, 'a whole number with a unit, such as 500ms, 30s, 90m, 6h or 1d', value);
  const milliseconds = Number(amount) * MILLISECONDS[unit.toLowerCase() as FixedUnit];
  return sign === '-' ? -milliseconds : milliseconds;
}

/** Milliseconds as the shortest exact duration text. */
export function printDuration(milliseconds: number): string {
  const units = ['d', 'h', 'm', 's', 'ms'] as const;
  const unit = units.find((name) => milliseconds % MILLISECONDS[name] === 0) ?? 'ms';
  return `${milliseconds / MILLISECONDS[unit]}${unit}`;
}

const CALENDAR_NAMES: ReadonlyMap<string, CalendarUnit> = new Map([
  ['1s', 'second'],
  ['1m', 'minute'],
  ['1h', 'hour'],
  ['1d', 'day'],
  ['1w', 'week'],
  ['1M', 'month'],
  ['1q', 'quarter'],
  ['1y', 'year'],
]);

/** `month` or `1M`; multiples of calendar units are not offered, as in OpenSearch. */
export function readCalendarUnit(value: unknown, path: string): CalendarUnit {
  const text = readText(value, path);
  const unit = CALENDAR_NAMES.get(text) ?? CALENDAR_UNITS.find((name) => name === text);
  if (unit === undefined) throw wrongShape(path, `one of ${CALENDAR_UNITS.join(', ')}`, value);
  return unit;
}
