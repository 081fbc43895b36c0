import type { IndexLayout } from '../../index/layout.ts';
import { shortestFloat, withPoint } from '../../index/shapes/rebuild.ts';
import type { Shape, Slot } from '../../index/shapes/shape.ts';
import {
  isOnEarth,
  isPlainText,
  keptReal,
  keptText,
  longestKept,
  type Place,
  placesOf,
  type Target,
  WHOLES,
} from './place.ts';
import type { Cell, RowBlock } from './row-block.ts';
import type { Scan } from './scan.ts';
import type { Plan, Walk } from './shape-tree.ts';
import { WrittenDate } from './written-date.ts';

/** Reads the value of one slot into its columns; -1 in `scan.at` says that it does not fit. */
export type Read = (scan: Scan, columns: readonly Cell[][], row: number) => void;

const put = (columns: readonly Cell[][], place: number, row: number, value: Cell): void => {
  const column = columns[place];
  if (column !== undefined) column[row] = value;
};

function readText({ field, targets }: Place): Read {
  const [own, ...others] = targets;
  const { place = 0, most = 0 } = own ?? {};
  const longest = longestKept(field);
  return (scan, columns, row) => {
    const text = scan.isNull() ? null : scan.quoted();
    if (scan.at < 0) return;
    if (text !== null && (text.length > most || text.length > longest || !isPlainText(field, text))) {
      scan.at = -1;
      return;
    }
    put(columns, place, row, text);
    for (const other of others) {
      const kept = text === null ? null : keptText(other, text);
      if (kept === undefined) scan.at = -1;
      else put(columns, other.place, row, kept);
    }
  };
}

