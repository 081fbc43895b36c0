import type { Scalar } from '@datasarana/query';
import type { SortKey } from '../sort-key.ts';
import type { DocBits } from '../text/bits.ts';
import { Top } from '../top.ts';
import { type Codes, compareKeys, ranksOf } from './coded.ts';
import { listedBy } from './compared.ts';
import type { IndexColumns } from './index-columns.ts';
import type { Listed } from './listed.ts';
import type { Matches } from './matches.ts';
import { BLOCK, boundsOf } from './number-sets.ts';

/** A place in an order: the document, and where it stands at each level, the lowest first. */
interface Place {
  readonly doc: number;
  readonly at: readonly number[];
}

/** One level of an order, as numbers of which the lowest comes first. */
interface Level {
  /** By code of the document; without `codes` the values by document, which `sign` turns round and NaN stands for none of. */
  readonly at: Float64Array;
  readonly codes: Codes | null;
  /** The codes by their places, and the documents of each where they stand ready. */
  readonly ascending: Uint32Array;
  readonly listed: Listed | null;
  readonly sign: number;
  readonly none: number;
  readonly read: (doc: number) => unknown;
  /** Where a given value stands; null when it cannot be compared. */
  readonly placeOf: (given: Scalar) => number | null;
}

/** A row of a page: the document and what it is ordered by. */
export interface OrderedDocument {
  readonly doc: number;
  readonly values: readonly unknown[];
}

/** The first documents in an order of plain columns that are in memory; null when one of them is not. */
export async function firstInOrder(
  columns: IndexColumns,
  found: Matches,
  keys: readonly SortKey[],
  limit: number,
  after: readonly (Scalar | null)[] = [],
): Promise<readonly OrderedDocument[] | null> {
  const levels: Level[] = [];
  for (const key of keys) {
    const level = await levelOf(key, columns);
    if (level === null) return null;
    levels.push(level);
  }
  const start = startOf(levels, after);
  if (start === null) return null;
  if (limit === 0) return [];
  const isFew = found.size <= Math.min(FEW, columns.version.nextDoc / WALKED);
  const top = isFew ? byMatch(levels, found.members(), start, limit) : amongMany(levels, found.toBits(), start, limit);
  return top.sorted().map(({ doc }) => ({ doc, values: levels.map((level) => level.read(doc)) }));
}

const amongMany = (levels: readonly Level[], matches: DocBits, start: readonly number[], limit: number): Top<Place> =>
  byValue(levels, matches, start, limit) ?? byDocument(levels, matches, start, limit);

/** Matches that are looked at one by one, whatever the order: other ways look at more before they know where the first may be. */
const FEW = 4096;

/** Looks at each match. */
function byMatch(levels: readonly Level[], docs: Int32Array, start: readonly number[], limit: number): Top<Place> {
  const top = topOf(limit);
  const [first] = levels;
  if (first === undefined) return top;
  let most = Number.POSITIVE_INFINITY;
  for (const doc of docs) {
    if (placeAt(first, doc) > most) continue;
    offer(levels, doc, start, top);
    most = top.last?.at[0] ?? most;
  }
  return top;
}

/**
 * Goes from value to value of the first level, the first ones first, until there are enough documents; null when too many
 * had to be looked at.
 */
function byValue(
  levels: readonly Level[],
  matches: DocBits,
  start: readonly number[],
  limit: number,
): Top<Place> | null {
  const [first] = levels;
  if (!first?.listed || matches.size < limit * WALKED) return null;
  const { at, ascending, listed } = first;
  const top = topOf(limit);
  let left = matches.capacity / WALKED;
  for (const code of ascending) {
    const place = at[code] ?? 0;
    if (place < (start[0] ?? Number.NEGATIVE_INFINITY)) continue;
    if (top.last !== undefined) break;
    left -= listed.count(code);
    if (left < 0) return null;
    for (const doc of listed.of(code)) if (matches.has(doc)) offer(levels, doc, start, top);
  }
  for (let doc = listed.capacity; doc < matches.capacity; doc++) if (matches.has(doc)) offer(levels, doc, start, top);
  return top;
}

/** One of so many documents may be looked at value by value, where each lies elsewhere in memory. */
const WALKED = 16;

/** Looks at all matches in the order of their numbers. */
function byDocument(levels: readonly Level[], matches: DocBits, start: readonly number[], limit: number): Top<Place> {
  // The last of the first among some documents is not before the last of the first among all.
  const stride = Math.floor(Math.sqrt(matches.capacity / limit));
  const all = { start, limit, most: Number.POSITIVE_INFINITY, isBackwards: false };
  const sample = collect(levels, matches, { ...all, stride: Math.max(1, stride) });
  if (stride <= 1) return sample;
  const most = sample.last?.at[0] ?? Number.POSITIVE_INFINITY;
  return collect(levels, matches, { ...all, stride: 1, most, isBackwards: areLate(sample, matches) });
}

