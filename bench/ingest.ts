import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { round } from './figures.ts';
import { flightsCsv, rawDuckdbSeconds } from './flights.ts';
import { runFolder } from './folder.ts';
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

/** To add a way in, add a row. */
const WAYS_IN: readonly WayIn[] = [
  { name: 'csv', share: 1, address: '/data/csv', make: (csv, into) => copyTo(csv, into, 'FORMAT csv, HEADER') },
  { name: 'ndjson', share: 1, address: '/data/file', make: (csv, into) => copyTo(csv, into, 'FORMAT json') },
  { name: 'parquet', share: 1, address: '/data/file', make: (csv, into) => copyTo(csv, into, 'FORMAT parquet') },
  { name: 'geojson', share: 1, address: '/data/file', make: features },
  {
    name: 'xlsx',
    share: 0.2,
    address: '/data/file',
    make: (csv, into) => writeWorkbook(createReadStream(csv, { highWaterMark: 1 << 20 }), into),
  },
];

async function runOne({ name, share, address, make }: WayIn, all: number, folder: string) {
  const rows = Math.round(all * share);
  const csv = await flightsCsv(rows);
  const file = path.join(folder, `rows.${name}`);
  await make(csv, file);
  const data = path.join(folder, name);
  const platform = await startPlatform(data);
  try {
    const seconds = await load(platform, await deployFlights(platform), file, rows, address);
    const peak = await memoryMb(platform.process.pid, 'VmHWM');
    const duckdb = await rawDuckdbSeconds(csv);
    // by now the files between the wire and the index are gone, which are removed behind the answer
    const disk = (await folderBytes(data)) / 1e6;
    return {
      rows,
      rows_per_s: Math.round(rows / seconds),
      ratio_duckdb: round(duckdb / seconds),
      peak_rss_mb: peak,
      disk_mb: round(disk, 1),
    };
  } finally {
    await platform.stop();
    await rm(file, { force: true });
  }
}

/** Each format by HTTP, a table of a MariaDB and a watched folder until their rows are searchable; the first two beside raw DuckDB reading the same rows from CSV. */
export async function ingest(
  rows = Number(process.env.BENCH_ROWS ?? 1_000_000),
): Promise<Readonly<Record<string, object | null>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-ingest-'));
  const figures: Record<string, object | null> = {};
  try {
    for (const way of WAYS_IN) figures[way.name] = await runOne(way, rows, folder);
    figures.mariadb = await table(rows);
    figures.folder = await runFolder(rows);
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
