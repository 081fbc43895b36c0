import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { bulkSeconds, call, type Door, flightsNdjson } from './door.ts';
import { flightsCsv } from './flights.ts';
import { opensearchDoor } from './opensearch.ts';
import { folderBytes, memoryMb, startPlatform } from './platform.ts';
import { isAggregation, isVaried, QUESTIONS, VARIED } from './questions.ts';
import { RawSql } from './raw-sql.ts';

const RUNS = 9;
/** How often a varied question is asked after those: what a working day of such questions is like. */
const LATER_RUNS = 36;
const INDEX = 'bench-engine';

interface Question {
  readonly ours_ms: number;
  readonly opensearch_ms: number | null;
  /** How many times faster ours is. */
  readonly ratio: number | null;
  /** The same question to DuckDB in its own SQL, without HTTP; null where there is no plain statement for it. */
  readonly raw_ms: number | null;
}

/** A question and its bodies by the number of the run, the first of which is not timed. */
interface Runs {
  readonly name: string;
  readonly bodyOf: (run: number) => object;
  readonly from: number;
  readonly count: number;
}

interface Asked {
  readonly ours: Door;
  readonly theirs: Door | null;
  readonly raw: RawSql;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;
const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

async function ask(door: Door, body: object): Promise<number> {
  const start = performance.now();
  await call(door, 'POST', `/${INDEX}/_search?request_cache=false`, { size: 0, ...body });
  return performance.now() - start;
}

/** Medians of both on the same question, asked in turns so that whatever else the machine does meets both. */
async function compare({ ours, theirs, raw }: Asked, { name, bodyOf, from, count }: Runs): Promise<Question> {
  const [mine, other, plain]: [number[], number[], number[]] = [[], [], []];
  if (from === 0) {
    await ask(ours, bodyOf(0));
    if (theirs) await ask(theirs, bodyOf(0));
    await raw.ask(name);
  }
  for (let run = from + 1; run <= from + count; run++) {
    mine.push(await ask(ours, bodyOf(run)));
    if (theirs) other.push(await ask(theirs, bodyOf(run)));
    const asRaw = await raw.ask(name);
    if (asRaw !== null) plain.push(asRaw);
  }
  const opensearch = theirs ? median(other) : null;
  return {
    ours_ms: round(median(mine)),
    opensearch_ms: opensearch === null ? null : round(opensearch),
    ratio: opensearch === null ? null : round(opensearch / median(mine)),
    raw_ms: plain.length === 0 ? null : round(median(plain)),
  };
}

/** Our door and a real OpenSearch on the same documents and questions, in one run; `BENCH_ROWS` documents, a million by default. */
export async function engine(rows = Number(process.env.BENCH_ROWS ?? 1_000_000)): Promise<object> {
  const file = await flightsNdjson(await flightsCsv(rows));
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-engine-'));
  const platform = await startPlatform(folder);
  try {
    const { token } = await platform.client.json<{ readonly token: string }>('PUT', '/session/token', {
      name: 'bench',
    });
    const ours: Door = { url: `${platform.url}/os`, headers: { authorization: `Bearer ${token}` } };
    const theirs = await opensearchDoor();
    const seconds = await bulkSeconds(ours, INDEX, file);
    const peak = await memoryMb(platform.process.pid, 'VmHWM');
    const theirSeconds = theirs ? await bulkSeconds(theirs, INDEX, file) : null;
    const questions: Record<string, Question> = {};
    const raw = await RawSql.open(await flightsCsv(rows));
    const asked: Asked = { ours, theirs, raw };
    const first = { from: 0, count: RUNS };
    const later: Record<string, Question> = {};
    for (const [name, body] of Object.entries(QUESTIONS)) {
      questions[name] = await compare(asked, { name, bodyOf: () => body, ...first });
    }
    for (const [name, bodyOf] of Object.entries(VARIED)) {
      questions[name] = await compare(asked, { name, bodyOf, ...first });
      later[name] = await compare(asked, { name, bodyOf, from: RUNS, count: LATER_RUNS });
    }
    await raw.close();
    const disk = (await folderBytes(path.join(folder, 'search'))) / 1e6;
    const theirDisk = theirs ? await diskOf(theirs) : null;
    if (theirs) await call(theirs, 'DELETE', `/${INDEX}`);
    printTable(questions);
    console.log(`\nThe same, asked ${LATER_RUNS} times more`);
    printTable(later);
    return {
      rows,
      machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
      bulk_docs_per_s: Math.round(rows / seconds),
      opensearch_bulk_docs_per_s: theirSeconds === null ? null : Math.round(rows / theirSeconds),
      ratio_bulk: theirSeconds === null ? null : round(theirSeconds / seconds),
      disk_mb: round(disk, 1),
      ratio_disk: theirDisk === null ? null : round(disk / theirDisk),
      peak_rss_mb: peak,
      geomean_aggregations: meanOf(questions, isAggregation),
      geomean_searches: meanOf(questions, (name) => !isAggregation(name) && !isVaried(name)),
      geomean_varied_searches: meanOf(questions, isVaried),
      geomean_varied_searches_later: meanOf(later, isVaried),
      below_one: Object.keys(questions).filter((name) => (questions[name]?.ratio ?? 1) < 1),
      slower_than_raw_sql: Object.keys(questions).filter((name) => isSlowerThanRaw(questions[name])),
      questions,
      later,
    };
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Beyond what HTTP and JSON may add to DuckDB's own time. */
const RAW_SHARE = 1.3;

const isSlowerThanRaw = (question: Question | undefined): boolean =>
  question !== undefined && question.raw_ms !== null && question.ours_ms > RAW_SHARE * question.raw_ms;

function meanOf(questions: Readonly<Record<string, Question>>, wanted: (name: string) => boolean): number | null {
  const ratios = Object.entries(questions).flatMap(([name, { ratio }]) =>
    wanted(name) && ratio !== null ? [ratio] : [],
  );
  return ratios.length === 0 ? null : round(geometricMean(ratios));
}

async function diskOf(door: Door): Promise<number> {
  const stats = await call<{
    readonly _all: { readonly total: { readonly store: { readonly size_in_bytes: number } } };
  }>(door, 'GET', `/${INDEX}/_stats`);
  return stats._all.total.store.size_in_bytes / 1e6;
}

function printTable(questions: Readonly<Record<string, Question>>): void {
  console.log('| question | ours ms | OpenSearch ms | ratio | raw SQL ms |\n|---|--:|--:|--:|--:|');
  for (const [name, { ours_ms, opensearch_ms, ratio, raw_ms }] of Object.entries(questions)) {
    console.log(`| ${name} | ${ours_ms} | ${opensearch_ms ?? '–'} | ${ratio ?? '–'} | ${raw_ms ?? '–'} |`);
  }
}
