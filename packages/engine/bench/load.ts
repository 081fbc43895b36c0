import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { median, round } from '../../../bench/figures.ts';
import { FLIGHT_COLUMNS, flightsCsv, rawDuckdbSeconds } from '../../../bench/flights.ts';
import { Engine, type FieldType, type Ledger } from '../src/index.ts';

const TYPES: Readonly<Record<number, FieldType>> = {
  2: 'integer',
  3: 'long',
  7: 'text',
  8: 'keyword',
  9: 'date',
  10: 'boolean',
  30: 'geo_point',
};

const fields = FLIGHT_COLUMNS.map(({ name, value_type }) => ({
  name,
  type: TYPES[value_type] ?? 'keyword',
  label: name,
}));
const columns = FLIGHT_COLUMNS.map(({ name }) => ({ name, field: name }));
const HEADER_BYTES = Buffer.byteLength(`${FLIGHT_COLUMNS.map(({ name }) => name).join(',')}\n`);

const system = {
  _user_id: 'user-1',
  _user_name: 'A User',
  _template_id: 'template-1',
  _template_name: 'Flights',
  _post_type: 'import',
  _schema_version: '1.0',
  _ts: 1_700_000_000_000,
};

interface Run {
  readonly seconds: number;
  readonly again: number;
  readonly phases: Readonly<Record<string, number>>;
  readonly diskMb: number;
}

async function loadOnce(file: string, rows: number, keyFields: readonly string[]): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-load-'));
  const engine = await Engine.open({ folder });
  const tenant = engine.tenant('bench');
  await tenant.createIndex({ name: 'flights', fields, keyFields, source: 'columns' });
  const phases: Record<string, number> = {};
  const apply = async (batch: string): Promise<Ledger> => {
    let phase = 'start';
    let since = performance.now();
    const enter = (next: string): void => {
      const now = performance.now();
      phases[`${batch} ${phase}`] = Math.round(now - since);
      phase = next;
      since = now;
    };
    const ledger = await tenant.applyBatch('flights', {
      batch,
      requestId: batch,
      rows: { format: 'csv', files: [file], delimiter: ',', columns, lines: { breaks: [] } },
      structural: [],
      system,
      onProgress: (progress) => enter(progress.phase),
    });
    enter('end');
    return ledger;
  };
  try {
    const seconds = await timed(async () => expect(await apply('first'), rows, 'accepted'));
    const again = keyFields.length === 0 ? 0 : await timed(async () => expect(await apply('again'), rows, 'unchanged'));
    await engine.close();
    return { seconds, again, phases, diskMb: (await stat(join(folder, 'bench.duckdb'))).size / 1e6 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

function expect(ledger: Ledger, rows: number, outcome: 'accepted' | 'unchanged'): void {
  if (ledger[outcome] !== rows) throw new Error(`${outcome} ${ledger[outcome]} of ${rows} rows`);
}

/** The engine's way in for one CSV file, postings and ledger included, beside raw DuckDB on the same file. */
export async function load(rows = 1_000_000, runs = 3): Promise<Readonly<Record<string, unknown>>> {
  const withHeader = await flightsCsv(rows);
  const folder = await mkdtemp(join(tmpdir(), 'engine-spool-'));
  const spool = join(folder, 'flights.csv');
  try {
    await pipeline(createReadStream(withHeader, { start: HEADER_BYTES }), createWriteStream(spool));
    const plain: Run[] = [];
    const raw: number[] = [];
    let peak = 0;
    // in turns, so that whatever else the machine does meets both
    for (let run = 0; run < runs; run++) {
      plain.push(await loadOnce(spool, rows, []));
      if (run === 0) peak = process.resourceUsage().maxRSS / 1024;
      raw.push(await rawDuckdbSeconds(withHeader));
    }
    const keyed = await loadOnce(spool, rows, ['id']);
    const seconds = median(plain.map((run) => run.seconds));
    return {
      rows,
      rows_per_s: Math.round(rows / seconds),
      seconds: round(seconds),
      raw_duckdb_seconds: round(median(raw)),
      ratio_duckdb: round(median(plain.map((run, index) => (raw[index] ?? 0) / run.seconds))),
      keyed_seconds: round(keyed.seconds),
      keyed_again_seconds: round(keyed.again),
      disk_mb: round(plain[0]?.diskMb ?? 0),
      peak_rss_mb: Math.round(peak),
      phases_ms: plain.at(-1)?.phases,
      keyed_phases_ms: keyed.phases,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) console.log(JSON.stringify(await load()));
