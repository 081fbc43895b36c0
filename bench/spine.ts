import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median, round } from './figures.ts';
import { FLIGHT_COLUMNS, flightsCsv, rawDuckdbSeconds } from './flights.ts';
import { opensearchSeconds } from './opensearch.ts';
import { folderBytes, type RunningPlatform, startPlatform } from './platform.ts';
import { memoryMb } from './process-memory.ts';
import { uploadsOf } from './uploads.ts';

interface Ledger {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Loads into fresh folders, raw DuckDB behind each: one alone says little of a machine that others use, too. */
const ROUNDS = 3;

/** A CSV of real flights by HTTP until its rows are searchable, beside raw DuckDB and a real OpenSearch in the same run; of several loads the median. */
export async function spine(rows = 1_000_000): Promise<Readonly<Record<string, number | null>>> {
  const file = await flightsCsv(rows);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await loadOnce(file, rows));
  const [seconds, duckdb] = [median(rounds.map((round) => round.seconds)), median(rounds.map((round) => round.duckdb))];
  const opensearch = await opensearchSeconds(file);
  return {
    rows,
    rows_per_s: Math.round(rows / seconds),
    duckdb_rows_per_s: Math.round(rows / duckdb),
    opensearch_rows_per_s: opensearch === null ? null : Math.round(rows / opensearch),
    ratio_duckdb: round(duckdb / seconds),
    ratio_opensearch: opensearch === null ? null : round(opensearch / seconds),
    peak_rss_mb: mostOf(rounds.map(({ peakMb }) => peakMb)),
    disk_mb: round(Math.max(...rounds.map(({ diskMb }) => diskMb)), 1),
    ready_empty_ms: Math.round(median(rounds.map(({ readyEmptyMs }) => readyEmptyMs))),
    ready_loaded_ms: Math.round(median(rounds.map(({ readyLoadedMs }) => readyLoadedMs))),
    idle_rss_mb: mostOf(rounds.map(({ idleMb }) => idleMb)),
  };
}

/** Null where the system does not tell. */
const mostOf = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (most === null || value === null ? null : Math.max(most, value)));

interface Round {
  readonly seconds: number;
  readonly duckdb: number;
  readonly peakMb: number | null;
  readonly diskMb: number;
  readonly readyEmptyMs: number;
  readonly readyLoadedMs: number;
  readonly idleMb: number | null;
}

async function loadOnce(file: string, rows: number): Promise<Round> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-bench-'));
  try {
    const empty = await startPlatform(folder);
    const seconds = await load(empty, await deployFlights(empty), file, rows);
    const peakMb = await memoryMb(empty.process.pid, 'VmHWM');
    await empty.stop();
    const diskMb = (await folderBytes(folder)) / 1e6;
    const loaded = await startPlatform(folder);
    await setTimeout(3000);
    const idleMb = await memoryMb(loaded.process.pid, 'VmRSS');
    await loaded.stop();
    const duckdb = await rawDuckdbSeconds(file);
    return { seconds, duckdb, peakMb, diskMb, readyEmptyMs: empty.readyMs, readyLoadedMs: loaded.readyMs, idleMb };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the template of flights is called at the door for OpenSearch's clients. */
export const FLIGHTS_INDEX = 'bench-flights';

/** Makes the template of flights; answers its id. */
export async function deployFlights({ client }: RunningPlatform): Promise<string> {
  const items = FLIGHT_COLUMNS.map(({ name, value_type }, i) => ({ name, value_type, sequence: i + 1 }));
  const { id } = await client.json<{ readonly id: string }>('PUT', '/schema/data/template', {
    name: 'bench_flights',
    items,
  });
  await client.json('PATCH', '/schema/data/template?mode=deploy', { id });
  return id;
}

/** Seconds from the first byte sent until a search counts every row. */
export async function load(
  { client }: RunningPlatform,
  template: string,
  file: string,
  rows: number,
  address = '/data/csv',
): Promise<number> {
  const start = performance.now();
  let [accepted, rejected] = [0, 0];
  for (const open of await uploadsOf(file)) {
    const ledger = await client.stream<Ledger>(`${address}?template=${template}`, open());
    accepted += ledger.accepted;
    rejected += ledger.rejected;
  }
  const found = await client.json<{ readonly hits: { readonly total: { readonly value: number } } }>(
    'POST',
    `/data/user?template=${template}`,
    { size: 0, track_total_hits: true },
  );
  const seconds = (performance.now() - start) / 1000;
  if (accepted !== rows || found.hits.total.value !== rows) {
    throw new Error(`Sent ${rows} rows, ${accepted} accepted, ${rejected} rejected, ${found.hits.total.value} found`);
  }
  return seconds;
}
