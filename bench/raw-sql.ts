import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { timed } from './figures.ts';
import { FLIGHT_COLUMNS } from './flights.ts';

const AWAY = `2 * 6371 * asin(sqrt(pow(sin(radians(lat - 40) / 2), 2) +
  cos(radians(40)) * cos(radians(lat)) * pow(sin(radians(lon + 100) / 2), 2)))`;

/** The aggregations of the questions as somebody would ask DuckDB itself; grids and significance have no plain form in SQL. */
const STATEMENTS: Readonly<Record<string, string>> = {
  value_count: 'SELECT count(tail) FROM flights',
  cardinality_300: 'SELECT count(DISTINCT origin) FROM flights',
  cardinality_1m: 'SELECT count(DISTINCT tail) FROM flights',
  sum: 'SELECT sum(distance) FROM flights',
  avg: 'SELECT avg(delay) FROM flights',
  min: 'SELECT min(ts) FROM flights',
  max: 'SELECT max(delay) FROM flights',
  geo_centroid: 'SELECT avg(lat), avg(lon), count(lat) FROM flights',
  geo_bounds: 'SELECT min(lat), max(lat), min(lon), max(lon) FROM flights',
  date_histogram_day_avg: "SELECT date_trunc('day', ts) AS d, count(*), avg(delay) FROM flights GROUP BY d ORDER BY d",
  date_range: "SELECT count(*) FILTER (ts < '2001-02-01'), count(*) FILTER (ts >= '2001-02-01') FROM flights",
  filters: "SELECT count(*) FILTER (late), count(*) FILTER (origin_state = 'CA') FROM flights",
  geo_distance: `SELECT count(*) FILTER (a < 500), count(*) FILTER (a >= 500 AND a < 1500), count(*) FILTER (a >= 1500) FROM (SELECT ${AWAY} AS a FROM flights)`,
  histogram: 'SELECT floor(distance / 50) * 50 AS b, count(*) FROM flights GROUP BY b ORDER BY b',
  missing: 'SELECT count(*) FROM flights WHERE delay IS NULL',
  terms_300: 'SELECT origin, count(*) AS n FROM flights GROUP BY origin ORDER BY n DESC, origin LIMIT 300',
  terms_1m: 'SELECT tail, count(*) AS n FROM flights GROUP BY tail ORDER BY n DESC, tail LIMIT 10',
  stats: 'SELECT count(delay), min(delay), max(delay), avg(delay), sum(delay) FROM flights',
  extended_stats:
    'SELECT count(delay), min(delay), max(delay), avg(delay), sum(delay), sum(delay * delay), var_pop(delay), stddev_pop(delay) FROM flights',
  percentiles: 'SELECT quantile_cont(delay, [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]) FROM flights',
  weighted_avg: 'SELECT sum(delay * distance) / sum(distance) FROM flights WHERE delay IS NOT NULL',
  percentile_ranks:
    'SELECT count(*) FILTER (delay <= 0) / count(delay), count(*) FILTER (delay <= 15) / count(delay), count(*) FILTER (delay <= 60) / count(delay) FROM flights',
  median_absolute_deviation: 'SELECT mad(delay) FROM flights',
  terms_terms_avg: 'SELECT origin, late, count(*), avg(distance) FROM flights GROUP BY origin, late',
  composite:
    'SELECT origin, destination, count(*) FROM flights GROUP BY origin, destination ORDER BY origin, destination LIMIT 100',
};

/** The same rows in a table of DuckDB's own, on disk, and the same questions in its own SQL, inside this process. */
export class RawSql {
  readonly #folder: string;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(folder: string, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#folder = folder;
    this.#instance = instance;
    this.#connection = connection;
  }

  /** Reads the flights of a CSV file. */
  static async open(file: string): Promise<RawSql> {
    const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-raw-'));
    const instance = await DuckDBInstance.create(path.join(folder, 'raw.duckdb'));
    const connection = await instance.connect();
    const columns = FLIGHT_COLUMNS.map(({ name, duckdb }) => `'${name}': '${duckdb}'`).join(', ');
    await connection.run(
      `CREATE TABLE flights AS SELECT * EXCLUDE (dest_point), split_part(dest_point, ', ', 1)::DOUBLE AS lat,
         split_part(dest_point, ', ', 2)::DOUBLE AS lon FROM read_csv('${file}', header = true, columns = {${columns}})`,
    );
    await connection.run('CHECKPOINT');
    return new RawSql(folder, instance, connection);
  }

  /** Milliseconds of a question; null when it has no statement. */
  async ask(question: string): Promise<number | null> {
    const statement = STATEMENTS[question];
    if (statement === undefined) return null;
    return timed(async () => (await this.#connection.run(statement)).getRowsJS());
  }

  async close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
