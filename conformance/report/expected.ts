import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { idOf, type Outcome } from '../steps/run-case.ts';

/** Cases known to fail, with the reason for it in words for users. */
interface Group {
  readonly reason: string;
  readonly cases: readonly string[];
}

const FILE = fileURLToPath(new URL('../expected.json', import.meta.url));

export const readExpected = async (): Promise<readonly Group[]> => JSON.parse(await readFile(FILE, 'utf8'));

export interface Comparison {
  /** Failed without being known to. */
  readonly unforeseen: readonly Outcome[];
  /** Known to fail, but passed. */
  readonly mended: readonly string[];
  readonly known: number;
}

/** Compares a run with the list of cases known to fail. */
export function compareWith(expected: readonly Group[], outcomes: readonly Outcome[]): Comparison {
  const known = new Set(expected.flatMap(({ cases }) => cases));
  const failed = outcomes.filter(({ status }) => status === 'failed');
  return {
    unforeseen: failed.filter((outcome) => !known.has(idOf(outcome))),
    mended: outcomes.filter((outcome) => outcome.status === 'passed' && known.has(idOf(outcome))).map(idOf),
    known: failed.filter((outcome) => known.has(idOf(outcome))).length,
  };
}

/** Stands where a person has to give the reason before the list is kept. */
const UNTOLD = 'No reason is given yet';

/** Writes the list anew from a whole run: reasons stay, mended cases go, new ones wait for their reason. */
export async function writeExpected(before: readonly Group[], outcomes: readonly Outcome[]): Promise<void> {
  const reasons = new Map(before.flatMap(({ reason, cases }) => cases.map((id) => [id, reason] as const)));
  const failed = outcomes.filter(({ status }) => status === 'failed').map(idOf);
  const groups = Map.groupBy(failed, (id) => reasons.get(id) ?? UNTOLD);
  const sorted = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, cases]) => ({ reason, cases: cases.toSorted() }));
  await writeFile(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
