import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bulk, bulkSeconds, call, type Door, flightsNdjson } from './door.ts';
import { percentile, ratioOf, round, timed } from './figures.ts';
import { flightsCsv } from './flights.ts';
import { printTable } from './markdown.ts';
import { opensearchDoor } from './opensearch.ts';
import { crowdsOf, secondsOf, sizesOf } from './options.ts';
import { doorOf, type RunningPlatform, startPlatform } from './platform.ts';
import { forgetPeak, listenerOf, memoryMb } from './process-memory.ts';
import { QUESTIONS, VARIED } from './questions.ts';
import { deployFlights, FLIGHTS_INDEX, load } from './spine.ts';
import { type Incoming, type Steady, steady } from './steady.ts';

const ROWS_PER_BATCH = 1000;
const BATCHES_PER_SECOND = 5;

const BULK_INDEX = 'bench-readers';

/** What a screen of charts asks beside the searches. */
const CHARTS = ['date_histogram_day_avg', 'terms_300', 'stats', 'filters', 'histogram'] as const;

/** Questions in turns of all kinds; of one that varies there are as many as words to ask for. */
const DIFFERENT = 45;
const ASKED: readonly ((run: number) => object)[] = [
  ...Object.values(VARIED).map((bodyOf) => (run: number) => bodyOf(run % DIFFERENT)),
  ...CHARTS.map((name) => () => QUESTIONS[name] ?? {}),
];

/** One engine while so many ask it and rows come in. */
interface Read extends Steady {
  readonly questions_per_s: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly errors: number;
  /** Rows that are found when all is done, beyond those that were acknowledged; 0 unless some are lost or doubled. */
  readonly rows_astray: number;
  readonly peak_mb: number | null;
}

/** An engine to read from and to write to. */
interface Side {
  readonly door: Door;
  readonly index: string;
  readonly pid: number | null | undefined;
  readonly incoming: Incoming;
}

const countOf = async ({ door, index }: Side): Promise<number> => {
  await call(door, 'POST', `/${index}/_refresh`);
  return (await call<{ readonly count: number }>(door, 'GET', `/${index}/_count`)).count;
};

async function read(side: Side, readers: number, seconds: number, firstBatch: number): Promise<Read> {
  const before = await countOf(side);
  await forgetPeak(side.pid);
  const times: number[] = [];
  let [asked, errors, isOver] = [0, 0, false];
  const start = performance.now();
  const crowd = Array.from({ length: readers }, async () => {
    while (!isOver) {
      const run = asked++;
      const body = { size: 0, ...ASKED[run % ASKED.length]?.(Math.floor(run / ASKED.length)) };
      const search = (): Promise<unknown> =>
        call(side.door, 'POST', `/${side.index}/_search?request_cache=false`, body);
      await timed(search).then(
        (ms) => times.push(ms),
        (error: unknown) => {
          if (errors++ === 0) console.error(String(error).slice(0, 300));
        },
      );
    }
  });
  const written = await steady(side.incoming, seconds, firstBatch);
  isOver = true;
  await Promise.all(crowd);
  const lasted = (performance.now() - start) / 1000;
  return {
    questions_per_s: round(times.length / lasted, 1),
    p50_ms: percentile(times, 50),
    p95_ms: percentile(times, 95),
    errors,
    ...written,
    rows_astray: (await countOf(side)) - before - written.acknowledged,
    peak_mb: await memoryMb(side.pid, 'VmHWM'),
  };
}

/** Pieces of a file of so many lines each, without its first `head`. */
async function pieces(file: string, head: number): Promise<readonly string[][]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(head);
  return Array.from({ length: lines.length / ROWS_PER_BATCH }, (_, i) =>
    lines.slice(i * ROWS_PER_BATCH, (i + 1) * ROWS_PER_BATCH),
  );
}

const incoming = (send: (batch: number) => Promise<unknown>): Incoming => ({
  rowsPerBatch: ROWS_PER_BATCH,
  batchesPerSecond: BATCHES_PER_SECOND,
  send,
});

