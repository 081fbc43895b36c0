const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const BACKSLASH = 92;

/** What stands for a byte behind a backslash, where JSON is written with as few characters as can be. */
const ESCAPES: Readonly<Partial<Record<number, number>>> = { 34: 34, 92: 92, 98: 8, 102: 12, 110: 10, 114: 13, 116: 9 };

/** Decimals of that many digits come back from 64 bits as they were written. */
const EXACT_DIGITS = 15;
const TENS = Array.from({ length: 23 }, (_, i) => 10 ** i);

/** Bytes that are looked for, four at a time. */
export class Piece {
  readonly length: number;
  readonly #words: Int32Array;
  readonly #rest: Uint8Array;

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
    this.#words = Int32Array.from({ length: bytes.length >> 2 }, (_, i) => view.getInt32(4 * i, true));
    this.#rest = Uint8Array.from(bytes.subarray(bytes.length & ~3));
  }

  /** Whether they stand there; as many bytes are to be there. */
  isAt(view: DataView, from: number): boolean {
    const [words, rest] = [this.#words, this.#rest];
    let at = from;
    for (let i = 0; i < words.length; i++, at += 4) if (view.getInt32(at, true) !== words[i]) return false;
    for (let i = 0; i < rest.length; i++, at++) if (view.getUint8(at) !== rest[i]) return false;
    return true;
  }
}

