import type { Codes } from '../columns/coded.ts';
import { codeCounts, folded } from '../columns/counts.ts';
import { filled } from '../columns/filled.ts';
import { type Begun, goOn, RowCounts } from '../columns/gather.ts';
import type { IndexColumns } from '../columns/index-columns.ts';
import {
  BLOCK,
  codedKey,
  type Grouping,
  type GroupKey,
  groupsName,
  isEverything,
  isKept,
  type Passing,
  Selected,
  selectBlock,
} from '../columns/selected.ts';
import type { Figures } from './figures-on-columns.ts';

/** How many documents each group has; the gatherers of the figures see the same documents on the way. */
export async function countGroups(columns: IndexColumns, grouping: Grouping, figures: Figures): Promise<Uint32Array> {
  const known = (await knownCounts(columns, grouping)) ?? (await countsAlone(columns, grouping, figures));
  const rows = new RowCounts(grouping.groups, null);
  const counting = known ? [] : [{ gatherer: rows, from: 0 }];
  await goThrough(columns, grouping, [...counting, ...figures.gatherers]);
  figures.keep();
  return known ?? rows.counts;
}

/** Counts of groups that can be told from counts that are kept; null when the documents have to be gone through. */
async function knownCounts(columns: IndexColumns, grouping: Grouping): Promise<Uint32Array | null> {
  const { keys, tests, bits, groups } = grouping;
  const [key] = keys;
  if (isEverything(grouping) && keys.length === 0) return Uint32Array.of(columns.version.documents);
  if (keys.length === 0 && tests.length === 0 && bits !== null) return Uint32Array.of(bits.size);
  if (isEverything(grouping) && keys.length === 1 && key !== undefined && key.codes !== null) {
    return folded(await codeCounts(columns, key.codes.coded), key.codes.numbers, key.keys.length);
  }
  const [test] = tests;
  if (isKept(grouping)) return countsByKeys(columns, grouping);
  if (bits !== null || test === undefined || tests.length > 1 || keys.length > 1) return null;
  const whole = { ...grouping, groups: groups * test.base, keys: [...keys, everyCode(test)], tests: [] };
  if (!isKept(whole)) return null;
  const counted = await countsByKeys(columns, whole);
  const counts = new Uint32Array(groups);
  for (let at = 0; at < counted.length; at++) {
    const group = Math.floor(at / test.base);
    if (test.pass[at % test.base] === 1) counts[group] = (counts[group] ?? 0) + (counted[at] ?? 0);
  }
  return counts;
}

/**
 * Counts of one key in a set of documents of which nothing else is asked; null for anything else. Its codes are counted as they stand, where a
 * grouping of any kind first selects its documents and numbers their groups.
 */
async function countsAlone(
  columns: IndexColumns,
  grouping: Grouping,
  { gatherers }: Figures,
): Promise<Uint32Array | null> {
  const { bits, keys, live, tests } = grouping;
  const [key] = keys;
  if (bits === null || !key?.codes || keys.length > 1 || tests.length > 0 || gatherers.length > 0) return null;
  const { coded, numbers } = key.codes;
  const { codes, base } = coded;
  const docs = new Int32Array(BLOCK);
  const counts = new Uint32Array(base);
  const end = columns.version.nextDoc;
  const breath = columns.breath();
  for (let from = 0; from < end; from += BLOCK) {
    const length = bits.into(docs, from, Math.min(BLOCK, end - from));
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      if (live !== null && live[doc] === 0) continue;
      const code = codes[doc] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    if (breath.isDue) await breath.take();
  }
  return folded(counts, numbers, key.keys.length);
}

/** Counts by the keys, kept for questions that group by the same or choose among the values of one. */
async function countsByKeys(columns: IndexColumns, grouping: Grouping): Promise<Uint32Array> {
  const counted = await columns.continued<RowCounts>(
    `rows by ${groupsName(grouping)}`,
    async (earlier) => {
      const gatherer = new RowCounts(grouping.groups, null);
      const from = earlier !== null && goOn(gatherer, earlier.value) ? earlier.nextDoc : 0;
      await goThrough(columns, grouping, [{ gatherer, from }]);
      return gatherer;
    },
    ({ bytes }) => bytes,
  );
  return counted.counts;
}

const everyCodes = new WeakMap<Codes, GroupKey>();

/** The codes a test looks at, as a key; tests of the same column look at the same ones. */
function everyCode({ numbering, base, codes }: Passing): GroupKey {
  const known = everyCodes.get(codes);
  if (known?.keys.length === base) return known;
  const numbers = filled(new Int32Array(base), (code) => code);
  const coded = { numbering, codes, base, map: null, keys: [...numbers], name: numbering };
  const key = codedKey(`codes ${numbering}`, coded, numbers);
  everyCodes.set(codes, key);
  return key;
}

const MOST_SPARE = 16;

/** Room for a block that nobody goes through: to make it takes longer than a small index does. */
const spare: Selected[] = [];

async function goThrough(columns: IndexColumns, grouping: Grouping, gatherers: readonly Begun[]): Promise<void> {
  const end = columns.version.nextDoc;
  const due = gatherers.filter(({ from }) => from < end);
  if (due.length === 0) return;
  const documents = spare.pop() ?? new Selected();
  const breath = columns.breath();
  for (const [first, alike] of Map.groupBy(due, ({ from }) => from))
    for (let from = first; from < end; from += BLOCK) {
      selectBlock(grouping, from, Math.min(BLOCK, end - from), documents);
      if (documents.length > 0) for (const { gatherer } of alike) gatherer.add(documents);
      if (breath.isDue) await breath.take();
    }
  if (spare.length < MOST_SPARE) spare.push(documents);
}
