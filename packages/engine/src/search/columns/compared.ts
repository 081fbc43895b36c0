import type { DocBits } from '../text/bits.ts';
import type { Coded } from './coded.ts';
import { CodedMatches } from './coded-matches.ts';
import type { Comparison } from './comparison.ts';
import { codeCounts } from './counts.ts';
import { hashesOfStart, hashOfNumber, hashOfText } from './hash.ts';
import type { IndexColumns } from './index-columns.ts';
import { type CodeTest, LISTED_BYTES, Listed } from './listed.ts';
import { LOOKUP_BYTES, Lookup } from './lookup.ts';
import { type Matches, matchesOfDocs } from './matches.ts';
import { BLOCK, bitsBetween, blocksAmong, docsAmong } from './number-sets.ts';
import type { PackedTexts } from './packed-texts.ts';
import { passing } from './passing.ts';
import { bitsOfCodes, passesOf } from './passing-codes.ts';
import { type TextTest, textBytes } from './text-test.ts';

/** The documents some comparisons are true of, those included that are gone; null when a column is not in memory. */
export async function compared(comparisons: readonly Comparison[], columns: IndexColumns): Promise<Matches | null> {
  const found: (OnColumn | null)[] = [];
  // each column is asked for though an earlier one cannot be had, so that all of a question are noted at once
  for (const [column, own] of Map.groupBy(comparisons, (each) => each.column))
    found.push(await onColumn(column, own, columns));
  return found.every((each) => each !== null) ? inAll(found, columns) : null;
}

/** What comparisons say about one column. */
interface OnColumn {
  readonly matches: () => Matches;
  /** Where it is known how many pass: those of them that pass what is said of other numbered columns. */
  readonly lead?: { readonly count: number; readonly among: (others: readonly CodeTest[]) => Matches };
  /** Of a numbered column. */
  readonly test?: CodeTest;
}

/** Lists of so few documents lead through what is said about other columns; more are joined as sets. */
const LEADING = 16;

/** A column that few pass leads through the others, of which only these documents are looked at. */
function inAll(found: readonly OnColumn[], { version }: IndexColumns): Matches {
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only.matches();
  const countOf = ({ lead }: OnColumn): number => lead?.count ?? Number.POSITIVE_INFINITY;
  const first = found.reduce((a, b) => (countOf(b) < countOf(a) ? b : a));
  const sets = (all: readonly OnColumn[]): readonly DocBits[] => all.map(({ matches }) => matches().toBits());
  if (first.lead === undefined || first.lead.count > version.nextDoc / LEADING)
    return sets(found).reduce((a, b) => a.and(b));
  const others = found.filter((each) => each !== first);
  const led = first.lead.among(others.flatMap(({ test }) => test ?? []));
  const rest = sets(others.filter(({ test }) => test === undefined));
  return rest.length === 0 ? led : rest.reduce((a, b) => a.and(b), led.toBits());
}

async function onColumn(
  column: string,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): Promise<OnColumn | null> {
  const values = await columns.column(column);
  switch (values?.kind) {
    case undefined:
      return onPlaces(column, comparisons, columns);
    case 'coded':
      return onCodes(values.coded, comparisons, columns);
    case 'numbers':
      return onNumbers(column, values.numbers, comparisons, columns);
    case 'texts':
      return onTexts(column, values.texts, comparisons, columns);
  }
}

async function onCodes(coded: Coded, comparisons: readonly Comparison[], columns: IndexColumns): Promise<OnColumn> {
  const { documents, nextDoc } = columns.version;
  const test = { codes: coded.codes, passes: passesOf(coded, passing(comparisons, coded.keys)) };
  const listed = listedBy(coded, columns);
  if (listed === null) {
    const counts = documents === nextDoc ? await codeCounts(columns, coded) : null;
    return { matches: () => (counts ? new CodedMatches(test, counts) : bitsOfCodes(test.codes, test.passes)), test };
  }
  const matches = (): Matches =>
    listed.matches(test) ?? listed.where(test.passes, test.codes) ?? bitsOfCodes(test.codes, test.passes);
  return { matches, test, lead: { count: listed.countOf(test.passes), among: (others) => listed.among(test, others) } };
}

