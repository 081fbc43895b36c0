import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { belowOne, type Compared, compareEach, meanOf } from './compare.ts';
import { bulkSeconds, call, type Door, flightsNdjson } from './door.ts';
import { ratioOf, round } from './figures.ts';
import { flightsCsv } from './flights.ts';
import { printTable } from './markdown.ts';
import { opensearchDiskMb, opensearchDoor } from './opensearch.ts';
import { sizesOf } from './options.ts';
import { doorOf, folderBytes, type RunningPlatform, startPlatform } from './platform.ts';
import { forgetPeak, listenerOf, memoryMb } from './process-memory.ts';
import { QUESTIONS, VARIED } from './questions.ts';
import { deployFlights, FLIGHTS_INDEX, load } from './spine.ts';

/** One of each kind: figures, buckets, words, filters, orders; those called varied ask for something else each time. */
const ASKED = [
  'sum',
  'stats',
  'percentiles',
  'cardinality_1m',
  'date_histogram_day_avg',
  'filters',
  'geohash_grid',
  'terms_300',
  'terms_1m',
  'terms_terms_avg',
  'composite',
  'text_phrase',
  'term_range_sorted',
  'sort_date',
  'varied_word',
  'varied_term_range_sorted',
  'varied_date_range_sorted',
  'varied_ids',
] as const;

const RUNS = { from: 2, count: 9, warmUps: 2 };

/** What one engine does with so many documents; memory is null where the process is not on this machine. */
interface Figures {
  readonly rows_per_s: number;
  readonly load_peak_mb: number | null;
  readonly asked_peak_mb: number | null;
  /** Held after the questions without what mirrors files: OpenSearch reads its files through memory. */
  readonly own_mb: number | null;
  readonly disk_mb: number;
}

const FIGURES = ['rows_per_s', 'load_peak_mb', 'asked_peak_mb', 'own_mb', 'disk_mb'] as const;

interface Grown extends Compared {
  readonly ready_empty_ms: number;
  readonly ready_ms: number;
  readonly ours: Figures;
  readonly opensearch: Figures | null;
  /** Ours divided by OpenSearch's. */
  readonly ratios: Readonly<Record<keyof Figures, number | null>>;
  readonly geomean: number | null;
  readonly below_one: readonly string[];
}

const ask = (ours: Door, theirs: Door | null): Promise<Compared> =>
  compareEach(
    { ours, theirs, index: FLIGHTS_INDEX },
    ASKED.map((name) => ({ name, bodyOf: VARIED[name] ?? (() => QUESTIONS[name] ?? {}), ...RUNS })),
  );

type Loaded = Pick<Figures, 'rows_per_s' | 'load_peak_mb'>;
type Asked = Pick<Figures, 'asked_peak_mb' | 'own_mb'>;

/** Seconds that taking the rows in lasts, as figures; the peak is counted anew. */
async function loaded(pid: number | null | undefined, rows: number, seconds: () => Promise<number>): Promise<Loaded> {
  await forgetPeak(pid);
  return { rows_per_s: Math.round(rows / (await seconds())), load_peak_mb: await memoryMb(pid, 'VmHWM') };
}

const asked = async (pid: number | null | undefined): Promise<Asked> => ({
  asked_peak_mb: await memoryMb(pid, 'VmHWM'),
  own_mb: await memoryMb(pid, 'RssAnon'),
});

/** Loads both, asks both, and starts the platform once more on what it holds. */
async function grown(rows: number, folder: string, platform: RunningPlatform, theirs: Door | null): Promise<Grown> {
  const csv = await flightsCsv(rows);
  const pid = platform.process.pid;
  const theirPid = theirs && (await listenerOf(theirs.url));
  const template = await deployFlights(platform);
  const mine = await loaded(pid, rows, () => load(platform, template, csv, rows));
  const its =
    theirs && (await loaded(theirPid, rows, async () => bulkSeconds(theirs, FLIGHTS_INDEX, await flightsNdjson(csv))));
  await Promise.all([pid, theirPid].map(forgetPeak));
  const { questions, refused } = await ask(await doorOf(platform), theirs);
  const [mineAsked, itsAsked] = [await asked(pid), await asked(theirPid)];
  await platform.stop();
  const disk = (await folderBytes(path.join(folder, 'search'))) / 1e6;
  const ours = { ...mine, ...mineAsked, disk_mb: round(disk, 1) };
  const opensearch = theirs &&
    its && { ...its, ...itsAsked, disk_mb: round(await opensearchDiskMb(theirs, FLIGHTS_INDEX), 1) };
  const again = await startPlatform(folder);
  await again.stop();
  return {
    ready_empty_ms: Math.round(platform.readyMs),
    ready_ms: Math.round(again.readyMs),
    ours,
    opensearch,
    ratios: {
      rows_per_s: ratioOf(ours.rows_per_s, opensearch?.rows_per_s),
      load_peak_mb: ratioOf(ours.load_peak_mb, opensearch?.load_peak_mb),
      asked_peak_mb: ratioOf(ours.asked_peak_mb, opensearch?.asked_peak_mb),
      own_mb: ratioOf(ours.own_mb, opensearch?.own_mb),
      disk_mb: ratioOf(ours.disk_mb, opensearch?.disk_mb),
    },
    geomean: meanOf(questions),
    below_one: belowOne(questions),
    questions,
    refused,
  };
}

function print(sizes: readonly (readonly [rows: string, Grown])[]): void {
  printTable(
    ['figure', ...sizes.flatMap(([rows]) => [`${rows}: ours`, 'OpenSearch', 'ours / OpenSearch'])],
    FIGURES.map((name) => [
      name,
      ...sizes.flatMap(([, { ours, opensearch, ratios }]) => [ours[name], opensearch?.[name] ?? null, ratios[name]]),
    ]),
  );
  console.log();
  printTable(
    ['question', ...sizes.flatMap(([rows]) => [`${rows}: ours ms`, 'OpenSearch ms', 'ratio'])],
    ASKED.map((name) => [
      name,
      ...sizes.flatMap(([, { questions }]) => {
        const { ours_ms = null, opensearch_ms = null, ratio = null } = questions[name] ?? {};
        return [ours_ms, opensearch_ms, ratio];
      }),
    ]),
  );
  console.log();
}

/** What becomes of rows per second, memory, disk and answers with more documents. */
export interface Growth {
  /** Peak while the most documents came in, divided by that with the next fewer; the platform is to hold no more for a longer file. */
  readonly load_peak_growth: number | null;
  readonly sizes: Readonly<Record<string, Grown>>;
}

/** Flights by the platform's own way in beside a real OpenSearch by `_bulk`, then the same questions to both, at each size. */
export async function growth(): Promise<Growth> {
  const all: [string, Grown][] = [];
  const theirs = await opensearchDoor();
  for (const rows of sizesOf([100_000, 1_000_000])) {
    const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-growth-'));
    const platform = await startPlatform(folder);
    try {
      all.push([String(rows), await grown(rows, folder, platform, theirs)]);
    } finally {
      await platform.stop();
      if (theirs) await call(theirs, 'DELETE', `/${FLIGHTS_INDEX}`);
      await rm(folder, { recursive: true, force: true });
    }
  }
  print(all);
  const [before, last] = all.slice(-2).map(([, { ours }]) => ours.load_peak_mb);
  return { load_peak_growth: ratioOf(last ?? null, before), sizes: Object.fromEntries(all) };
}
