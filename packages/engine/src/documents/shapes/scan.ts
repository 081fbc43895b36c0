import { withPoint } from '../../index/shapes/rebuild.ts';

/** Reads single values out of the text of a document, place by place, without parsing the whole. */
export class Scan {
  readonly text: string;
  /** Place behind what was read last; -1 once something did not fit. */
  at = 0;
  /** Whether no text of the document holds an escape, so that the next quote ends it. */
  readonly #plain: boolean;

  constructor(text: string) {
    this.text = text;
    this.#plain = !UNPLAIN.test(text);
  }

  fail(): null {
    this.at = -1;
    return null;
  }

  /** Whether `null` stands here, which it then has passed. */
  isNull(): boolean {
    if (this.text.charCodeAt(this.at) !== 110 || !this.text.startsWith('null', this.at)) return false;
    this.at += 4;
    return true;
  }

  quoted(): string | null {
    const { text, at } = this;
    if (text.charCodeAt(at) !== 34) return this.fail();
    if (!this.#plain) return this.#escaped();
    const end = text.indexOf('"', at + 1);
    if (end < 0) return this.fail();
    this.at = end + 1;
    return text.slice(at + 1, end);
  }

  /** A text with escapes, which must be those it will be written with again. */
  #escaped(): string | null {
    ESCAPED.lastIndex = this.at;
    const token = ESCAPED.exec(this.text)?.[0];
    if (token === undefined) return this.fail();
    const value: unknown = JSON.parse(token);
    // half a surrogate pair and U+0000 do not come back from a column
    if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return this.fail();
    if (JSON.stringify(value) !== token) return this.fail();
    this.at += token.length;
    return value;
  }

  /** A whole number of at most 15 digits, as JSON writes it. */
  whole(): number | null {
    const { text } = this;
    let at = this.at;
    const negative = text.charCodeAt(at) === 45;
    if (negative) at++;
    const start = at;
    let value = 0;
    for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(++at)) {
      value = value * 10 + code - 48;
    }
    const digits = at - start;
    if (digits === 0 || digits > 15 || (digits > 1 && text.charCodeAt(start) === 48)) return this.fail();
    if (negative && value === 0) return this.fail();
    this.at = at;
    return negative ? -value : value;
  }

  /** The characters a number consists of. */
  digits(): string {
    const { text } = this;
    const start = this.at;
    let at = start;
    for (let code = text.charCodeAt(at); isDigitOrSign(code); code = text.charCodeAt(++at));
    this.at = at;
    return text.slice(start, at);
  }

  /** A number written the way JavaScript writes it. */
  real(): number | null {
    const digits = this.digits();
    const value = Number(digits);
    return digits !== '' && String(value) === digits ? value : this.fail();
  }

  /** The same, where whole numbers end in `.0`. */
  decimal(): number | null {
    const digits = this.digits();
    const value = Number(digits);
    return digits !== '' && withPoint(value, String(value)) === digits ? value : this.fail();
  }

  flag(): boolean | null {
    const { text, at } = this;
    if (text.startsWith('true', at)) {
      this.at = at + 4;
      return true;
    }
    if (!text.startsWith('false', at)) return this.fail();
    this.at = at + 5;
    return false;
  }
}

const UNPLAIN = /[^ -[\]-\uffff]/;
const ESCAPED = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

const isDigitOrSign = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 101 || code === 43 || code === 69;

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

const [MINUS, DOT, COLON, T, Z] = [45, 46, 58, 84, 90];

/** Epoch ms of `YYYY-MM-DD`, with `THH:mm:ssZ` or `THH:mm:ss.SSSZ` behind it as the length asks for; NaN for another. */
export function utcMsOf(bytes: Uint8Array, at: number, length: 10 | 20 | 24): number {
  if (bytes[at + 4] !== MINUS || bytes[at + 7] !== MINUS) return Number.NaN;
  const year = digitsAt(bytes, at, 4);
  const month = digitsAt(bytes, at + 5, 2);
  const day = digitsAt(bytes, at + 8, 2);
  const most = month === 2 && isLeap(year) ? 29 : DAYS[month - 1];
  if (most === undefined || !(day >= 1 && day <= most) || Number.isNaN(year)) return Number.NaN;
  const start = dayNumber(year, month, day) * 86_400_000;
  if (length === 10) return start;
  if (bytes[at + 10] !== T || bytes[at + 13] !== COLON || bytes[at + 16] !== COLON) return Number.NaN;
  const hour = digitsAt(bytes, at + 11, 2);
  const minute = digitsAt(bytes, at + 14, 2);
  const second = digitsAt(bytes, at + 17, 2);
  if (bytes[at + length - 1] !== Z || !(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  const ms = start + hour * 3_600_000 + minute * 60_000 + second * 1000;
  if (length === 20) return ms;
  return bytes[at + 19] === DOT ? ms + digitsAt(bytes, at + 20, 3) : Number.NaN;
}

const date = new Uint8Array(24);

/** The same of a text; null for another. */
export function utcMs(text: string, length: 10 | 20 | 24): number | null {
  if (text.length !== length) return null;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return null;
    date[i] = code;
  }
  const ms = utcMsOf(date, 0, length);
  return Number.isNaN(ms) ? null : ms;
}
