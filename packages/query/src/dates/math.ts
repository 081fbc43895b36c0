import { malformed } from '@datasarana/schema';
import { addUnits, floorTo } from './calendar.ts';
import type { CalendarUnit } from './duration.ts';
import { dateFormat } from './format.ts';
import { utcOf, type Zone } from './zone.ts';

export interface DateReading {
  readonly format?: string | undefined;
  readonly zone: Zone;
  /** Epoch ms. */
  readonly now: number;
  /** Later end of what the text leaves open: for `lte` and `gt`. */
  readonly roundUp: boolean;
}

const UNITS: Readonly<Record<string, CalendarUnit>> = {
  y: 'year',
  M: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  H: 'hour',
  m: 'minute',
  s: 'second',
};

const STEP = /([+-])(\d*)([yMwdhHms])|\/([yMwdhHms])/y;

/** A date, epoch ms or date math (`now-1d/d`, `2024-05||+1M/d`) → epoch ms. */
export function readDate(given: string | number, field: string, reading: DateReading): number {
  const text = String(given);
  if (text.startsWith('now')) return follow(text.slice(3), reading.now, text, field, reading);
  const bar = text.indexOf('||');
  const date = bar < 0 ? text : text.slice(0, bar);
  const format = dateFormat(reading.format);
  const utc = format.read(date, reading.zone, bar < 0 && reading.roundUp);
  if (utc === null) {
    throw malformed(
      `failed to parse date field [${text}] with format [${reading.format ?? 'strict_date_optional_time||epoch_millis'}] for field [${field}]`,
      'Give a date such as 2024-05-31, 2024-05-31T10:00:00Z or now-1d/d.',
    );
  }
  return bar < 0 ? utc : follow(text.slice(bar + 2), utc, text, field, reading);
}

function follow(math: string, from: number, text: string, field: string, { zone, roundUp }: DateReading): number {
  let utc = from;
  STEP.lastIndex = 0;
  while (STEP.lastIndex < math.length) {
    const found = STEP.exec(math);
    if (!found) {
      throw malformed(`failed to parse date math [${text}] for field [${field}]`, 'Use steps such as -1d, +2h and /d.');
    }
    const [, sign, count, unit, rounding] = found;
    if (rounding !== undefined) utc = rounded(utc, UNITS[rounding] ?? 'day', zone, roundUp);
    else utc = moved(utc, UNITS[unit ?? ''] ?? 'day', (sign === '-' ? -1 : 1) * Number(count || 1), zone);
  }
  return utc;
}

const isClock = (unit: CalendarUnit) => unit === 'hour' || unit === 'minute' || unit === 'second';

function moved(utc: number, unit: CalendarUnit, count: number, zone: Zone): number {
  if (isClock(unit)) return addUnits(unit, utc, count);
  return utcOf(zone, addUnits(unit, utc + zone.offsetAt(utc), count));
}

function rounded(utc: number, unit: CalendarUnit, zone: Zone, roundUp: boolean): number {
  const offset = zone.offsetAt(utc);
  const start = floorTo(unit, utc + offset);
  if (!roundUp) return isClock(unit) ? start - offset : utcOf(zone, start);
  const next = addUnits(unit, start, 1);
  return (isClock(unit) ? next - offset : utcOf(zone, next)) - 1;
}
