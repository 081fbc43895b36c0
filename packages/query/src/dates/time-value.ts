import { illegalArgument } from '../aggregations/refusal.ts';
import { MILLISECONDS } from './duration.ts';

/** Milliseconds in the units that OpenSearch's time values know. */
export const TIME_UNITS = { nanos: 1e-6, micros: 1e-3, ...MILLISECONDS } as const;

const TIME_VALUE = /^([+-]?\d+(?:\.\d*)?) *(nanos|micros|ms|s|m|h|d)$/i;
const HINT = 'Give a whole number and one of nanos, micros, ms, s, m, h and d, such as 30s.';

/** `500micros`, `30s`, `1d` → milliseconds; `-1` and `0` need no unit. @throws PlatformError in OpenSearch's words */
export function readTimeValue(text: string, name: string): number {
  const given = text.trim();
  if (/^-0*1$/.test(given)) return -1;
  if (/^0+$/.test(given)) return 0;
  const [, amount = '', unit = ''] = TIME_VALUE.exec(given) ?? [];
  const failed = (why: string) =>
    illegalArgument(`failed to parse setting [${name}] with value [${text}] as a time value: ${why}`, HINT);
  // units may be in capitals, but M would be a month
  if (amount === '' || unit === 'M') throw failed('unit is missing or unrecognized');
  if (amount.includes('.'))
    throw illegalArgument(`failed to parse [${text}], fractional time values are not supported`, HINT);
  if (Number(amount) < -1) throw failed('negative durations are not supported');
  return Number(amount) * TIME_UNITS[unit.toLowerCase() as keyof typeof TIME_UNITS];
}
