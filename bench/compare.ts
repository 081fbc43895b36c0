import { call, type Door } from './door.ts';

const RUNS = 9;
/** So that each engine has read and kept what it keeps of data that are asked about again. */
const WARM_UPS = 3;

export interface Question {
  readonly ours_ms: number;
  readonly opensearch_ms: number | null;
  /** How many times faster ours is. */
  readonly ratio: number | null;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;

async function ask(door: Door, index: string, body: object): Promise<number> {
  const start = performance.now();
  await call(door, 'POST', `/${index}/_search?request_cache=false`, { size: 0, ...body });
  return performance.now() - start;
}

/** Medians of both on the same question, asked in turns so that whatever else the machine does meets both. */
export async function compare(ours: Door, theirs: Door | null, index: string, body: object): Promise<Question> {
  const [mine, other]: [number[], number[]] = [[], []];
  for (let run = -WARM_UPS; run < RUNS; run++) {
    const own = await ask(ours, index, body);
    const its = theirs ? await ask(theirs, index, body) : null;
    if (run < 0) continue;
    mine.push(own);
    if (its !== null) other.push(its);
  }
  const opensearch = theirs ? median(other) : null;
  return {
    ours_ms: round(median(mine)),
    opensearch_ms: opensearch === null ? null : round(opensearch),
    ratio: opensearch === null ? null : round(opensearch / median(mine)),
  };
}

/** Geometric mean of the ratios of the wanted questions; null when there is none. */
export function meanOf(
  questions: Readonly<Record<string, Question>>,
  wanted: (name: string) => boolean = () => true,
): number | null {
  const ratios = Object.entries(questions).flatMap(([name, { ratio }]) =>
    wanted(name) && ratio !== null ? [ratio] : [],
  );
  const logs = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0);
  return ratios.length === 0 ? null : round(Math.exp(logs / ratios.length));
}

/** Names of the questions that OpenSearch answers faster. */
export const belowOne = (questions: Readonly<Record<string, Question>>): readonly string[] =>
  Object.keys(questions).filter((name) => (questions[name]?.ratio ?? 1) < 1);

export function printTable(questions: Readonly<Record<string, Question>>): void {
  console.log('| question | ours ms | OpenSearch ms | ratio |\n|---|--:|--:|--:|');
  for (const [name, { ours_ms, opensearch_ms, ratio }] of Object.entries(questions)) {
    console.log(`| ${name} | ${ours_ms} | ${opensearch_ms ?? '–'} | ${ratio ?? '–'} |`);
  }
}
