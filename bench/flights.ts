import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const datasets = path.resolve(import.meta.dirname, '../node_modules/vega-datasets/data');
const cache = path.resolve('.cache/bench');

/** Columns of the flights file, with the value type of their template field and their DuckDB type. */
export const FLIGHT_COLUMNS = [
  { name: 'id', value_type: 3, duckdb: 'BIGINT' },
  { name: 'ts', value_type: 9, duckdb: 'TIMESTAMP' },
  { name: 'delay', value_type: 2, duckdb: 'INTEGER' },
  { name: 'distance', value_type: 2, duckdb: 'INTEGER' },
  { name: 'origin', value_type: 8, duckdb: 'VARCHAR' },
  { name: 'destination', value_type: 8, duckdb: 'VARCHAR' },
  { name: 'origin_text', value_type: 7, duckdb: 'VARCHAR' },
  { name: 'dest_text', value_type: 7, duckdb: 'VARCHAR' },
  { name: 'origin_state', value_type: 8, duckdb: 'VARCHAR' },
  { name: 'dest_point', value_type: 30, duckdb: 'VARCHAR' },
  { name: 'late', value_type: 10, duckdb: 'BOOLEAN' },
  { name: 'tail', value_type: 8, duckdb: 'VARCHAR' },
] as const;

/** Real flights there are; those behind them are the same half year again, half a year later each time. */
const REAL = 3_000_000;
const HALF_YEAR = "INTERVAL '181 days'";

/** A CSV of real flights joined with their airports, from behind the first `skip` on, made once and kept in a cache folder. */
export async function flightsCsv(rows: number, skip = 0): Promise<string> {
  await mkdir(cache, { recursive: true });
  const file = path.join(cache, skip === 0 ? `flights-${rows}.csv` : `flights-${rows}-behind-${skip}.csv`);
  if (await stat(file).catch(() => null)) return file;
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '4GB', temp_directory: cache });
  const connection = await instance.connect();
  const made = `${file}.part`;
  await connection.run(`COPY (
    WITH airport AS (SELECT * FROM read_csv('${datasets}/airports.csv', header = true)),
    original AS (SELECT row_number() OVER () AS place, * FROM (SELECT * FROM '${datasets}/flights-3m.parquet' LIMIT ${rows + skip})),
    flight AS (SELECT time * ${REAL} + place AS id, date + time::INTEGER * ${HALF_YEAR} AS date, * EXCLUDE (place, time, date)
      FROM original, range(${Math.ceil((rows + skip) / REAL)}) times(time) WHERE id > ${skip} AND id <= ${rows + skip})
    SELECT f.id, strftime(f.date, '%Y-%m-%dT%H:%M:%SZ') AS ts, f.delay, f.distance, f.origin, f.destination,
      concat_ws(' ', a.name, 'airport in', a.city) AS origin_text, concat_ws(' ', b.name, 'airport in', b.city) AS dest_text,
      a.state AS origin_state, b.latitude || ', ' || b.longitude AS dest_point, f.delay > 15 AS late, 'N' || (f.id * 7919 % 10000019) AS tail
    FROM flight f LEFT JOIN airport a ON a.iata = f.origin LEFT JOIN airport b ON b.iata = f.destination ORDER BY f.id
  ) TO '${made}' (HEADER, DELIMITER ',')`);
  connection.closeSync();
  instance.closeSync();
  await rename(made, file);
  return file;
}

/** How DuckDB itself reads the flights of a file, by the end of its name; Parquet as it was written from CSV, all texts. */
function readFlights(file: string): string {
  const columns = `columns = {${FLIGHT_COLUMNS.map(({ name, duckdb }) => `'${name}': '${duckdb}'`).join(', ')}}`;
  switch (path.extname(file)) {
    case '.ndjson':
      return `FROM read_json('${file}', format = 'newline_delimited', ${columns})`;
    case '.parquet':
      return `SELECT ${FLIGHT_COLUMNS.map(({ name, duckdb }) => `CAST(${name} AS ${duckdb}) AS ${name}`).join(', ')} FROM '${file}'`;
    default:
      return `FROM read_csv('${file}', header = true, ${columns})`;
  }
}

/** Seconds of raw DuckDB for the same file of CSV, lines of JSON or Parquet: a table on disk with types, checkpointed. */
export async function rawDuckdbSeconds(file: string): Promise<number> {
  const database = path.join(cache, `raw-${process.pid}.duckdb`);
  await rm(database, { force: true });
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  const start = performance.now();
  await connection.run(`CREATE TABLE flights AS ${readFlights(file)}`);
  await connection.run('CHECKPOINT');
  const seconds = (performance.now() - start) / 1000;
  connection.closeSync();
  instance.closeSync();
  await rm(database, { force: true });
  return seconds;
}
