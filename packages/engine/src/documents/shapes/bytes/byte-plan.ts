import type { IndexLayout } from '../../../index/layout.ts';
import { shortestFloat } from '../../../index/shapes/rebuild.ts';
import type { Kind, Shape } from '../../../index/shapes/shape.ts';
import { hasReadBytes } from '../../coerce.ts';
import type { FieldMapping } from '../../mapping.ts';
import { isOnEarth, isPlainText, keptReal, longestKept, type Place, placesOf, WHOLES } from '../place.ts';
import type { Plan, Walk } from '../shape-tree.ts';
import { WrittenDate } from '../written-date.ts';
import type { ByteBlock } from './byte-block.ts';
import { type ByteScan, Piece, utf16Length } from './byte-scan.ts';

/** Reads the value of one slot into its columns; false when it does not fit. */
export type Read = (scan: ByteScan, block: ByteBlock) => boolean;

const OPENING = new Piece(Buffer.from('['));
const COMMA = new Piece(Buffer.from(','));
const CLOSING = new Piece(Buffer.from(']'));

/** Whether a text of UTF-8 has at most that many characters of JavaScript. */
const isWithin = (bytes: Uint8Array, start: number, length: number, most: number): boolean =>
  length <= most || (length <= most * 3 && utf16Length(bytes, start, start + length) <= most);

/** Tells whether a field keeps a text that was read last as it is. */
function keptBy(field: FieldMapping, most: number): (scan: ByteScan, length: number) => boolean {
  const longest = Math.min(most, longestKept(field));
  const isChecked = field.type === 'ip' || hasReadBytes(field);
  return ({ bytes, start }, length) =>
    (length <= longest || isWithin(bytes, start, length, longest)) &&
    (!isChecked || isPlainText(field, bytes.toString('latin1', start, start + length)));
}

function readText({ field, targets }: Place): Read {
  const [own, ...others] = targets;
  const { place = 0, most = 0 } = own ?? {};
  const isKept = keptBy(field, most);
  return (scan, block) => {
    if (scan.isNull()) {
      for (const target of targets) block.putNull(target.place);
      return true;
    }
    const length = scan.quoted();
    const { start } = scan;
    if (length < 0 || !isKept(scan, length)) return false;
    block.putText(place, start, length);
    for (const other of others) {
      if (isWithin(scan.bytes, start, length, other.most)) block.putText(other.place, start, length);
      else block.putNull(other.place);
    }
    return true;
  };
}

/** Reads lists as JSON writes them without spaces; `entry` reads one of their values, and is false for what does not fit. */
function readList({ column, targets }: Place, entry: Read): Read {
  return (scan, block) => {
    if (!scan.passes(OPENING)) return false;
    for (const { place } of targets) block.beginList(place);
    let count = 0;
    do {
      if (++count > 1 && !column.list) return false;
      if (!entry(scan, block)) return false;
    } while (scan.passes(COMMA));
    return scan.passes(CLOSING);
  };
}

/** One text of a list; those with escapes are left to the long way. */
function readEntry({ field, targets }: Place): Read {
  const isKept = keptBy(field, targets[0]?.most ?? 0);
  return (scan, block) => {
    const length = scan.plain();
    const { bytes, start } = scan;
    if (length < 0 || !isKept(scan, length)) return false;
    for (const { place, most } of targets) {
      if (isWithin(bytes, start, length, most) && !block.addText(place, start, length)) return false;
    }
    return true;
  };
}

function readWholeEntry(place: Place): Read {
  const read = wholeOf(place);
  const column = place.targets[0]?.place ?? 0;
  return (scan, block) => {
    const value = read(scan);
    return !Number.isNaN(value) && block.addNumber(column, value);
  };
}

/** A slot of one number in one column; `read` answers NaN for what does not fit. */
function readNumber({ targets }: Place, read: (scan: ByteScan) => number): Read {
  const place = targets[0]?.place ?? 0;
  return (scan, block) => {
    if (scan.isNull()) {
      block.putNull(place);
      return true;
    }
    const value = read(scan);
    if (Number.isNaN(value)) return false;
    block.putNumber(place, value);
    return true;
  };
}

function wholeOf({ field }: Place): (scan: ByteScan) => number {
  const [low, high] = WHOLES[field.type] ?? [1, 0];
  return (scan) => {
    const value = scan.whole();
    return value >= low && value <= high ? value : Number.NaN;
  };
}

/** Reads a number by its digits. */
type Digits = (scan: ByteScan) => number;

const asWritten: Digits = (scan) => scan.real();
const withPoints: Digits = (scan) => scan.decimal();

function realOf({ field }: Place, read: Digits): (scan: ByteScan) => number {
  const kept = keptReal(field);
  return (scan) => {
    const value = read(scan);
    return kept(value) === value ? value : Number.NaN;
  };
}

/** Decimals of that many digits come back from 32 bits as they were written. */
const FLOAT_DIGITS = 6;

