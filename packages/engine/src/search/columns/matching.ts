import { type ListTest, listTestOf } from '../any-in-list.ts';
import type { Sql } from '../sql.ts';
import { DocBits } from '../text/bits.ts';
import type { Coded, Codes } from './coded.ts';
import { type Comparison, comparisonsOf } from './comparison.ts';
import { MOST_HANDED } from './derived.ts';
import { hashOfNumber, hashOfText } from './hash.ts';
import type { IndexColumns } from './index-columns.ts';
import { LISTED_BYTES, Listed } from './listed.ts';
import { LOOKUP_BYTES, Lookup } from './lookup.ts';
import type { PackedTexts } from './packed-texts.ts';
import { type Passes, passing } from './passing.ts';
import { passesBy } from './selected.ts';
import { type TextTest, textBytes } from './text-test.ts';

/** The documents there are. */
export async function allDocuments(columns: IndexColumns): Promise<DocBits> {
  return columns.remembered(
    'every document',
    async () => {
      const { nextDoc } = columns.version;
      const live = await columns.live();
      const isThere = Uint8Array.of(0, 1);
      return bitsOfCodes(live ?? new Uint8Array(nextDoc).fill(1), isThere);
    },
    (bits) => bits.data.length,
  );
}

/** The documents a test is true of, by columns in memory; null when they are not there. */
export async function documentsWhere(test: Sql, columns: IndexColumns): Promise<DocBits | null> {
  const list = listTestOf(test);
  if (list !== null) return onLists(list, columns);
  const comparisons = comparisonsOf(test);
  const found = comparisons === null ? await derived(test, columns) : await compared(comparisons, columns);
  if (found === null) return null;
  const { documents, nextDoc } = columns.version;
  return documents === nextDoc ? found : both(found, await allDocuments(columns));
}

async function onLists({ column, ofOne }: ListTest, columns: IndexColumns): Promise<DocBits | null> {
  const values = await columns.lists(column);
  const comparisons = values === null ? null : comparisonsOf(ofOne());
  if (values === null || comparisons?.every((each) => each.column === column.text) !== true) return null;
  return values.where(comparisons, columns.version.nextDoc);
}

const both = (a: DocBits, b: DocBits): DocBits => a.and(b);

/** The documents of which an expression is true, those included that are gone; remembered for the questions after this one. */
export const documentsIn = (coded: Coded, columns: IndexColumns): Promise<DocBits> =>
  columns.remembered(
    `documents ${coded.name}`,
    () => whereTrue(coded, columns),
    (bits) => bits.data.length,
  );

const whereTrue = (coded: Coded, columns: IndexColumns): DocBits =>
  whereCoded(
    coded,
    passesOf(coded, (value) => value === true),
    columns,
  );

/** Worked out once per different value, where they are few: 50,000 take a quarter of a second to hand over, for each test anew. */
async function derived(test: Sql, columns: IndexColumns): Promise<DocBits | null> {
  const coded = await columns.coded(test, 'any', MOST_HANDED);
  return coded === null ? null : whereTrue(coded, columns);
}

async function compared(comparisons: readonly Comparison[], columns: IndexColumns): Promise<DocBits | null> {
  const found: DocBits[] = [];
  for (const [column, own] of Map.groupBy(comparisons, (each) => each.column)) {
    const bits = await onColumn(column, own, columns);
    if (bits === null) return null;
    found.push(bits);
  }
  return found.reduce(both);
}

async function onColumn(
  column: string,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): Promise<DocBits | null> {
  const values = await columns.column(column);
  if (values?.kind === 'coded') {
    return whereCoded(values.coded, passesOf(values.coded, passing(comparisons, values.coded.keys)), columns);
  }
  if (values?.kind === 'numbers') return onNumbers(column, values.numbers, comparisons, columns);
  return values === null ? onPlaces(column, comparisons, columns) : onTexts(column, values.texts, comparisons, columns);
}

/** Few documents may have a text that is asked for, where it is known which: their values are read. */
async function onPlaces(
  column: string,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): Promise<DocBits | null> {
  const given = comparisons.find(({ equals }) => equals !== undefined)?.equals;
  const docs = given === undefined ? null : await columns.documentsWithAny(column, given);
  if (docs === null) return null;
  const bits = new DocBits(columns.version.nextDoc);
  for (const [doc, value] of await columns.valuesIn(column, docs))
    if (comparisons.every((each) => each.passes(value))) bits.add(doc);
  return bits;
}