/** Whether most of the first in the order came late: with the last document first they are found before those that they push out. */
function areLate(top: Top<Place>, { capacity }: DocBits): boolean {
  const places = top.sorted();
  return places.filter(({ doc }) => doc >= capacity / 2).length > places.length / 2;
}

const topOf = (limit: number): Top<Place> => new Top(limit, (a, b) => compareAt(a.at, b.at) || a.doc - b.doc);

/** Takes a document that is behind the start and before the last of the first. */
function offer(levels: readonly Level[], doc: number, start: readonly number[], top: Top<Place>): void {
  if (start.length > 0 && !isBehind(levels, doc, start)) return;
  const { last } = top;
  const order = last === undefined ? -1 : orderOf(levels, doc, last.at);
  if (order > 0 || (order === 0 && doc > (last?.doc ?? doc))) return;
  top.add({ doc, at: levels.map((level) => placeAt(level, doc)) });
}

async function levelOf(key: SortKey, columns: IndexColumns): Promise<Level | null> {
  if (key.kind !== 'field' || key.value.values.length > 0 || !/^[a-z_0-9]+$/.test(key.value.text)) return null;
  const found = await columns.column(key.value.text);
  if (found === null || found.kind === 'texts') return null;
  const sign = key.descending ? -1 : 1;
  const none = key.nullsFirst ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (found.kind === 'numbers') {
    const { numbers } = found;
    const read = (doc: number): unknown => {
      const value = numbers[doc] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    };
    const placeOf = (given: Scalar): number | null => {
      const value = parameterOf(key, given);
      return typeof value === 'number' || typeof value === 'bigint' ? sign * Number(value) : null;
    };
    return { at: numbers, codes: null, ascending: new Uint32Array(), listed: null, sign, none, read, placeOf };
  }
  const { codes, keys } = found.coded;
  const ranks = ranksOf(keys);
  const at = placesOf(keys, ranks, sign, none);
  return {
    at,
    codes,
    ascending: inOrder(ranks, sign, key.nullsFirst),
    listed: listedBy(found.coded, columns),
    sign,
    none,
    read: (doc) => keys[codes[doc] ?? 0] ?? null,
    placeOf: (given) => rankOf(parameterOf(key, given), keys, ranks, sign),
  };
}

/** By code: where its value stands. */
function placesOf(keys: readonly unknown[], ranks: Uint16Array, sign: number, none: number): Float64Array {
  const at = new Float64Array(keys.length);
  for (let code = 0; code < keys.length; code++) at[code] = keys[code] === null ? none : sign * (ranks[code] ?? 0);
  return at;
}

/** Codes by their places; 0, which stands for none, has the last rank. */
function inOrder(ranks: Uint16Array, sign: number, nullsFirst: boolean): Uint32Array {
  const codes = new Uint32Array(ranks.length);
  for (let code = 0; code < ranks.length; code++) codes[ranks[code] ?? 0] = code;
  const filled = codes.subarray(0, -1);
  if (sign < 0) filled.reverse();
  if (nullsFirst) codes.copyWithin(1, 0).fill(0, 0, 1);
  return codes;
}

const parameterOf = (key: SortKey, given: Scalar): unknown => key.parameter(given).values[0]?.value ?? null;

/** Between the ranks of its neighbours when no document has the value. */
function rankOf(value: unknown, keys: readonly unknown[], ranks: Uint16Array, sign: number): number | null {
  if (value === null || !keys.every((key) => key === null || isLike(key, value))) return null;
  let below = 0;
  for (const [code, key] of keys.entries()) {
    if (key === null) continue;
    const order = compareKeys(key, value);
    if (order === 0) return sign * (ranks[code] ?? 0);
    if (order < 0) below++;
  }
  return sign * (below - 0.5);
}

/** Whether two values have an order: numbers of both kinds do. */
const isLike = (a: unknown, b: unknown): boolean => typeof a === typeof b || (isNumeric(a) && isNumeric(b));
const isNumeric = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

/** Where the page starts, empty for the beginning; null when a value cannot be compared. */
function startOf(levels: readonly Level[], after: readonly (Scalar | null)[]): readonly number[] | null {
  if (after.length === 0) return [];
  const start = levels.map(({ none, placeOf }, i) => {
    const value = after[i] ?? null;
    return value === null ? none : placeOf(value);
  });
  return start.every((each) => each !== null) ? start : null;
}

