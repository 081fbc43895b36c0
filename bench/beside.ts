import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requestsOf, sendBulks, warmUp } from './bulks.ts';
import { belowOne, compare, meanOf, printQuestions, type Question } from './compare.ts';
import { call, FLIGHT_MAPPINGS, flightsNdjson } from './door.ts';
import { ratioOf, round } from './figures.ts';
import { flightsCsv } from './flights.ts';
import { opensearchDiskMb, opensearchDoor } from './opensearch.ts';
import { doorOf, folderBytes, startPlatform } from './platform.ts';
import { forgetPeak, listenerOf, memoryMb } from './process-memory.ts';
import { isAggregation, isVaried, QUESTIONS, VARIED } from './questions.ts';
import { RawSql } from './raw-sql.ts';

const RUNS = 9;
/** How often a question that stays the same is asked before it is timed, as OpenSearch's own benchmark does with the questions of big5. */
const WARM_UPS = 200;
/** How often a varied question is asked after those: what a working day of such questions is like. */
const LATER_RUNS = 36;
const INDEX = 'bench-engine';

type Asked = Omit<Parameters<typeof compare>[0], 'raw'>;

/** Every question, and the varied ones again; DuckDB is asked in its own SQL in turns with them. */
async function askAll(asked: Asked, csv: string) {
  const [questions, later]: [Record<string, Question>, Record<string, Question>] = [{}, {}];
  const raw = await RawSql.open(csv);
  const all = { ...asked, raw: (name: string) => raw.ask(name) };
  const [again, first] = [
    { from: 1, count: RUNS, warmUps: WARM_UPS },
    { from: 1, count: RUNS, warmUps: 1 },
  ];
  const more = { from: 1 + RUNS, count: LATER_RUNS, warmUps: 0 };
  for (const [name, body] of Object.entries(QUESTIONS)) {
    questions[name] = await compare(all, { name, bodyOf: () => body, ...again });
  }
  for (const [name, bodyOf] of Object.entries(VARIED)) {
    questions[name] = await compare(all, { name, bodyOf, ...first });
    later[name] = await compare(all, { name, bodyOf, ...more });
  }
  await raw.close();
  printQuestions(questions);
  console.log(`\nThe same, asked ${LATER_RUNS} times more`);
  printQuestions(later);
  return { questions, later };
}

/** Our door and a real OpenSearch on the same documents and questions, in one run; `BENCH_ROWS` documents, a million by default. */
export async function beside(rows = Number(process.env.BENCH_ROWS ?? 1_000_000)) {
  const csv = await flightsCsv(rows);
  const bulks = { requests: await requestsOf(await flightsNdjson(csv), 5000), mappings: FLIGHT_MAPPINGS, clients: 2 };
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-engine-'));
  const platform = await startPlatform(folder);
  try {
    const ours = await doorOf(platform);
    const theirs = await opensearchDoor();
    const pids = [platform.process.pid, theirs && (await listenerOf(theirs.url))] as const;
    for (const door of theirs ? [ours, theirs] : [ours]) await warmUp(door, bulks);
    await Promise.all(pids.map(forgetPeak));
    const seconds = await sendBulks(ours, INDEX, bulks);
    const theirSeconds = theirs ? await sendBulks(theirs, INDEX, bulks) : null;
    const [peak, theirPeak] = await Promise.all(pids.map((pid) => memoryMb(pid, 'VmHWM')));
    const { questions, later } = await askAll({ ours, theirs, index: INDEX }, csv);
    const [askedPeak, theirAskedPeak] = await Promise.all(pids.map((pid) => memoryMb(pid, 'VmHWM')));
    const disk = (await folderBytes(path.join(folder, 'search'))) / 1e6;
    const theirDisk = theirs ? await opensearchDiskMb(theirs, INDEX) : null;
    if (theirs) await call(theirs, 'DELETE', `/${INDEX}`);
    return {
      rows,
      bulk_docs_per_s: Math.round(rows / seconds),
      opensearch_bulk_docs_per_s: theirSeconds && Math.round(rows / theirSeconds),
      ratio_bulk: ratioOf(theirSeconds, seconds),
      disk_mb: round(disk, 1),
      opensearch_disk_mb: theirDisk && round(theirDisk, 1),
      ratio_disk: ratioOf(disk, theirDisk),
      peak_rss_mb: peak ?? null,
      opensearch_peak_rss_mb: theirPeak ?? null,
      ratio_peak: ratioOf(peak, theirPeak),
      asked_peak_rss_mb: askedPeak ?? null,
      opensearch_asked_peak_rss_mb: theirAskedPeak ?? null,
      ratio_asked_peak: ratioOf(askedPeak, theirAskedPeak),
      geomean_aggregations: meanOf(questions, isAggregation),
      geomean_searches: meanOf(questions, (name) => !isAggregation(name) && !isVaried(name)),
      geomean_varied_searches: meanOf(questions, isVaried),
      geomean_varied_searches_later: meanOf(later, isVaried),
      below_one: belowOne(questions),
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