function onNumbers(
  column: string,
  numbers: Float64Array,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): DocBits | null {
  const ranges = comparisons.map(({ between }) => between);
  if (!ranges.every((range) => range !== null)) return null;
  const low = Math.max(...ranges.map(([from]) => from));
  const high = Math.min(...ranges.map(([, to]) => to));
  const [first, ...more] = comparisons.flatMap(({ among }) => among ?? []);
  if (first === undefined && low !== high) return bitsBetween(numbers, low, high);
  const given = [...(first ?? [low])].filter((value) => value >= low && value <= high);
  const wanted = new Set(given.filter((value) => more.every((each) => each.has(value))));
  const lookup = byHash(columns, column, (doc) => hashOfNumber(numbers[doc] ?? Number.NaN));
  if (lookup === null) return bitsAmong(numbers, wanted);
  return lookedUp(
    columns,
    lookup,
    [...wanted].flatMap((value) => hashOfNumber(value) ?? []),
    (doc) => wanted.has(numbers[doc] ?? Number.NaN),
  );
}

function onTexts(
  column: string,
  texts: PackedTexts,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): DocBits | null {
  const tests = comparisons.map(({ text }) => text);
  if (!tests.every((test) => test !== null)) return null;
  const [first] = tests;
  const test = tests.length === 1 && first !== undefined ? first : allOfTests(tests);
  const passes = (doc: number): boolean => texts.passes(doc, test);
  const given = comparisons.find(({ equals }) => equals !== undefined)?.equals;
  if (given !== undefined) {
    const lookup = byHash(columns, column, (doc) => texts.hash(doc));
    const hashes = given.map((each) => hashOfText(textBytes(each), 0));
    return lookup === null ? texts.where(test) : lookedUp(columns, lookup, hashes, passes);
  }
  const start = textBytes(comparisons.find(({ begins }) => begins !== undefined)?.begins ?? '');
  if (start.length <= FIRST_BYTES) return texts.where(test, comparisons.find(({ holds }) => holds)?.holds);
  const lookup = byHash(columns, `start of ${column}`, (doc) => texts.hash(doc, FIRST_BYTES));
  return lookup === null ? texts.where(test) : lookedUp(columns, lookup, [hashOfText(start, 0, FIRST_BYTES)], passes);
}

/** Bytes at the beginning of texts by which those with a common beginning are looked up. */
const FIRST_BYTES = 3;

const allOfTests =
  (tests: readonly TextTest[]): TextTest =>
  (bytes, at) =>
    tests.every((test) => test(bytes, at));

const byHash = (columns: IndexColumns, about: string, hashOf: (doc: number) => number | null): Lookup | null =>
  columns.lookup<Lookup>(
    `lookup ${about}`,
    LOOKUP_BYTES,
    (capacity, known) => known?.upTo(capacity, hashOf) ?? new Lookup(capacity, hashOf),
  );

/** The documents of a numbered column by their codes; null when it is not asked about often enough. */
export const listedBy = ({ numbering, codes, base }: Coded, columns: IndexColumns): Listed | null =>
  columns.lookup<Listed>(`listed ${numbering}`, LISTED_BYTES, (_, known) =>
    known?.isMostOf(codes.length) ? known : new Listed(codes, base),
  );

const whereCoded = (coded: Coded, passes: Uint8Array, columns: IndexColumns): DocBits =>
  listedBy(coded, columns)?.where(passes, coded.codes) ?? bitsOfCodes(coded.codes, passes);

/** The documents a lookup names that pass. */
function lookedUp(
  { version }: IndexColumns,
  lookup: Lookup,
  hashes: readonly number[],
  passes: (doc: number) => boolean,
): DocBits {
  const bits = new DocBits(version.nextDoc);
  for (const hash of hashes) {
    lookup.each(hash, (doc) => {
      if (doc < version.nextDoc && passes(doc)) bits.add(doc);
    });
  }
  return bits;
}

/** By code: whether its value passes. */
function passesOf({ base, map, keys }: Coded, passes: Passes): Uint8Array {
  const byKey = keys.map(passes);
  return passesBy(base, map, (key) => byKey[key] === true);
}

