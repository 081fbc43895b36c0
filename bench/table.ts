import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MariaDb, startMariaDb } from '../packages/testkit/src/mariadb.ts';
import { type LoadFigures, round } from './figures.ts';
import { FLIGHT_COLUMNS, flightsCsv, rawDuckdbSeconds } from './flights.ts';
import { folderBytes, startPlatform } from './platform.ts';
import { memoryMb } from './process-memory.ts';
import { deployFlights } from './spine.ts';

/** Flights in a table keyed by their id; the other columns are text. */
async function fill({ sql }: MariaDb, file: string): Promise<void> {
  const columns = FLIGHT_COLUMNS.map(({ name }) => (name === 'id' ? 'id BIGINT PRIMARY KEY' : `${name} VARCHAR(200)`));
  await sql(`CREATE DATABASE bench; CREATE TABLE bench.flights (${columns.join(', ')});
    LOAD DATA INFILE '${file}' INTO TABLE bench.flights FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' IGNORE 1 LINES;`);
}

/** A table of a MariaDB read by the platform until its rows are searchable; null where no MariaDB can be started. */
export async function table(rows: number): Promise<LoadFigures | null> {
  const database = await startMariaDb().catch(() => null);
  if (!database) return null;
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-table-'));
  try {
    const file = await flightsCsv(rows);
    await fill(database, file);
    const platform = await startPlatform(folder);
    try {
      const { client } = platform;
      const template = await deployFlights(platform);
      const { host, port, uid, pwd } = database;
      await client.json('PATCH', '/cluster/outbound', { allow: [`${host}:${port}`] });
      const db = { host, port, uid, pwd, database: 'bench', table: 'flights' };
      const about = { name: 'Flights', type: 'Data', format: 'database', provider: 'mysql', columns: [] };
      const source = await client.json<{ readonly id: string }>('PUT', '/schema/source', { ...about, db });
      const start = performance.now();
      const run = `/data/source?source=${source.id}&template=${template}`;
      const ledger = await client.json<{ readonly accepted: number; readonly rejected: number }>('POST', run);
      const seconds = (performance.now() - start) / 1000;
      if (ledger.accepted !== rows) throw new Error(`${rows} rows in the table, ${JSON.stringify(ledger)}`);
      return {
        rows,
        rows_per_s: Math.round(rows / seconds),
        ratio_duckdb_csv: round((await rawDuckdbSeconds(file)) / seconds),
        peak_rss_mb: await memoryMb(platform.process.pid, 'VmHWM'),
        disk_mb: round((await folderBytes(folder)) / 1e6, 1),
      };
    } finally {
      await platform.stop();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