/** Rows come in as CSV, each file a batch with a ledger. */
async function csvSide(platform: RunningPlatform, rows: number, later: string): Promise<Side> {
  const template = await deployFlights(platform);
  const csv = await flightsCsv(rows);
  await load(platform, template, csv, rows);
  const head = (await readFile(later, 'utf8')).split('\n', 1)[0];
  const batches = await pieces(later, 1);
  const send = async (batch: number): Promise<void> => {
    const text = `${head}\n${batches[batch]?.join('\n')}\n`;
    const { accepted } = await platform.client.csv<{ readonly accepted: number }>(
      `/data/csv?template=${template}`,
      text,
    );
    if (accepted !== ROWS_PER_BATCH) throw new Error(`${accepted} of ${ROWS_PER_BATCH} rows were accepted`);
  };
  const { pid } = platform.process;
  return { door: await doorOf(platform), pid, index: FLIGHTS_INDEX, incoming: incoming(send) };
}

/** Rows come in by `_bulk`, into an index of the same mappings. */
async function bulkSide(door: Door, pid: Side['pid'], rows: number, later: string): Promise<Side> {
  await bulkSeconds(door, BULK_INDEX, await flightsNdjson(await flightsCsv(rows)));
  const batches = await pieces(await flightsNdjson(later), 0);
  const send = (batch: number): Promise<void> =>
    bulk(door, BULK_INDEX, batches[batch]?.map((line) => `{"index":{}}\n${line}\n`).join('') ?? '');
  return { door, pid, index: BULK_INDEX, incoming: incoming(send) };
}

/** What each crowd of readers gets from ours and from OpenSearch. */
interface Crowd {
  /** While rows come in by `_bulk`, as at OpenSearch. */
  readonly ours: Read;
  /** While they come in as CSV, by batches with a ledger that can be undone. */
  readonly ours_csv: Read;
  readonly opensearch: Read | null;
  /** Questions per second, ours divided by OpenSearch's. */
  readonly ratio: number | null;
}

function print(crowds: Readonly<Record<string, Crowd>>): void {
  printTable(
    ['readers', 'questions/s', 'p50 ms', 'p95 ms', 'errors', 'rows/s held', 'write p95 ms', 'peak MB'],
    Object.entries(crowds).flatMap(([readers, { ours, ours_csv, opensearch }]) =>
      Object.entries({ ours, 'ours, CSV': ours_csv, OpenSearch: opensearch }).flatMap(([name, at]) =>
        at === null
          ? []
          : [
              [
                `${readers}, ${name}`,
                at.questions_per_s,
                at.p50_ms,
                at.p95_ms,
                at.errors + at.write_errors,
                `${at.rows_per_s}${at.held ? '' : ' (not held)'}`,
                at.write_p95_ms,
                at.peak_mb,
              ],
            ],
      ),
    ),
  );
  console.log();
}

/** Some, many and a crowd of readers ask varied questions about a million flights while 5,000 rows per second come in. */
export async function readers(): Promise<Readonly<Record<string, Crowd>>> {
  const [rows = 1_000_000] = sizesOf([1_000_000]);
  const [sizes, seconds] = [crowdsOf([1, 8, 32]), secondsOf(10)];
  const perCrowd = seconds * BATCHES_PER_SECOND;
  const later = await flightsCsv(sizes.length * perCrowd * ROWS_PER_BATCH, rows);
  const [one, other] = [await openPlatform(), await openPlatform()];
  const door = await opensearchDoor();
  try {
    const ours = await bulkSide(await doorOf(one.platform), one.platform.process.pid, rows, later);
    const ours_csv = await csvSide(other.platform, rows, later);
    const theirs = door && (await bulkSide(door, await listenerOf(door.url), rows, later));
    const crowds: Record<string, Crowd> = {};
    for (const [i, size] of sizes.entries()) {
      const asked = (side: Side): Promise<Read> => read(side, size, seconds, i * perCrowd);
      const [mine, csv] = [await asked(ours), await asked(ours_csv)];
      const its = theirs && (await asked(theirs));
      const ratio = ratioOf(mine.questions_per_s, its?.questions_per_s);
      crowds[size] = { ours: mine, ours_csv: csv, opensearch: its, ratio };
    }
    print(crowds);
    return crowds;
  } finally {
    for (const { stop } of [one, other]) await stop();
    if (door) await call(door, 'DELETE', `/${BULK_INDEX}`);
  }
}

/** A platform in a folder of its own. */
async function openPlatform() {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-readers-'));
  const platform = await startPlatform(folder);
  const stop = async (): Promise<void> => {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { platform, stop };
}