/** Few documents may have a text that is asked for, where it is known which: their values are read. */
async function onPlaces(
  column: string,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): Promise<OnColumn | null> {
  const given = comparisons.find(({ equals }) => equals !== undefined)?.equals;
  const docs = given === undefined ? null : await columns.documentsWithAny(column, given);
  if (docs === null) return null;
  const values = await columns.valuesIn(column, docs);
  const found = [...values].filter(([, value]) => comparisons.every((each) => each.passes(value)));
  return ofDocs(
    found.map(([doc]) => doc),
    columns,
  );
}

/** What a list of documents says, in any order. */
function ofDocs(docs: readonly number[], { version }: IndexColumns, isAscending = false): OnColumn {
  const listed = (some: readonly number[]): Matches => matchesOfDocs(some, isAscending, version.nextDoc);
  const among = (others: readonly CodeTest[]): Matches =>
    listed(docs.filter((doc) => others.every(({ codes, passes }) => passes[codes[doc] ?? 0] === 1)));
  return { matches: () => listed(docs), lead: { count: docs.length, among } };
}

function onNumbers(
  column: string,
  numbers: Float64Array,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): OnColumn | null {
  const ranges = comparisons.map(({ between }) => between);
  if (!ranges.every((range) => range !== null)) return null;
  const low = Math.max(...ranges.map(([from]) => from));
  const high = Math.min(...ranges.map(([, to]) => to));
  const [first, ...more] = comparisons.flatMap(({ among }) => among ?? []);
  if (first === undefined && low !== high) return { matches: () => bitsBetween(numbers, low, high) };
  const given = [...(first ?? [low])].filter((value) => value >= low && value <= high);
  const wanted = new Set(given.filter((value) => more.every((each) => each.has(value))));
  const blocks = blocksAmong(numbers, wanted);
  const isFew = blocks.length * BLOCK <= numbers.length / FEW_BLOCKS;
  const lookup = isFew ? null : byHash(columns, column, (doc) => hashOfNumber(numbers[doc] ?? Number.NaN));
  if (lookup === null) return ofDocs(docsAmong(numbers, wanted, blocks), columns, true);
  const hashes = [...wanted].flatMap((value) => hashOfNumber(value) ?? []);
  return lookedUp(columns, lookup, hashes, (doc) => wanted.has(numbers[doc] ?? Number.NaN));
}

/** Blocks that are no more than this part of all are looked through sooner than a lookup is made: numbers that grow with the documents lie in few. */
const FEW_BLOCKS = 16;

function onTexts(
  column: string,
  texts: PackedTexts,
  comparisons: readonly Comparison[],
  columns: IndexColumns,
): OnColumn | null {
  const tests = comparisons.map(({ text }) => text);
  if (!tests.every((test) => test !== null)) return null;
  const [first] = tests;
  const test = tests.length === 1 && first !== undefined ? first : allOfTests(tests);
  const passes = (doc: number): boolean => texts.passes(doc, test);
  const given = comparisons.find(({ equals }) => equals !== undefined)?.equals;
  if (given !== undefined) {
    const lookup = byHash(columns, column, (doc) => texts.hash(doc));
    const hashes = given.map((each) => hashOfText(textBytes(each), 0));
    return lookup === null ? { matches: () => texts.where(test) } : lookedUp(columns, lookup, hashes, passes);
  }
  const start = textBytes(comparisons.find(({ begins }) => begins !== undefined)?.begins ?? '');
  const holds = comparisons.find((each) => each.holds)?.holds;
  if (start.length < FIRST_BYTES) return { matches: () => texts.where(test, holds) };
  const lookup = byHash(columns, `start of ${column}`, (doc) => texts.hash(doc, FIRST_BYTES));
  if (lookup === null) return { matches: () => texts.where(test) };
  return lookedUp(columns, lookup, hashesOfStart(start, FIRST_BYTES), passes);
}

/** Bytes at the beginning of texts by which those with a common beginning are looked up: that of one byte less in the places of all that may follow. */
const FIRST_BYTES = 4;

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

/** The documents a lookup names that pass. */
function lookedUp(
  columns: IndexColumns,
  lookup: Lookup,
  hashes: readonly number[],
  passes: (doc: number) => boolean,
): OnColumn {
  const docs: number[] = [];
  const { nextDoc } = columns.version;
  lookup.each(hashes, (doc) => {
    if (doc < nextDoc && passes(doc)) docs.push(doc);
  });
  return ofDocs(docs, columns);
}
