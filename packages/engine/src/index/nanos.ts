import { dateFormat, floorDivide, UTC } from '@datasarana/query';

const LAST = 2n ** 63n - 1n;
const MILLI = 1_000_000n;
const ISO = dateFormat('strict_date_optional_time_nanos');

/** Why a moment (nanoseconds since 1970) has no place in a field of type `date_nanos`; null when it has. */
export function nanosFault(nanos: bigint): string | null {
  if (nanos >= 0n && nanos <= LAST) return null;
  const bound = nanos < 0n ? 'before the epoch in 1970' : 'after 2262-04-11T23:47:16.854775807';
  return `date[${instantText(nanos)}] is ${bound} and cannot be stored in nanosecond resolution`;
}

/** As Java writes an instant: no fraction, or one of three, six or nine digits. */
function instantText(nanos: bigint): string {
  const text = dateNanosText(nanos, ISO.write);
  return text.replace(/\.(\d+)Z$/, (_, digits: string) => {
    if (/^0+$/.test(digits)) return 'Z';
    return `.${digits.padEnd(Math.ceil(digits.length / 3) * 3, '0')}Z`;
  });
}

/** Nanoseconds as a format writes them, in UTC. */
export function dateNanosText(nanos: bigint, write: ReturnType<typeof dateFormat>['write']): string {
  const millis = floorDivide(nanos, MILLI);
  return write(millis, UTC, Number(nanos - millis * MILLI));
}