const floatOf =
  (read: Digits) =>
  (scan: ByteScan): number => {
    const written = read(scan);
    const value = Math.fround(written);
    if (!Number.isFinite(value)) return Number.NaN;
    return scan.digits <= FLOAT_DIGITS || shortestFloat(value) === String(written) ? value : Number.NaN;
  };

const dateOf =
  (date: WrittenDate) =>
  (scan: ByteScan): number =>
    scan.quoted() === date.length ? date.msAt(scan.bytes, scan.start) : Number.NaN;

/** Fewer digits could be a year. */
function epochOf(scan: ByteScan): number {
  const value = scan.whole();
  return value >= 1e9 ? value : Number.NaN;
}

function readPoint({ targets }: Place, between: Piece): Read {
  const [lat, lon] = [targets[0]?.place ?? 0, targets[1]?.place ?? 0];
  const quote = new Piece(Uint8Array.of(34));
  return (scan, block) => {
    if (scan.isNull()) {
      block.putNull(lat);
      block.putNull(lon);
      return true;
    }
    if (!scan.passes(quote)) return false;
    const y = scan.real();
    if (Number.isNaN(y) || !scan.passes(between)) return false;
    const x = scan.real();
    if (Number.isNaN(x) || !scan.passes(quote) || !isOnEarth(y, x)) return false;
    block.putNumber(lat, y);
    block.putNumber(lon, x);
    return true;
  };
}

function readPart({ targets }: Place, part: 0 | 1): Read {
  const place = targets[part]?.place ?? 0;
  return (scan, block) => {
    const value = scan.real();
    if (Number.isNaN(value) || !isOnEarth(part === 0 ? value : 0, part === 1 ? value : 0)) return false;
    block.putNumber(place, value);
    return true;
  };
}

const READS: Readonly<Record<Kind, (place: Place, zone?: string) => Read>> = {
  text: readText,
  texts: (place) => readList(place, readEntry(place)),
  wholes: (place) => readList(place, readWholeEntry(place)),
  whole: (place) => readNumber(place, wholeOf(place)),
  real: (place) => readNumber(place, realOf(place, asWritten)),
  float: (place) => readNumber(place, floatOf(asWritten)),
  'real.0': (place) => readNumber(place, realOf(place, withPoints)),
  'float.0': (place) => readNumber(place, floatOf(withPoints)),
  flag: (place) => readNumber(place, (scan) => scan.flag()),
  second: (place) => readNumber(place, dateOf(new WrittenDate(19, 'Z'))),
  milli: (place) => readNumber(place, dateOf(new WrittenDate(23, 'Z'))),
  day: (place) => readNumber(place, dateOf(new WrittenDate(10, ''))),
  'second.zone': (place, zone = '') => readNumber(place, dateOf(new WrittenDate(19, zone))),
  'milli.zone': (place, zone = '') => readNumber(place, dateOf(new WrittenDate(23, zone))),
  epoch: (place) => readNumber(place, epochOf),
  point: (place) => readPoint(place, new Piece(Buffer.from(', '))),
  pair: (place) => readPoint(place, new Piece(Buffer.from(','))),
  lat: (place) => readPart(place, 0),
  lon: (place) => readPart(place, 1),
};

/** Reads values of a document's bytes into the next row of a block. */
export class ByteWalk implements Walk<Piece, Read> {
  readonly #scan: ByteScan;
  readonly #block: ByteBlock;

  constructor(scan: ByteScan, block: ByteBlock) {
    this.#scan = scan;
    this.#block = block;
  }

  /** Goes to the document that stands in the bytes from `from` to `to`. */
  begin(from: number, to: number): void {
    this.#scan.at = from;
    this.#scan.end = to;
  }

  get at(): number {
    return this.#scan.at;
  }

  set at(place: number) {
    this.#scan.at = place;
  }

  get isAtEnd(): boolean {
    return this.#scan.at === this.#scan.end;
  }

  passes(piece: Piece): boolean {
    return this.#scan.passes(piece);
  }

  takes(read: Read): boolean {
    return read(this.#scan, this.#block);
  }

  /** The row is read; `others` are the columns no value went to. */
  endRow(others: readonly number[]): void {
    for (let i = 0; i < others.length; i++) this.#block.putNull(others[i] ?? 0);
    this.#block.rows++;
  }
}

/**
 * How documents of a shape are read from their bytes into the columns of an index as it is laid out now; null when it has values that go through
 * a normalizer, which are read from the text.
 */
export function bytePlan(shape: Shape, layout: IndexLayout): Plan<Piece, Read> | null {
  const found = placesOf(shape, layout);
  if (found === null || found.places.some(({ targets }) => targets.some(({ normalizer }) => normalizer))) return null;
  const reads = shape.slots.flatMap(({ kind, zone }, i) => {
    const place = found.places[i];
    return place === undefined ? [] : [READS[kind](place, zone)];
  });
  return { pieces: shape.pieces.map((piece) => new Piece(Buffer.from(piece))), reads, others: found.others };
}
