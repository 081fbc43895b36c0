import path from 'node:path';
import type { Outcome } from '../steps/run-case.ts';

const STATES = ['passed', 'failed', 'skipped'] as const;

type Counts = Readonly<Record<(typeof STATES)[number], number>>;

export function countsOf(outcomes: readonly Outcome[]): Counts {
  const count = (state: string): number => outcomes.filter(({ status }) => status === state).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** One line per folder of cases that were run. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const folders = Map.groupBy(outcomes, ({ file }) => path.dirname(file));
  const lines = [...folders]
    .map(([folder, own]) => [folder, countsOf(own)] as const)
    .filter(([, { passed, failed }]) => passed + failed > 0)
    .map(([folder, counts]) =>
      [folder.padEnd(32), ...STATES.map((state) => String(counts[state]).padStart(8))].join(''),
    );
  return [['folder'.padEnd(32), ...STATES.map((state) => state.padStart(8))].join(''), ...lines].join('\n');
}