/** The documents whose code passes. */
function bitsOfCodes(codes: Codes, passes: Uint8Array): DocBits {
  const bits = new DocBits(codes.length);
  const { data } = bits;
  const whole = codes.length & ~7;
  for (let i = 0, at = 1; i < whole; i += 8, at++) {
    data[at] =
      ((passes[codes[i] ?? 0] ?? 0) << 7) |
      ((passes[codes[i + 1] ?? 0] ?? 0) << 6) |
      ((passes[codes[i + 2] ?? 0] ?? 0) << 5) |
      ((passes[codes[i + 3] ?? 0] ?? 0) << 4) |
      ((passes[codes[i + 4] ?? 0] ?? 0) << 3) |
      ((passes[codes[i + 5] ?? 0] ?? 0) << 2) |
      ((passes[codes[i + 6] ?? 0] ?? 0) << 1) |
      (passes[codes[i + 7] ?? 0] ?? 0);
  }
  for (let i = whole; i < codes.length; i++) if (passes[codes[i] ?? 0] === 1) bits.add(i);
  return bits;
}

/** The documents whose number lies between; NaN, which stands for none, never does. */
function bitsBetween(numbers: Float64Array, low: number, high: number): DocBits {
  const bits = new DocBits(numbers.length);
  const { data } = bits;
  const full = Math.floor(numbers.length / BLOCK);
  const { least, most, whole } = boundsOf(numbers, full);
  for (let block = 0; block < full; block++) {
    const [lowest = 0, highest = 0, from] = [least[block], most[block], block * BLOCK];
    if (lowest > high || highest < low) continue;
    if (whole[block] === 1 && lowest >= low && highest <= high) data.fill(0xff, 1 + from / 8, 1 + (from + BLOCK) / 8);
    else markBetween(data, numbers, from, low, high);
  }
  markBetween(data, numbers, full * BLOCK, low, high);
  return bits;
}

function markBetween(data: Uint8Array, numbers: Float64Array, start: number, low: number, high: number): void {
  const end = Math.min(start + BLOCK, numbers.length);
  for (let from = start, at = 1 + start / 8; from < end; from += 8, at++) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) {
      const value = numbers[from + bit] ?? Number.NaN;
      if (value >= low && value <= high) byte |= 0x80 >> bit;
    }
    data[at] = byte;
  }
}

/** Documents that are looked at together: data that come in the order of time lie near each other. */
export const BLOCK = 1024;

/** The least and the greatest number of each block, the one above the other where there is none; 1 in `whole` where all have one. */
export interface Bounds {
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly whole: Uint8Array;
}

/** By the memory a column lies in, in which it goes on: those of blocks that are full stay as they are. */
const bounds = new WeakMap<ArrayBufferLike, Bounds>();

/** Bounds of the first so many blocks at least. */
export function boundsOf(numbers: Float64Array, blocks: number): Bounds {
  const known = bounds.get(numbers.buffer);
  if (known && known.whole.length >= blocks) return known;
  const made = { least: new Float64Array(blocks), most: new Float64Array(blocks), whole: new Uint8Array(blocks) };
  if (known) {
    made.least.set(known.least);
    made.most.set(known.most);
    made.whole.set(known.whole);
  }
  for (let block = known?.whole.length ?? 0; block < blocks; block++) {
    let [lowest, highest, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (const value of numbers.subarray(block * BLOCK, (block + 1) * BLOCK)) {
      if (Number.isNaN(value)) continue;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
      count++;
    }
    made.least[block] = lowest;
    made.most[block] = highest;
    made.whole[block] = count === BLOCK ? 1 : 0;
  }
  bounds.set(numbers.buffer, made);
  return made;
}

/** The documents with one of some numbers; most are told from these by their lowest bits. */
function bitsAmong(numbers: Float64Array, wanted: ReadonlySet<number>): DocBits {
  const bits = new DocBits(numbers.length);
  const marks = new Uint8Array(0x1_00_00);
  for (const value of wanted) marks[value & 0xff_ff] = 1;
  for (let doc = 0; doc < numbers.length; doc++) {
    const value = numbers[doc] ?? Number.NaN;
    if (marks[value & 0xff_ff] === 1 && wanted.has(value)) bits.add(doc);
  }
  return bits;
}
