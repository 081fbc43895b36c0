import type { Breath } from '../store/breath.ts';
import type { IndexColumns } from './columns/index-columns.ts';
import type { Matches } from './columns/matches.ts';
import { allDocuments, documentsWhere, isComparison, matchesWhereAll } from './columns/matching.ts';
import { pureBits } from './predicate.ts';
import { FALSE, TRUE } from './sql.ts';
import { DocBits } from './text/bits.ts';
import { type Resolved, type ResolvedBool, sameScore } from './text/resolved.ts';
import { matching } from './text/words.ts';

/** What matches, by postings and by columns in memory alone; null when a table has to be asked. */
export async function matchesInMemory(resolved: Resolved, columns: IndexColumns): Promise<DocBits | null> {
  const sets = await asSets(resolved, { columns, breath: columns.breath() });
  return sets === null ? null : pureBits(sets);
}

/** The same without a set of them where comparisons alone tell them sooner. */
export async function foundInMemory(resolved: Resolved, columns: IndexColumns): Promise<Matches | null> {
  const tests = onlyComparisons(resolved);
  if (tests === null) return matchesInMemory(resolved, columns);
  const [only] = tests;
  if (tests.length === 1 && only?.found !== undefined) return only.found;
  return matchesWhereAll(
    tests.map(({ test }) => test),
    columns,
  );
}

/** The comparisons that are all a condition is made of, each of which must be true; null for any other. */
function onlyComparisons(resolved: Resolved): readonly ResolvedTest[] | null {
  if (resolved.kind === 'constant') return onlyComparisons(resolved.of);
  if (resolved.kind === 'test') return isComparing(resolved) ? [resolved] : null;
  if (resolved.kind !== 'bool' || resolved.least !== undefined || resolved.required > 0) return null;
  const { must, filter, should, mustNot } = resolved;
  const needed = [...must, ...filter];
  if (should.length + mustNot.length > 0 || needed.length === 0) return null;
  const tests = needed.map(onlyComparisons);
  return tests.every((each) => each !== null) ? tests.flat() : null;
}

/** So many tests of one question are worth the columns they read: the table would look at each row as often. */
const MANY_TESTS = 64;

/** All sets of one question take so much at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Whether so many tests are best answered by sets, which have the room they take. */
export const areManyTests = (tests: number, { version }: IndexColumns): boolean =>
  tests >= MANY_TESTS && (tests * version.nextDoc) / 8 <= MOST_BYTES;

/** The same condition with sets in place of its tests, where these are many and can be had; else as it is. */
export async function manyAsSets(resolved: Resolved, columns: IndexColumns): Promise<Resolved> {
  if (!areManyTests(testsIn(resolved), columns)) return resolved;
  const memory = { columns, breath: columns.breath() };
  // the second question about a column brings it into memory
  return (await asSets(resolved, memory)) ?? (await asSets(resolved, memory)) ?? resolved;
}

function testsIn(resolved: Resolved): number {
  const inAll = (all: readonly Resolved[]): number => all.reduce((sum, each) => sum + testsIn(each), 0);
  switch (resolved.kind) {
    case 'set':
      return 0;
    case 'test':
      return 1;
    case 'best':
      return inAll(resolved.of);
    case 'constant':
      return testsIn(resolved.of);
    case 'boosting':
      return testsIn(resolved.positive);
    case 'bool':
      return inAll([...resolved.must, ...resolved.filter, ...resolved.should, ...resolved.mustNot]);
  }
}

/** Patterns look at every value: each is short, thousands of them are not. */
interface InMemory {
  readonly columns: IndexColumns;
  readonly breath: Breath;
}

/** The same condition with every test on columns as the set of documents it is true of. */
async function asSets(resolved: Resolved, memory: InMemory): Promise<Resolved | null> {
  switch (resolved.kind) {
    case 'set':
      return resolved;
    case 'test': {
      if (memory.breath.isDue) await memory.breath.take();
      const bits = await bitsOf(resolved, memory.columns);
      return bits === null ? null : sameScore(bits, resolved.score);
    }
    case 'constant': {
      const of = await asSets(resolved.of, memory);
      return of === null ? null : { ...resolved, of };
    }
    case 'boosting':
      // the negative part has no say in what matches
      return asSets(resolved.positive, memory);
    case 'best': {
      const of = await allSets(resolved.of, memory);
      return of === null ? null : { ...resolved, of };
    }
    case 'bool': {
      if (resolved.least !== undefined) return null;
      const [must, filter] = await neededSets(resolved, memory);
      const should = await allSets(resolved.should, memory);
      const mustNot = await allSets(resolved.mustNot, memory);
      if (must === null || filter === null || should === null || mustNot === null) return null;
      return counted({ ...resolved, must, filter, should, mustNot }, memory.columns.version.nextDoc);
    }
  }
}

/** What every match must be in: comparisons of several columns are one set, through which the rarest leads. */
async function neededSets(
  { must, filter }: ResolvedBool,
  memory: InMemory,
): Promise<readonly [must: readonly Resolved[] | null, filter: readonly Resolved[] | null]> {
  const compared = [...must, ...filter].flatMap((each) => (isCompared(each) ? [each.test] : []));
  if (compared.length < 2) return [await allSets(must, memory), await allSets(filter, memory)];
  const bits = (await matchesWhereAll(compared, memory.columns))?.toBits() ?? null;
  const joined = (each: Resolved): Resolved => (bits !== null && isCompared(each) ? sameScore(bits, each.score) : each);
  const rest = (all: readonly Resolved[]) =>
    bits === null ? all.filter((each) => !isCompared(each)) : all.map(joined);
  const found = [await allSets(rest(must), memory), await allSets(rest(filter), memory)] as const;
  return bits === null ? [null, null] : found;
}

type ResolvedTest = Extract<Resolved, { kind: 'test' }>;

/** Whether it is a comparison whose documents are not known yet. */
const isCompared = (resolved: Resolved): resolved is ResolvedTest =>
  resolved.kind === 'test' && resolved.found === undefined && isComparing(resolved);

const isComparing = ({ test }: ResolvedTest): boolean => test !== TRUE && test !== FALSE && isComparison(test);

/** Where several of its clauses are required, those that have as many are a set of their own. */
function counted(bool: ResolvedBool, capacity: number): ResolvedBool {
  const { filter, required, should } = bool;
  if (required < 2 || required > should.length) return bool;
  const lists = should.map(pureBits);
  if (!lists.every((bits) => bits !== null)) return bool;
  const enough = matching(
    lists.map((bits) => ({ bits })),
    required,
    capacity,
  );
  return { ...bool, filter: [...filter, sameScore(enough, 0)], required: 0 };
}

function bitsOf({ test, found }: ResolvedTest, columns: IndexColumns): Promise<DocBits | null> {
  if (found !== undefined) return Promise.resolve(found.toBits());
  if (test === TRUE) return allDocuments(columns);
  if (test === FALSE) return Promise.resolve(new DocBits(columns.version.nextDoc));
  return documentsWhere(test, columns);
}

/** Each column is asked for though an earlier one cannot be had, so that all of a question are noted at once. */
async function allSets(all: readonly Resolved[], memory: InMemory): Promise<readonly Resolved[] | null> {
  const sets: (Resolved | null)[] = [];
  for (const each of all) sets.push(await asSets(each, memory));
  return sets.every((each) => each !== null) ? sets : null;
}
