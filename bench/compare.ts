import { type Door, post } from './door.ts';
import { median, round, timed } from './figures.ts';
import { printTable } from './markdown.ts';

export interface Question {
  readonly ours_ms: number;
  readonly opensearch_ms: number | null;
  /** How many times faster ours is. */
  readonly ratio: number | null;
  /** The same question to DuckDB in its own SQL, without HTTP; null where it was not asked. */
  readonly raw_ms: number | null;
}

/** Who is asked. */
export interface Asked {
  readonly ours: Door;
  readonly theirs: Door | null;
  readonly index: string;
  /** ms that DuckDB takes for a question; null where there is no plain statement for it. */
  readonly raw?: (question: string) => Promise<number | null>;
}

/** A question, its bodies by the number of the run, and the runs that are timed. */
export interface Runs {
  readonly name: string;
  readonly bodyOf: (run: number) => object;
  /** The first that is timed. */
  readonly from: number;
  readonly count: number;
  /**
   * So many before that, so that each engine has read and kept what it keeps of data that are asked about again, and runs compiled code;
   * fewer, but one, where they take longer than two seconds.
   */
  readonly warmUps: number;
}

/** Milliseconds from the request to the last byte of its answer. */
function ask(door: Door, index: string, body: object): Promise<number> {
  const sent = Buffer.from(JSON.stringify({ size: 0, ...body }));
  return timed(() => post(door, `/${index}/_search?request_cache=false`, sent, 'application/json'));
}

const WARM_UP_MS = 2000;

/**
 * Medians of all on the same question, asked in turns so that whatever else the machine does meets each of them. Who is asked first
 * changes with each run: DuckDB's statement before it leaves nothing in the processor's caches.
 */
export async function compare({ ours, theirs, index, raw }: Asked, runs: Runs): Promise<Question> {
  const { name, bodyOf, from, count, warmUps } = runs;
  const [mine, other, plain]: [number[], number[], number[]] = [[], [], []];
  const start = performance.now();
  for (let run = from - warmUps; run < from + count; run++) {
    if (run < from - 1 && performance.now() - start > WARM_UP_MS) run = from - 1;
    const asked: (readonly [Door, number[]])[] = [[ours, mine], ...(theirs ? [[theirs, other] as const] : [])];
    if (run % 2 === 1) asked.reverse();
    for (const [door, times] of asked) {
      const time = await ask(door, index, bodyOf(run));
      if (run >= from) times.push(time);
    }
    const asRaw = (await raw?.(name)) ?? null;
    if (run >= from && asRaw !== null) plain.push(asRaw);
  }
  return {
    ours_ms: round(median(mine)),
    opensearch_ms: other.length === 0 ? null : round(median(other)),
    ratio: other.length === 0 ? null : round(median(other) / median(mine)),
    raw_ms: plain.length === 0 ? null : round(median(plain)),
  };
}

type Questions = Readonly<Record<string, Question>>;

/** What came of several questions. */
export interface Compared {
  readonly questions: Questions;
  /** What was said to questions that one of the two did not answer. */
  readonly refused: Readonly<Record<string, string>>;
}

/** Compares one after the other; a question that is refused does not end the run. */
export async function compareEach(asked: Asked, all: readonly Runs[]): Promise<Compared> {
  const [questions, refused]: [Record<string, Question>, Record<string, string>] = [{}, {}];
  for (const runs of all) {
    try {
      questions[runs.name] = await compare(asked, runs);
    } catch (error) {
      refused[runs.name] = String(error).slice(0, 400);
      console.error(`${runs.name}: ${refused[runs.name]}`);
    }
  }
  return { questions, refused };
}

/** Geometric mean of the ratios of the wanted questions; null when there is none. */
export function meanOf(questions: Questions, wanted: (name: string) => boolean = () => true): number | null {
  const ratios = Object.entries(questions).flatMap(([name, { ratio }]) =>
    wanted(name) && ratio !== null ? [ratio] : [],
  );
  const logs = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0);
  return ratios.length === 0 ? null : round(Math.exp(logs / ratios.length));
}

/** Names of the questions that OpenSearch answers faster. */
export const belowOne = (questions: Questions): readonly string[] =>
  Object.keys(questions).filter((name) => (questions[name]?.ratio ?? 1) < 1);

/** Prints them as a table in Markdown. */
export const printQuestions = (questions: Questions): void =>
  printTable(
    ['question', 'ours ms', 'OpenSearch ms', 'ratio', 'raw SQL ms'],
    Object.entries(questions).map(([name, { ours_ms, opensearch_ms, ratio, raw_ms }]) => [
      name,
      ours_ms,
      opensearch_ms,
      ratio,
      raw_ms,
    ]),
  );
