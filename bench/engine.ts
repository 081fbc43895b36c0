import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { belowOne, compare, meanOf, printTable, type Question } from './compare.ts';
import { bulkSeconds, call, type Door, flightsNdjson } from './door.ts';
import { round } from './figures.ts';
import { flightsCsv } from './flights.ts';
import { opensearchDoor } from './opensearch.ts';
import { folderBytes, memoryMb, startPlatform } from './platform.ts';
import { isAggregation, isVaried, QUESTIONS, VARIED } from './questions.ts';
import { RawSql } from './raw-sql.ts';

const RUNS = 9;
/** How often a varied question is asked after those: what a working day of such questions is like. */
const LATER_RUNS = 36;
const INDEX = 'bench-engine';

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
    const asked = { ours, theirs, index: INDEX, raw: (name: string) => raw.ask(name) };
    const first = { from: 1, count: RUNS, warmUps: 1 };
    const more = { from: 1 + RUNS, count: LATER_RUNS, warmUps: 0 };
    const later: Record<string, Question> = {};
    for (const [name, body] of Object.entries(QUESTIONS)) {
      questions[name] = await compare(asked, { name, bodyOf: () => body, ...first });
    }
    for (const [name, bodyOf] of Object.entries(VARIED)) {
      questions[name] = await compare(asked, { name, bodyOf, ...first });
      later[name] = await compare(asked, { name, bodyOf, ...more });
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

async function diskOf(door: Door): Promise<number> {
  const stats = await call<{
    readonly _all: { readonly total: { readonly store: { readonly size_in_bytes: number } } };
  }>(door, 'GET', `/${INDEX}/_stats`);
  return stats._all.total.store.size_in_bytes / 1e6;
}