/** Reads single values out of the bytes of a document; what it does not read may still fit when it is read as a text. */
export class ByteScan {
  /** Those that came in, and behind them texts whose escapes were taken out. */
  bytes: Buffer;
  #view: DataView;
  /** Place behind the last of these texts. */
  used: number;
  /** Where the last text that was read begins. */
  start = 0;
  /** Place behind what was read last. */
  at = 0;
  /** Place behind the document. */
  end = 0;
  /** Digits of the last number with a fraction, at least: signs and the point of a long one are counted as well. */
  digits = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.used = bytes.length;
  }

  /** Whether these bytes stand here, which it then has passed. */
  passes(piece: Piece): boolean {
    const to = this.at + piece.length;
    if (to > this.end || !piece.isAt(this.#view, this.at)) return false;
    this.at = to;
    return true;
  }

  /** Whether `null` stands here, which it then has passed. */
  isNull(): boolean {
    const { bytes, at } = this;
    if (bytes[at] !== 110 || bytes[at + 1] !== 117 || bytes[at + 2] !== 108 || bytes[at + 3] !== 108) return false;
    this.at = at + 4;
    return true;
  }

  /** Passes a text in quotes, which `start` tells the place of. @returns its length in bytes; -1 for one that would be written otherwise */
  quoted(): number {
    const { at } = this;
    const length = this.plain();
    const isEscaped = length < 0 && this.start > at && this.bytes[this.start] === BACKSLASH;
    return isEscaped ? this.#escaped(at + 1, this.start) : length;
  }

  /** The same for a text without escapes; where it has one, that is what `start` tells the place of. */
  plain(): number {
    const { bytes, at, end } = this;
    this.start = at;
    if (bytes[at] !== QUOTE) return -1;
    for (let i = at + 1; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (byte === QUOTE) {
        this.start = at + 1;
        this.at = i + 1;
        return i - at - 1;
      }
      if (byte === BACKSLASH || byte < 32) {
        this.start = i;
        return -1;
      }
    }
    return -1;
  }

  /** A text whose first escape stands there, without its escapes. */
  #escaped(from: number, first: number): number {
    const start = this.used;
    const room = this.#roomFor(this.end - from);
    room.copyWithin(start, from, first);
    let to = start + first - from;
    for (let i = first; i < this.end; i++) {
      let byte = room[i] ?? 0;
      if (byte === QUOTE) {
        this.start = start;
        this.used = to;
        this.at = i + 1;
        return to - start;
      }
      if (byte === BACKSLASH) byte = ESCAPES[room[++i] ?? 0] ?? 0;
      else if (byte < 32) return -1;
      if (byte === 0) return -1;
      room[to++] = byte;
    }
    return -1;
  }

  /** The bytes, with room for so many more. */
  #roomFor(more: number): Buffer {
    const { bytes, used } = this;
    if (used + more <= bytes.length) return bytes;
    const larger = Buffer.allocUnsafe(used + Math.max(more, used >> 1));
    bytes.copy(larger, 0, 0, used);
    this.bytes = larger;
    this.#view = new DataView(larger.buffer, larger.byteOffset, larger.byteLength);
    return larger;
  }

  /** A whole number of at most 15 digits, as JSON writes it; NaN for another. */
  whole(): number {
    const { bytes } = this;
    let { at } = this;
    const negative = bytes[at] === MINUS;
    if (negative) at++;
    const start = at;
    let value = 0;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[++at] ?? 0) - ZERO) {
      value = value * 10 + digit;
    }
    const digits = at - start;
    if (digits === 0 || digits > EXACT_DIGITS || (digits > 1 && bytes[start] === ZERO)) return Number.NaN;
    if (negative && value === 0) return Number.NaN;
    this.at = at;
    return negative ? -value : value;
  }

  /** A number written the way JavaScript writes it; NaN for another. */
  real(): number {
    const value = this.#short();
    return Number.isNaN(value) ? this.#long() : value;
  }

  /** A number of up to 17 digits or with an exponent, which takes a text of it. */
  #long(): number {
    const { bytes, at: start } = this;
    let at = start;
    while (isOfNumber(bytes[at])) at++;
    const written = bytes.toString('latin1', start, at);
    const value = Number(written);
    if (written === '' || String(value) !== written) return Number.NaN;
    this.digits = at - start;
    this.at = at;
    return value;
  }

  /** A number of at most 15 digits without an exponent. */
  #short(): number {
    const { bytes } = this;
    let { at } = this;
    const negative = bytes[at] === MINUS;
    if (negative) at++;
    const start = at;
    let value = 0;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[++at] ?? 0) - ZERO) {
      value = value * 10 + digit;
    }
    let digits = at - start;
    if (digits === 0 || (digits > 1 && bytes[start] === ZERO)) return Number.NaN;
    if (bytes[at] === DOT) {
      const point = at++;
      for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[++at] ?? 0) - ZERO) {
        value = value * 10 + digit;
      }
      const behind = at - point - 1;
      digits += behind;
      if (behind === 0 || bytes[at - 1] === ZERO || digits > EXACT_DIGITS) return Number.NaN;
      // both are whole and exact, so that the quotient is the number nearest to the decimal
      value /= TENS[behind] ?? Number.NaN;
      if (value < 1e-6) return Number.NaN;
    }
    if (digits > EXACT_DIGITS || (negative && value === 0) || isExponent(bytes[at])) return Number.NaN;
    this.digits = digits;
    this.at = at;
    return negative ? -value : value;
  }

  /** A number written as JavaScript does, but for whole ones, which end in `.0`; NaN for another. */
  decimal(): number {
    const { at: start } = this;
    const whole = this.whole();
    const { bytes, at } = this;
    if (!Number.isNaN(whole) && bytes[at] === DOT && bytes[at + 1] === ZERO && !isOfNumber(bytes[at + 2])) {
      this.digits = at - start;
      this.at = at + 2;
      return whole;
    }
    this.at = start;
    const value = this.real();
    return Number.isInteger(value) ? Number.NaN : value;
  }

  /** 1 for `true`, 0 for `false`, NaN for another. */
  flag(): number {
    const { bytes, at } = this;
    if (bytes[at] === 116 && bytes[at + 1] === 114 && bytes[at + 2] === 117 && bytes[at + 3] === 101) {
      this.at = at + 4;
      return 1;
    }
    const isFalse =
      bytes[at] === 102 &&
      bytes[at + 1] === 97 &&
      bytes[at + 2] === 108 &&
      bytes[at + 3] === 115 &&
      bytes[at + 4] === 101;
    if (!isFalse) return Number.NaN;
    this.at = at + 5;
    return 0;
  }
}

const isExponent = (byte: number | undefined): boolean => byte === 101 || byte === 69;

/** Whether a byte is a digit, a sign, the point or an `e` of an exponent. */
const isOfNumber = (byte = 0): boolean =>
  (byte >= ZERO && byte <= ZERO + 9) || byte === DOT || byte === MINUS || byte === PLUS || isExponent(byte);

/** Length of UTF-8 as a text of JavaScript. */
export function utf16Length(bytes: Uint8Array, from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  }
  return length;
}
