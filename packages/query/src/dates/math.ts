import { malformed } from '@datasarana/schema';
import { addUnits, floorTo } from './calendar.ts';
import type { CalendarUnit } from './duration.ts';
import { floorDivide } from './floor-divide.ts';
import { dateFormat, millisOf } from './format.ts';
import { utcOf, type Zone } from './zone.ts';

/** By what a text is read as a date. */
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

const STEP = /([+-])(\d*)([yMwdhHms])|\/1?([yMwdhHms])/y;

/** A count is a number of 32 bits, as in OpenSearch. */
const MOST_STEPS = 2_147_483_647;

const MILLI = 1_000_000n;

/** A date, epoch ms or date math (`now-1d/d`, `2024-05||+1M/d`) → epoch ms. */
export const readDate = (given: string | number, field: string, reading: DateReading): number =>
  Number(millisOf(readDateNanos(given, field, reading)));

/** Like `readDate`, in whole nanoseconds. */
export function readDateNanos(given: string | number, field: string, reading: DateReading): bigint {
  const text = String(given);
  if (text.startsWith('now')) return follow(text.slice(3), BigInt(reading.now) * MILLI, text, field, reading);
  const bar = text.indexOf('||');
  const date = bar < 0 ? text : text.slice(0, bar);
  const format = dateFormat(reading.format);
  const nanos = format.readNanos(date, reading.zone, bar < 0 && reading.roundUp);
  if (nanos === null) throw noDate(text, date, field, reading.format);
  return bar < 0 ? nanos : follow(text.slice(bar + 2), nanos, text, field, reading);
}

function noDate(text: string, date: string, field: string, format = 'strict_date_optional_time||epoch_millis') {
  const reason = `failed to parse date field [${date}] with format [${format}]`;
  return malformed(
    `failed to parse date field [${text}] with format [${format}] for field [${field}]`,
    'Give a date such as 2024-05-31, 2024-05-31T10:00:00Z or now-1d/d.',
    {
      type: 'parse_exception',
      reason: `${reason}: [${reason}]`,
      caused_by: { type: 'illegal_argument_exception', reason },
    },
  );
}

function noStep(math: string, at: number, text: string, field: string) {
  return malformed(`failed to parse date math [${text}] for field [${field}]`, 'Use steps such as -1d, +2h and /d.', {
    type: 'parse_exception',
    reason: faultOf(math, math.slice(at)),
  });
}

/** What is wrong with the step a rest begins with, in OpenSearch's words. */
function faultOf(math: string, rest: string): string {
  const [, operator, count = '', unit = ''] = /^([+\-/]?)(\d*)(.?)/su.exec(rest) ?? [];
  if (operator === '') return `operator not supported for date math [${math}]`;
  if (unit === '') return `truncated date math [${math}]`;
  if (operator === '/' && Number(count || 1) !== 1)
    return `rounding \`/\` can only be used on single unit types [${math}]`;
  return `unit [${unit}] not supported for date math [${math}]`;
}

function follow(math: string, from: bigint, text: string, field: string, { zone, roundUp }: DateReading): bigint {
  let nanos = from;
  STEP.lastIndex = 0;
  while (STEP.lastIndex < math.length) {
    const at = STEP.lastIndex;
    const found = STEP.exec(math);
    if (!found) throw noStep(math, at, text, field);
    const [, sign, count, unit, rounding] = found;
    const utc = Number(floorDivide(nanos, MILLI));
    if (rounding !== undefined) nanos = rounded(utc, UNITS[rounding] ?? 'day', zone, roundUp);
    else {
      const to = moved(utc, UNITS[unit ?? ''] ?? 'day', (sign === '-' ? -1 : 1) * Number(count || 1), zone);
      if (!Number.isFinite(to)) throw malformed(`date math [${text}] for field [${field}] goes beyond all dates`);
      if (Number(count) > MOST_STEPS)
        throw malformed(
          `failed to parse date math [${text}] for field [${field}]: [${count}] is more than [${MOST_STEPS}]`,
          'Use a larger unit.',
        );
      nanos += BigInt(to - utc) * MILLI;
    }
  }
  return nanos;
}

const isClock = (unit: CalendarUnit) => unit === 'hour' || unit === 'minute' || unit === 'second';

function moved(utc: number, unit: CalendarUnit, count: number, zone: Zone): number {
  if (isClock(unit)) return addUnits(unit, utc, count);
  return utcOf(zone, addUnits(unit, utc + zone.offsetAt(utc), count));
}

/** Nanoseconds: rounded up, the last one of the unit. */
function rounded(utc: number, unit: CalendarUnit, zone: Zone, roundUp: boolean): bigint {
  const offset = zone.offsetAt(utc);
  const start = floorTo(unit, utc + offset);
  if (!roundUp) return BigInt(isClock(unit) ? start - offset : utcOf(zone, start)) * MILLI;
  const next = addUnits(unit, start, 1);
  return BigInt(isClock(unit) ? next - offset : utcOf(zone, next)) * MILLI - 1n;
}
