/** A row that is not on the line behind that of the row before. */
export interface LineBreak {
  /** Counts rows from 0. */
  readonly ordinal: number;
  /** Counts lines from 1. */
  readonly line: number;
}

/**
 * Breaks as text, a sign for nearly every one: it tells how many lines more than one stand between a row and the row before.
 * What one sign cannot say follows `_` as two numbers, rows since the last break and lines left out; `~` and a number repeat the
 * break before.
 */
const FIRST_SIGN = 0x23;
const SIGNS = 56;
/** Digits of a number, the low ones first; all but the last come from the upper half of the signs. */
const BASE = SIGNS / 2;
const LONG = 0x5f;
const AGAIN = 0x7e;
/** Breaks between two that are found at once. */
const STRIDE = 64;
const isSign = (rows: number, more: number): boolean => rows === 1 && more > 0 && more <= SIGNS;
/** A negative number is an odd one. */
const signless = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);
const signed = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

/** Breaks behind one that is known, as few bytes. */
export class PackedBreaks {
  #bytes: Uint8Array;
  #used = 0;
  /** Break and place in the bytes of every {@link STRIDE}th. */
  readonly #ordinals: number[];
  readonly #lines: number[];
  readonly #places = [0];
  #since = 0;
  #ordinal: number;
  #line: number;
  /** The last break: rows since the one before, lines left out, how often it came again and is not written yet. */
  #rows = 0;
  #more = 0;
  #again = 0;

  constructor({ ordinal, line }: LineBreak) {
    this.#bytes = new Uint8Array(64);
    this.#ordinals = [ordinal];
    this.#lines = [line];
    this.#ordinal = ordinal;
    this.#line = line;
  }

  static read(behind: LineBreak, text: string): PackedBreaks {
    const packed = new PackedBreaks(behind);
    const reading = { bytes: new TextEncoder().encode(text), at: 0, rows: 0, more: 0, count: 0 };
    while (next(reading)) packed.#addTimes(reading.rows, reading.more, reading.count);
    return packed;
  }

  /** Adds a break behind the last one. */
  add({ ordinal, line }: LineBreak): void {
    const rows = ordinal - this.#ordinal;
    this.#addTimes(rows, line - this.#line - rows, 1);
  }

  #addTimes(rows: number, more: number, count: number): void {
    if (rows !== this.#rows || more !== this.#more) {
      this.#endAgain();
      this.#write(rows, more);
      this.#again = count - 1;
    } else this.#again += count;
    this.#rows = rows;
    this.#more = more;
    this.#ordinal += rows * count;
    this.#line += (rows + more) * count;
  }

  #write(rows: number, more: number): void {
    if (this.#since++ === STRIDE) {
      this.#ordinals.push(this.#ordinal);
      this.#lines.push(this.#line);
      this.#places.push(this.#used);
      this.#since = 1;
    }
    if (isSign(rows, more)) this.#put(FIRST_SIGN + more - 1);
    else {
      this.#put(LONG);
      this.#putNumber(rows);
      this.#putNumber(signless(more));
    }
  }

  #endAgain(): void {
    const again = this.#again;
    this.#again = 0;
    // the sign itself is shorter than to say that it comes once more
    if (again <= 2 && isSign(this.#rows, this.#more))
      for (let time = 0; time < again; time++) this.#put(FIRST_SIGN + this.#more - 1);
    else if (again > 0) {
      this.#put(AGAIN);
      this.#putNumber(again);
    }
  }

  #putNumber(value: number): void {
    let rest = value;
    for (; rest >= BASE; rest = Math.floor(rest / BASE)) this.#put(FIRST_SIGN + BASE + (rest % BASE));
    this.#put(FIRST_SIGN + rest);
  }

  #put(byte: number): void {
    if (this.#used === this.#bytes.length) {
      const wider = new Uint8Array(this.#used * 2);
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    this.#bytes[this.#used++] = byte;
  }

  get text(): string {
    this.#endAgain();
    // a repetition that goes on begins anew
    this.#rows = 0;
    return new TextDecoder('latin1').decode(this.#bytes.subarray(0, this.#used));
  }

  /** The line of a row behind the known break. */
  lineOf(ordinal: number): number {
    const from = lastUpTo(this.#ordinals, ordinal);
    let row = this.#ordinals[from] ?? 0;
    let line = this.#lines[from] ?? 0;
    const reading = {
      bytes: this.#bytes.subarray(0, this.#used),
      at: this.#places[from] ?? 0,
      rows: 0,
      more: 0,
      count: 0,
    };
    const pass = (): boolean => {
      const passed = Math.min(reading.count, Math.floor((ordinal - row) / reading.rows));
      row += passed * reading.rows;
      line += passed * (reading.rows + reading.more);
      return passed === reading.count;
    };
    let goesOn = true;
    while (goesOn && next(reading)) goesOn = pass();
    if (goesOn && this.#again > 0) {
      reading.count = this.#again;
      pass();
    }
    return line + ordinal - row;
  }
}

interface Reading {
  readonly bytes: Uint8Array;
  at: number;
  rows: number;
  more: number;
  count: number;
}

/** Reads the next break, or how often that before comes again; false at the end. */
function next(reading: Reading): boolean {
  const byte = reading.bytes[reading.at++];
  if (byte === undefined) return false;
  reading.count = 1;
  if (byte === AGAIN) reading.count = numberAt(reading);
  else if (byte === LONG) {
    reading.rows = numberAt(reading);
    reading.more = signed(numberAt(reading));
  } else {
    reading.rows = 1;
    reading.more = byte - FIRST_SIGN + 1;
  }
  return true;
}

function numberAt(reading: Reading): number {
  let value = 0;
  for (let unit = 1; ; unit *= BASE) {
    const digit = (reading.bytes[reading.at++] ?? FIRST_SIGN) - FIRST_SIGN;
    value += (digit % BASE) * unit;
    if (digit < BASE) return value;
  }
}

/** Index of the last that is no more than a value; the first when none is. */
export function lastUpTo(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