function compareAt(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const [x = 0, y = 0] = [a[i], b[i]];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

function placeAt({ at, codes, sign, none }: Level, doc: number): number {
  if (codes !== null) return at[codes[doc] ?? 0] ?? none;
  const value = at[doc] ?? Number.NaN;
  return Number.isNaN(value) ? none : sign * value;
}

interface Collecting {
  /** Where the page starts, empty for the beginning. */
  readonly start: readonly number[];
  readonly limit: number;
  /** Every so manieth piece of eight documents is looked at. */
  readonly stride: number;
  /** No place in the first level behind this one is wanted. */
  readonly most: number;
  /** Whether the last document comes first. */
  readonly isBackwards: boolean;
}

/** Looks at the first level alone until a document may be among the first; documents come in the order of their numbers. */
function collect(levels: readonly Level[], matches: DocBits, how: Collecting): Top<Place> {
  const { start, limit, most } = how;
  const top = topOf(limit);
  const [first] = levels;
  if (first === undefined) return top;
  const range = rangeOf(first, start[0] ?? Number.NEGATIVE_INFINITY, most);
  const look = (doc: number): void => {
    offer(levels, doc, start, top);
    const end = top.last?.at[0];
    if (end !== undefined) range.endAt(end);
  };
  const { data } = matches;
  eachByte(data, how, range, (i) => {
    const doc = (i - 1) * 8;
    const inside = range.among(data[i] ?? 0, doc);
    if (inside === 0) return;
    for (let bit = 0; bit < 8; bit++) if ((inside & (0x80 >> bit)) !== 0) look(doc + bit);
  });
  return top;
}

/** Visits the bytes of a set that are not empty: each so manieth, or all but those of blocks that lie outside, from either end. */
function eachByte(
  data: Uint8Array,
  { stride, isBackwards }: Collecting,
  range: Range,
  visit: (at: number) => void,
): void {
  if (stride > 1) {
    for (let i = 1; i < data.length; i += stride) if (data[i] !== 0) visit(i);
    return;
  }
  const blocks = Math.ceil((data.length - 1) / BLOCK_BYTES);
  for (let count = 0; count < blocks; count++) {
    const block = isBackwards ? blocks - 1 - count : count;
    if (!range.isOutside(block)) eachOfBlock(data, block, isBackwards, visit);
  }
}

function eachOfBlock(data: Uint8Array, block: number, isBackwards: boolean, visit: (at: number) => void): void {
  const [first, end] = [1 + block * BLOCK_BYTES, Math.min(1 + (block + 1) * BLOCK_BYTES, data.length)];
  if (isBackwards) for (let i = end - 1; i >= first; i--) if (data[i] !== 0) visit(i);
  if (!isBackwards) for (let i = first; i < end; i++) if (data[i] !== 0) visit(i);
}

/** A block of documents as bytes of a set. */
const BLOCK_BYTES = BLOCK / 8;

const isBehind = (levels: readonly Level[], doc: number, at: readonly number[]): boolean =>
  orderOf(levels, doc, at) > 0;

function orderOf(levels: readonly Level[], doc: number, at: readonly number[]): number {
  for (let i = 0; i < levels.length; i++) {
    const level = levels[i];
    const [place, other = 0] = [level === undefined ? 0 : placeAt(level, doc), at[i]];
    if (place !== other) return place < other ? -1 : 1;
  }
  return 0;
}

/** Documents whose place in the first level lies in a range that ends earlier and earlier. */
interface Range {
  /** Those of eight documents from `doc` on, a bit each, the highest first; a call for each document would take most of the time. */
  readonly among: (byte: number, doc: number) => number;
  readonly endAt: (most: number) => void;
  /** Whether it is known that none of a block of documents lies there. */
  readonly isOutside: (block: number) => boolean;
}

function rangeOf(level: Level, from: number, until: number): Range {
  const { at, codes, sign, none } = level;
  if (codes !== null) return rangeOfCodes(level, codes, from, until);
  let most = until;
  const full = Math.floor(at.length / BLOCK);
  const { least, most: greatest, whole } = boundsOf(at, full);
  return {
    among: (byte, doc) => {
      let inside = 0;
      for (let bit = 0; bit < 8; bit++) {
        const value = at[doc + bit] ?? Number.NaN;
        const place = Number.isNaN(value) ? none : sign * value;
        if (place >= from && place <= most) inside |= 0x80 >> bit;
      }
      return inside & byte;
    },
    endAt: (place) => {
      most = place;
    },
    isOutside: (block) => {
      if (block >= full || (whole[block] === 0 && none >= from && none <= most)) return false;
      const ends = [sign * (least[block] ?? 0), sign * (greatest[block] ?? 0)] as const;
      return Math.max(...ends) < from || Math.min(...ends) > most;
    },
  };
}

/** By a mark for each code, which is taken away as the range gets shorter. */
function rangeOfCodes({ at, ascending }: Level, codes: Codes, from: number, until: number): Range {
  const marks = new Uint8Array(at.length);
  for (let code = 0; code < at.length; code++) {
    const place = at[code] ?? Number.NaN;
    if (place >= from && place <= until) marks[code] = 1;
  }
  let last = ascending.length - 1;
  return {
    among: (byte, doc) => {
      let inside = 0;
      for (let bit = 0; bit < 8; bit++) inside = (inside << 1) | (marks[codes[doc + bit] ?? 0] ?? 0);
      return inside & byte;
    },
    endAt: (most) => {
      for (; last >= 0; last--) {
        const code = ascending[last] ?? 0;
        if ((at[code] ?? 0) <= most) return;
        marks[code] = 0;
      }
    },
    isOutside: () => false,
  };
}
