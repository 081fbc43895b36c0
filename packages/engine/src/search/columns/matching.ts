import { type ListTest, listTestOf } from '../any-in-list.ts';
import type { Sql } from '../sql.ts';
import type { DocBits } from '../text/bits.ts';
import type { Coded } from './coded.ts';
import { compared, listedBy } from './compared.ts';
import { comparisonsOf } from './comparison.ts';
import { MOST_HANDED } from './derived.ts';
import type { IndexColumns } from './index-columns.ts';
import type { Matches } from './matches.ts';
import { bitsOfCodes, passesOf } from './passing-codes.ts';

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
export const documentsWhere = async (test: Sql, columns: IndexColumns): Promise<DocBits | null> =>
  (await matchesWhere(test, columns))?.toBits() ?? null;

/** The same without a set of them where they are told sooner. */
export async function matchesWhere(test: Sql, columns: IndexColumns): Promise<Matches | null> {
  const list = listTestOf(test);
  if (list !== null) return onLists(list, columns);
  const comparisons = comparisonsOf(test);
  const found = comparisons === null ? await derived(test, columns) : await compared(comparisons, columns);
  return found === null ? null : thoseThere(found, columns);
}

/** Whether a test does no more than compare columns with given values. */
export const isComparison = (test: Sql): boolean => listTestOf(test) === null && comparisonsOf(test) !== null;

/** The documents all of some tests are true of, by comparisons of columns; null when one of them is no comparison, or a column is not there. */
export async function matchesWhereAll(tests: readonly Sql[], columns: IndexColumns): Promise<Matches | null> {
  const comparisons = tests.map(comparisonsOf);
  if (!comparisons.every((each) => each !== null)) return null;
  const found = await compared(comparisons.flat(), columns);
  return found === null ? null : thoseThere(found, columns);
}

/** Without documents that are gone. */
async function thoseThere(found: Matches, columns: IndexColumns): Promise<Matches> {
  const { documents, nextDoc } = columns.version;
  return documents === nextDoc ? found : found.toBits().and(await allDocuments(columns));
}

async function onLists({ column, ofOne }: ListTest, columns: IndexColumns): Promise<DocBits | null> {
  const values = await columns.lists(column);
  const comparisons = values === null ? null : comparisonsOf(ofOne());
  if (values === null || comparisons?.every((each) => each.column === column.text) !== true) return null;
  return values.where(comparisons, columns.version.nextDoc);
}

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

const whereCoded = (coded: Coded, passes: Uint8Array, columns: IndexColumns): DocBits =>
  listedBy(coded, columns)?.where(passes, coded.codes) ?? bitsOfCodes(coded.codes, passes);
