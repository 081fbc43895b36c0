import { type ListTest, listTestOf } from '../any-in-list.ts';
import type { Sql } from '../sql.ts';
import { DocBits } from '../text/bits.ts';
import type { Coded, Codes } from './coded.ts';
import { type Comparison, comparisonsOf } from './comparison.ts';
import { MOST_HANDED } from './derived.ts';
import { hashOfNumber, hashOfText } from './hash.ts';
import type { IndexColumns } from './index-columns.ts';
import { type CodeTest, LISTED_BYTES, Listed } from './listed.ts';
import { LOOKUP_BYTES, Lookup } from './lookup.ts';
import { BLOCK, bitsAmong, bitsBetween, blocksAmong } from './number-sets.ts';
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
  return found === null ? null : thoseThere(found, columns);
}

/** Whether a test does no more than compare columns with given values. */
export const isComparison = (test: Sql): boolean => listTestOf(test) === null && comparisonsOf(test) !== null;

/** The documents all of some tests are true of, which are comparisons; null when a column is not there. */
export async function documentsWhereAll(tests: readonly Sql[], columns: IndexColumns): Promise<DocBits | null> {
  const found = await compared(
    tests.flatMap((test) => comparisonsOf(test) ?? []),
    columns,
  );
  return found === null ? null : thoseThere(found, columns);
}

/** Without documents that are gone. */
async function thoseThere(found: DocBits, columns: IndexColumns): Promise<DocBits> {
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
  const found: (ColumnMatches | null)[] = [];
  // each column is asked for though an earlier one cannot be had, so that all of a question are noted at once
  for (const [column, own] of Map.groupBy(comparisons, (each) => each.column))
    found.push(await onColumn(column, own, columns));
  return found.every((each) => each !== null) ? inAll(found, columns) : null;
}

/** What comparisons say about one column. */
interface ColumnMatches {
  readonly bits: () => DocBits;
  /** Of a numbered column whose documents are listed: how many pass, and those of them that pass other tests as well. */
  readonly few?: { readonly count: number; readonly among: (others: readonly CodeTest[]) => DocBits };
  /** Of a numbered column. */
  readonly test?: CodeTest;
}

/** Lists of so few documents lead through what is said about other columns; more are joined as sets. */
const LEADING = 16;

/** A column that few pass leads through the other numbered ones, of which only these documents are looked at. */
function inAll(found: readonly ColumnMatches[], { version }: IndexColumns): DocBits {
  const first = found.reduce((a, b) => ((b.few?.count ?? Infinity) < (a.few?.count ?? Infinity) ? b : a));
  const isLed = found.length > 1 && first.few !== undefined && first.few.count <= version.nextDoc / LEADING;
  if (!isLed) return found.map(({ bits }) => bits()).reduce(both);
  const others = found.filter((each) => each !== first);
  const led = first.few?.among(others.flatMap(({ test }) => test ?? [])) ?? first.bits();
  return others.flatMap(({ bits, test }) => (test === undefined ? [bits()] : [])).reduce(both, led);
}

async function onColumn(
  column: string,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): Promise<ColumnMatches | null> {
  const values = await columns.column(column);
  if (values?.kind === 'coded') return onCodes(values.coded, comparisons, columns);
  const bits =
    values === null
      ? await onPlaces(column, comparisons, columns)
      : values.kind === 'numbers'
        ? onNumbers(column, values.numbers, comparisons, columns)
        : onTexts(column, values.texts, comparisons, columns);
  return bits && { bits: () => bits };
}

function onCodes(coded: Coded, comparisons: readonly Comparison[], columns: IndexColumns): ColumnMatches {
  const passes = passesOf(coded, passing(comparisons, coded.keys));
  const { codes } = coded;
  const listed = listedBy(coded, columns);
  const bits = (): DocBits => listed?.where(passes, codes) ?? bitsOfCodes(codes, passes);
  const test = { codes, passes };
  if (listed === null) return { bits, test };
  return { bits, test, few: { count: listed.countOf(passes), among: (others) => listed.among(test, others) } };
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
  const blocks = blocksAmong(numbers, wanted);
  const isFew = blocks.length * BLOCK <= numbers.length / FEW_BLOCKS;
  const lookup = isFew ? null : byHash(columns, column, (doc) => hashOfNumber(numbers[doc] ?? Number.NaN));
  if (lookup === null) return bitsAmong(numbers, wanted, blocks);
  return lookedUp(
    columns,
    lookup,
    [...wanted].flatMap((value) => hashOfNumber(value) ?? []),
    (doc) => wanted.has(numbers[doc] ?? Number.NaN),
  );
}

/** Blocks that are no more than this part of all are looked through sooner than a lookup is made: numbers that grow with the documents lie in few. */
const FEW_BLOCKS = 16;

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
