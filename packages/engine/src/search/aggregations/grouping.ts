import type { Coded } from '../columns/coded.ts';
import { described, valueText } from '../columns/derived.ts';
import type { IndexColumns } from '../columns/index-columns.ts';
import { documentsIn } from '../columns/matching.ts';
import { numberSource } from '../columns/number-source.ts';
import { type Places, placedKey } from '../columns/placed.ts';
import { codedKey, type Grouping, type GroupKey, type Passing, passing, together } from '../columns/selected.ts';
import { countOf, type IndexPart, keyOf, matchesOf, readyMatches } from '../part.ts';
import { allOf, type Sql, TRUE } from '../sql.ts';
import type { DocBits } from '../text/bits.ts';
import { commonStarts, placeByChoice } from './bucket-starts.ts';
import { givenValue } from './group-order.ts';
import type { RowsStep } from './level-rows.ts';
import type { BucketStarts, KeyColumn, KeysPlan, StartsIn } from './plan.ts';

/** More groups than this are counted by SQL. */
const MOST_GROUPS = 1 << 20;

/** Which rows count and how they are told apart; every column needed is asked for, so that all are noted at once, unless the table finds the rows. */
export async function groupingOf(
  part: IndexPart,
  columns: IndexColumns,
  steps: readonly RowsStep[],
): Promise<Grouping | null> {
  const matches = await matchesOn(part, columns);
  if (matches === null && !columns.hasRoomForNumbers) return null;
  const tests: (Coded | null)[] = [];
  const keys: (GroupKey | null)[] = [];
  for (const step of steps) {
    if (step.kind === 'where') for (const each of allOf(step.test[0] ?? TRUE)) tests.push(await columns.test(each));
    else if (step.kind === 'keys') for (const key of keysOf(step.plan)) keys.push(await groupKey(columns, key, keys));
    else return null;
  }
  const [passes, found] = [tests.filter((test) => test !== null), keys.filter((key) => key !== null)];
  const groups = found.reduce((all, key) => all * key.keys.length, 1);
  const isAll = matches !== null && passes.length === tests.length && found.length === keys.length;
  if (!isAll || groups > MOST_GROUPS) return null;
  const live = await columns.live();
  return { groups, keys: found, tests: together([...matches.tests, ...passes.map(passing)]), bits: matches.bits, live };
}

interface Matches {
  readonly bits: DocBits | null;
  readonly tests: readonly Passing[];
}

/**
 * The documents of the search: a single test of numbered values may go by counts that are kept, others become a set, which
 * serves the levels and questions after this one too.
 */
async function matchesOn(part: IndexPart, columns: IndexColumns): Promise<Matches | null> {
  const tests = allOf(part.where);
  const [only] = tests;
  if (part.bits !== null || only === undefined) return { bits: part.bits, tests: [] };
  const derived = tests.length === 1 ? await columns.test(only, 'numbered') : null;
  if (derived !== null) return { bits: null, tests: [passing(derived)] };
  const bits = await readyMatches(part);
  if (bits !== null) return { bits, tests: [] };
  if (!columns.hasRoomForNumbers && !(await areMany(part, columns))) return fewFromTable(part, columns);
  const coded: (Coded | null)[] = [];
  for (const each of tests) coded.push(await columns.test(each));
  const found = coded.filter((test) => test !== null);
  if (found.length < coded.length) return null;
  const sets: DocBits[] = [];
  for (const test of found) sets.push(await documentsIn(test, columns));
  const all = sets.reduce((one, other) => one.and(other));
  // of most documents a set says little, where counts by a test that are kept may say all
  return all.size > columns.version.nextDoc / FEW
    ? { bits: null, tests: found.map(passing) }
    : { bits: all, tests: [] };
}

/** Up to this part of all documents are gone through one by one. */
const FEW = 4;

const areMany = async (part: IndexPart, columns: IndexColumns): Promise<boolean> =>
  (await countOf(part, columns.connection)) > columns.version.nextDoc / FEW;

/**
 * In an index whose numbers have no room in memory, few documents are found by the table, which skips what lies in other times; to
 * number what a test makes of each document would read all of them. Those that are asked for again and again are kept as a set.
 */
async function fewFromTable(part: IndexPart, columns: IndexColumns): Promise<Matches | null> {
  const key = keyOf(part.where);
  if (key === null || !columns.isAskedOften(`matches ${key}`)) return null;
  return { bits: await matchesOf(part, columns.connection), tests: [] };
}

/** Keys that are wanted only in part are left to SQL. */
const keysOf = ({ keys, wanted }: KeysPlan): readonly (KeyColumn | null)[] =>
  wanted === undefined ? keys : keys.map(() => null);

async function groupKey(
  columns: IndexColumns,
  key: KeyColumn | null,
  before: readonly (GroupKey | null)[],
): Promise<GroupKey | null> {
  if (key === null || key.list) return null;
  if (key.starts !== undefined) return placeKey(columns, key, key.starts, before);
  const isNullable = key.nullable === true;
  const coded = await columns.coded(givenValue(key));
  if (coded === null) return null;
  const numbers = Int32Array.from({ length: coded.base }, (_, code) => {
    const own = coded.map === null ? code : (coded.map[code] ?? 0);
    return isNullable || own !== 0 ? own : -1;
  });
  return codedKey(`${coded.name} ${isNullable}`, coded, numbers);
}

/** The place of a value among the starts of the bucket around; where its numbers are not in memory, places take less room. */
async function placeKey(
  columns: IndexColumns,
  { value }: KeyColumn,
  { all }: BucketStarts,
  before: readonly (GroupKey | null)[],
): Promise<GroupKey | null> {
  const [expression = TRUE] = value;
  const source = await numberSource(columns, expression);
  const around = before.filter((key) => key !== null);
  if (around.length < before.length) return null;
  const sets = all();
  const common = commonStarts(sets);
  if (source !== null) return placedKey(placesName(expression, sets), source, placesOf(sets, common, around));
  const place = common === null ? null : placeByChoice(common);
  return place && groupKey(columns, { value: [place(expression)], list: false }, before);
}

function placesOf(sets: readonly StartsIn[], common: readonly number[] | null, around: readonly GroupKey[]): Places {
  if (common !== null) return { starts: [Float64Array.from(common)], byGroup: null };
  return { starts: sets.map(({ starts }) => Float64Array.from(starts)), byGroup: setsByGroup(sets, around) };
}

/** More starts are not worth a name. */
const MOST_NAMED = 1000;

function placesName(expression: Sql, sets: readonly StartsIn[]): string | null {
  const size = sets.reduce((sum, { starts }) => sum + starts.length, 0);
  return size > MOST_NAMED ? null : `places ${described(expression)} ${valueText(sets)}`;
}

/** Which of the buckets around a group belongs to; -1 for none. */
function setsByGroup(sets: readonly StartsIn[], around: readonly GroupKey[]): Int32Array {
  const numbers = around.map(({ keys }) => new Map(keys.map((key, number) => [key, number])));
  const byGroup = new Int32Array(around.reduce((all, { keys }) => all * keys.length, 1)).fill(-1);
  for (const [at, { keys }] of sets.entries()) {
    const group = numbers.reduce((sum, own, i) => sum * own.size + (own.get(keys[i]) ?? Number.NaN), 0);
    if (!Number.isNaN(group)) byGroup[group] = at;
  }
  return byGroup;
}
