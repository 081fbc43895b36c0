import { aheadMs } from '../../index/shapes/shape.ts';

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Days from 1970-01-01 to a day of the Gregorian calendar. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146097 + yearOfEra * 365 + (yearOfEra >> 2) - Math.floor(yearOfEra / 100) + dayOfYear - 719468;
}

/** The number that some digits are, NaN when they are none. */
function digitsAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = (bytes[i] ?? 0) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const [MINUS, DOT, COLON, T] = [45, 46, 58, 84];

/** Characters of a day, and of it with a time to the second or to the millisecond. */
type Precision = 10 | 19 | 23;

/** Epoch ms of `YYYY-MM-DD`, with `THH:mm:ss` or `THH:mm:ss.SSS` behind it as the precision asks for, in UTC; NaN for another. */
function msAt(bytes: Uint8Array, at: number, precision: Precision): number {
  if (bytes[at + 4] !== MINUS || bytes[at + 7] !== MINUS) return Number.NaN;
  const year = digitsAt(bytes, at, 4);
  const month = digitsAt(bytes, at + 5, 2);
  const day = digitsAt(bytes, at + 8, 2);
  const most = month === 2 && isLeap(year) ? 29 : DAYS[month - 1];
  if (most === undefined || !(day >= 1 && day <= most) || Number.isNaN(year)) return Number.NaN;
  const start = dayNumber(year, month, day) * 86_400_000;
  if (precision === 10) return start;
  if (bytes[at + 10] !== T || bytes[at + 13] !== COLON || bytes[at + 16] !== COLON) return Number.NaN;
  const hour = digitsAt(bytes, at + 11, 2);
  const minute = digitsAt(bytes, at + 14, 2);
  const second = digitsAt(bytes, at + 17, 2);
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  const ms = start + hour * 3_600_000 + minute * 60_000 + second * 1000;
  if (precision === 19) return ms;
  return bytes[at + 19] === DOT ? ms + digitsAt(bytes, at + 20, 3) : Number.NaN;
}

/** Dates that are written to the same precision in the same zone. */
export class WrittenDate {
  /** Characters of each. */
  readonly length: number;
  readonly #precision: Precision;
  readonly #zone: Uint8Array;
  readonly #aheadMs: number;
  readonly #bytes: Uint8Array;

  /** `zone` is what stands behind the time: nothing behind a day, `Z`, or an offset as `+02:00`. */
  constructor(precision: Precision, zone: string) {
    this.length = precision + zone.length;
    this.#precision = precision;
    this.#zone = Uint8Array.from(zone, (sign) => sign.charCodeAt(0));
    this.#aheadMs = zone === '' || zone === 'Z' ? 0 : aheadMs(zone);
    this.#bytes = new Uint8Array(this.length);
  }

  /** Epoch ms of the date that stands there, as long as they are; NaN for one that is none or written otherwise. */
  msAt(bytes: Uint8Array, at: number): number {
    const [zone, from] = [this.#zone, at + this.#precision];
    for (let i = 0; i < zone.length; i++) if (bytes[from + i] !== zone[i]) return Number.NaN;
    return msAt(bytes, at, this.#precision) - this.#aheadMs;
  }

  /** The same of a text; null for another. */
  msOf(text: string): number | null {
    if (text.length !== this.length) return null;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return null;
      this.#bytes[i] = code;
    }
    const ms = this.msAt(this.#bytes, 0);
    return Number.isNaN(ms) ? null : ms;
  }
}
