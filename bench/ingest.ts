import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { type LoadFigures, median, round } from './figures.ts';
import { flightsCsv, rawDuckdbSeconds } from './flights.ts';
import { runFolder } from './folder.ts';
import { opensearchSeconds } from './opensearch.ts';
import { folderBytes, startPlatform } from './platform.ts';
import { memoryMb } from './process-memory.ts';
import { deployFlights, load } from './spine.ts';
import { table } from './table.ts';
import { writeWorkbook } from './workbook.ts';

/** One way in: makes its file out of the CSV of flights and says where it is sent. */
interface WayIn {
  readonly name: string;
  /** Share of the rows it is tried with. */
  readonly share: number;
  readonly address: '/data/csv' | '/feature/data' | '/data/file';
  /** Whether raw DuckDB reads such a file too; it is compared with CSV alone otherwise. */
  readonly raw?: true;
  readonly make: (csv: string, into: string) => Promise<void>;
}

async function copyTo(csv: string, into: string, options: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`COPY (FROM read_csv('${csv}', all_varchar = true)) TO '${into}' (${options})`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Each row a feature without a place. */
async function features(csv: string, into: string): Promise<void> {
  const lines = `${into}.ndjson`;
  await copyTo(csv, lines, 'FORMAT json');
  async function* text(): AsyncGenerator<string> {
    yield '{"type":"FeatureCollection","features":[';
    let between = '\n';
    for await (const line of createInterface({ input: createReadStream(lines) })) {
      yield `${between}{"type":"Feature","geometry":null,"properties":${line}}`;
      between = ',\n';
    }
    yield '\n]}\n';
  }
  await pipeline(text(), createWriteStream(into));
  await rm(lines);
}

/** How often a way in and raw DuckDB are tried in turns. */
const ROUNDS = 3;

/** To add a way in, add a row. */
const WAYS_IN: readonly WayIn[] = [
  {
    name: 'csv',
    share: 1,
    raw: true,
    address: '/data/csv',
    make: (csv, into) => copyTo(csv, into, 'FORMAT csv, HEADER'),
  },
  { name: 'ndjson', share: 1, raw: true, address: '/data/file', make: (csv, into) => copyTo(csv, into, 'FORMAT json') },
  {
    name: 'parquet',
    share: 1,
    raw: true,
    address: '/data/file',
    make: (csv, into) => copyTo(csv, into, 'FORMAT parquet'),
  },
  { name: 'geojson', share: 1, address: '/data/file', make: features },
  {
    name: 'xlsx',
    share: 0.2,
    address: '/data/file',
    make: (csv, into) => writeWorkbook(createReadStream(csv, { highWaterMark: 1 << 20 }), into),
  },
];

/** One way in, in a fresh platform, and raw DuckDB behind it: machines slow down and speed up within a minute. */
async function runRound({ name, address, raw }: WayIn, file: string, csv: string, rows: number, data: string) {
  const platform = await startPlatform(data);
  try {
    const seconds = await load(platform, await deployFlights(platform), file, rows, address);
    const peak = await memoryMb(platform.process.pid, 'VmHWM');
    const ofCsv = await rawDuckdbSeconds(csv);
    const ofFile = raw ? (name === 'csv' ? ofCsv : await rawDuckdbSeconds(file)) : null;
    // by now the files between the wire and the index are gone, which are removed behind the answer
    return { seconds, peak, ofCsv, ofFile, disk: (await folderBytes(data)) / 1e6 };
  } finally {
    await platform.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/** One way in, as often as raw DuckDB is asked beside it; medians. */
async function runOne(way: WayIn, all: number, folder: string): Promise<LoadFigures> {
  const rows = Math.round(all * way.share);
  const csv = await flightsCsv(rows);
  const file = path.join(folder, `rows.${way.name}`);
  await way.make(csv, file);
  const rounds: Awaited<ReturnType<typeof runRound>>[] = [];
  for (let at = 0; at < (way.raw ? ROUNDS : 1); at += 1) {
    rounds.push(await runRound(way, file, csv, rows, path.join(folder, `${way.name}-${at}`)));
  }
  await rm(file, { force: true });
  const seconds = median(rounds.map((each) => each.seconds));
  return {
    rows,
    rows_per_s: Math.round(rows / seconds),
    ratio_duckdb: way.raw ? round(median(rounds.map((each) => each.ofFile ?? 0)) / seconds) : null,
    ratio_duckdb_csv: round(median(rounds.map((each) => each.ofCsv)) / seconds),
    peak_rss_mb: Math.max(...rounds.map((each) => each.peak ?? 0)),
    disk_mb: round(median(rounds.map((each) => each.disk)), 1),
  };
}

/** Rows of a large file, whose load is to take no more memory than that of a small one. */
const LARGE = 10;

/** MB at most of a load of so many rows and of one ten times as large, one behind the other. */
async function memoryOf(rows: number, folder: string): Promise<object> {
  const peaks: (number | null)[] = [];
  for (const times of [1, LARGE]) {
    const csv = await flightsCsv(rows * times);
    const data = path.join(folder, `memory-${times}`);
    const platform = await startPlatform(data);
    try {
      await load(platform, await deployFlights(platform), csv, rows * times);
      peaks.push(await memoryMb(platform.process.pid, 'VmHWM'));
    } finally {
      await platform.stop();
      await rm(data, { recursive: true, force: true });
    }
  }
  const [small = null, large = null] = peaks;
  return { peak_mb: small, large_peak_mb: large, growth: small && large ? round(large / small) : null };
}

/**
 * Each format by HTTP, a table of a MariaDB and a watched folder until their rows are searchable. `ratio_duckdb` is beside raw DuckDB reading the
 * same file, `ratio_duckdb_csv` beside its reading the same rows from CSV; three rounds in turns for what DuckDB reads, medians. Where a real OpenSearch runs, the rows of
 * each per second are compared with those of its `_bulk` of flights, too. With `--large` a load of ten times the rows says how memory grows.
 */
export async function ingest(
  rows = Number(process.env.BENCH_ROWS ?? 1_000_000),
): Promise<Readonly<Record<string, object | null>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-ingest-'));
  try {
    const ways: Record<string, LoadFigures | null> = {};
    for (const way of WAYS_IN) ways[way.name] = await runOne(way, rows, folder);
    ways.mariadb = await table(rows);
    ways.folder = await runFolder(rows);
    const memory = process.argv.includes('--large') ? { memory: await memoryOf(rows, folder) } : {};
    const seconds = await opensearchSeconds(await flightsCsv(rows));
    if (seconds === null) return { ...ways, ...memory };
    const opensearch = { rows, rows_per_s: Math.round(rows / seconds) };
    const compared = Object.entries(ways).map(([name, figures]) => [
      name,
      figures && { ...figures, ratio_opensearch: round(figures.rows_per_s / opensearch.rows_per_s) },
    ]);
    return { ...Object.fromEntries(compared), ...memory, opensearch };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