/** Lists as JSON writes them; escapes are left to the long way. */
const LISTS = {
  texts: /\[(?:"[ !#-[\]-\uffff]*"(?:,(?=")|(?=\])))+\]/y,
  wholes: /\[(?:-?(?:0|[1-9]\d{0,14})(?:,(?=[-\d])|(?=\])))+\]/y,
};

function readList({ field, column, targets }: Place, kind: 'texts' | 'wholes'): Read {
  const [low, high] = WHOLES[field.type] ?? [0, 0];
  const longest = longestKept(field);
  const fits = (value: unknown, most: number): boolean =>
    kind === 'texts'
      ? typeof value === 'string' && value.length <= most && value.length <= longest && isPlainText(field, value)
      : typeof value === 'number' && value >= low && value <= high;
  return (scan, columns, row) => {
    LISTS[kind].lastIndex = scan.at;
    const token = LISTS[kind].exec(scan.text)?.[0];
    const values: readonly unknown[] = token === undefined ? [] : JSON.parse(token);
    const most = targets[0]?.most ?? 0;
    const isKept =
      token !== undefined &&
      (column.list || values.length === 1) &&
      values.every((value) => fits(value, most)) &&
      (kind === 'texts' || JSON.stringify(values) === token);
    if (!isKept) {
      scan.at = -1;
      return;
    }
    scan.at += token.length;
    for (const target of targets) {
      const kept = keptTexts(target, values as readonly string[]);
      if (kept === null) scan.at = -1;
      else put(columns, target.place, row, kept);
    }
  };
}

/** What a column keeps of a list; null when the long way has to refuse it. */
function keptTexts(target: Target, values: readonly string[]): readonly string[] | null {
  const isWhole = target.most === Number.POSITIVE_INFINITY && target.normalizer === undefined;
  if (isWhole) return target.list || values.length < 2 ? values : null;
  const kept = values.map((value) => keptText(target, value));
  if (kept.includes(undefined)) return null;
  const texts = kept.filter((value) => typeof value === 'string');
  return target.list || texts.length < 2 ? texts : null;
}

/** A slot of one value in one column. */
const readOne =
  ({ targets }: Place, value: (scan: Scan) => Cell): Read =>
  (scan, columns, row) =>
    put(columns, targets[0]?.place ?? 0, row, scan.isNull() ? null : value(scan));

function wholeOf({ field }: Place): (scan: Scan) => number | null {
  const [low, high] = WHOLES[field.type] ?? [1, 0];
  return (scan) => {
    const value = scan.whole();
    return value !== null && value >= low && value <= high ? value : scan.fail();
  };
}

/** Reads a number by its digits. */
type Digits = (scan: Scan) => number | null;

const asWritten: Digits = (scan) => scan.real();
const withPoints: Digits = (scan) => scan.decimal();

function realOf({ field }: Place, read: Digits): Digits {
  const kept = keptReal(field);
  return (scan) => {
    const value = read(scan);
    return value !== null && kept(value) === value ? value : scan.fail();
  };
}

const shortestWithPoint = (value: number): string => withPoint(value, shortestFloat(value));

/** A number of 32 bits, written with as few digits as tell it from its neighbours. */
const floatOf =
  (written: (value: number) => string) =>
  (scan: Scan): number | null => {
    const digits = scan.digits();
    const value = Math.fround(Number(digits));
    const fits = digits !== '' && Number.isFinite(value);
    return fits && written(value) === digits ? value : scan.fail();
  };

const dateOf =
  (date: WrittenDate) =>
  (scan: Scan): number | null => {
    const text = scan.quoted();
    return (text === null ? null : date.msOf(text)) ?? scan.fail();
  };

/** Fewer digits could be a year. */
function epochOf(scan: Scan): number | null {
  const value = scan.whole();
  return value !== null && value >= 1e9 ? value : scan.fail();
}

const isNumberText = (text: string): boolean => String(Number(text)) === text && Number.isFinite(Number(text));

function readPoint({ targets }: Place, between: string): Read {
  const [lat, lon] = [targets[0]?.place ?? 0, targets[1]?.place ?? 0];
  return (scan, columns, row) => {
    if (scan.isNull()) {
      put(columns, lat, row, null);
      put(columns, lon, row, null);
      return;
    }
    const text = scan.quoted();
    const cut = text?.indexOf(between) ?? -1;
    if (text === null || cut < 0) return void scan.fail();
    const [first, second] = [text.slice(0, cut), text.slice(cut + between.length)];
    const [y, x] = [Number(first), Number(second)];
    if (!isNumberText(first) || !isNumberText(second) || !isOnEarth(y, x)) return void scan.fail();
    put(columns, lat, row, y);
    put(columns, lon, row, x);
  };
}

function readPart({ targets }: Place, part: 0 | 1): Read {
  const place = targets[part]?.place ?? 0;
  return (scan, columns, row) => {
    const value = scan.real();
    if (value === null || !isOnEarth(part === 0 ? value : 0, part === 1 ? value : 0)) scan.at = -1;
    else put(columns, place, row, value);
  };
}

const READS: Readonly<Record<Slot['kind'], (place: Place, zone?: string) => Read>> = {
  text: readText,
  texts: (place) => readList(place, 'texts'),
  wholes: (place) => readList(place, 'wholes'),
  whole: (place) => readOne(place, wholeOf(place)),
  real: (place) => readOne(place, realOf(place, asWritten)),
  float: (place) => readOne(place, floatOf(shortestFloat)),
  'real.0': (place) => readOne(place, realOf(place, withPoints)),
  'float.0': (place) => readOne(place, floatOf(shortestWithPoint)),
  flag: (place) => readOne(place, (scan) => scan.flag()),
  second: (place) => readOne(place, dateOf(new WrittenDate(19, 'Z'))),
  milli: (place) => readOne(place, dateOf(new WrittenDate(23, 'Z'))),
  day: (place) => readOne(place, dateOf(new WrittenDate(10, ''))),
  'second.zone': (place, zone = '') => readOne(place, dateOf(new WrittenDate(19, zone))),
  'milli.zone': (place, zone = '') => readOne(place, dateOf(new WrittenDate(23, zone))),
  epoch: (place) => readOne(place, epochOf),
  point: (place) => readPoint(place, ', '),
  pair: (place) => readPoint(place, ','),
  lat: (place) => readPart(place, 0),
  lon: (place) => readPart(place, 1),
};

/** Reads values of a document's text into the next row of a block. */
export class TextWalk implements Walk<string, Read> {
  readonly #scan: Scan;
  readonly #block: RowBlock;

  constructor(scan: Scan, block: RowBlock) {
    this.#scan = scan;
    this.#block = block;
  }

  get at(): number {
    return this.#scan.at;
  }

  set at(place: number) {
    this.#scan.at = place;
  }

  get isAtEnd(): boolean {
    return this.#scan.at === this.#scan.text.length;
  }

  passes(piece: string): boolean {
    if (!this.#scan.text.startsWith(piece, this.#scan.at)) return false;
    this.#scan.at += piece.length;
    return true;
  }

  takes(read: Read): boolean {
    read(this.#scan, this.#block.columns, this.#block.rows);
    return this.#scan.at >= 0;
  }

  /** The row is read; `others` are the columns no value went to. */
  endRow(others: readonly number[]): void {
    for (const place of others) put(this.#block.columns, place, this.#block.rows, null);
    this.#block.rows++;
  }
}

/** How documents of a shape are read into the columns of an index as it is laid out now; null when its mapping does not let them. */
export function textPlan(shape: Shape, layout: IndexLayout): Plan<string, Read> | null {
  const found = placesOf(shape, layout);
  if (found === null) return null;
  const reads = shape.slots.flatMap(({ kind, zone }, i) => {
    const place = found.places[i];
    return place === undefined ? [] : [READS[kind](place, zone)];
  });
  return { pieces: shape.pieces, reads, others: found.others };
}
