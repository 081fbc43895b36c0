import { mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const cache = path.resolve('.cache/bench');

/** Documents of the shape of a published workload, made here: same kinds of fields, as many different values. */
interface Shape {
  readonly mappings: object;
  /** Columns of document `i` of `range(n)`. */
  readonly columns: string;
}

const keyword = { type: 'keyword' };
const date = { type: 'date' };
const scaled = { type: 'scaled_float', scaling_factor: 100 };

/** A row's own random number of 0 to n − 1, the same in every run. */
const pick = (salt: string, n: number): string => `(hash(i, '${salt}') % ${n})::BIGINT`;

export const SHAPES = {
  big5: {
    mappings: {
      properties: {
        '@timestamp': date,
        message: { type: 'text' },
        process: { properties: { name: keyword } },
        cloud: { properties: { region: keyword } },
        agent: { properties: { name: keyword } },
        aws: { properties: { cloudwatch: { properties: { log_stream: keyword } } } },
        event: { properties: { id: keyword } },
        metrics: { properties: { size: { type: 'integer' }, tmin: { type: 'integer' } } },
      },
    },
    columns: `strftime(epoch_ms(1672531200000 + i * 1000 + ${pick('ms', 1000)}), '%Y-%m-%dT%H:%M:%S.%gZ') AS "@timestamp",
      concat_ws(' ', 'session', 'opened', 'for', 'user' || ${pick('user', 500)}, 'by', 'host' || ${pick('host', 90)}) AS message,
      {name: 'process' || ${pick('process', 40)}} AS process, {region: 'region-' || ${pick('region', 20)}} AS cloud,
      {name: 'agent' || ${pick('agent', 12)}} AS agent,
      {cloudwatch: {log_stream: 'stream' || (pow(${pick('stream', 1000)}, 2) / 1000)::INTEGER}} AS aws,
      {id: printf('%x', hash(i))} AS event, {size: ${pick('size', 4000)} - 500, tmin: ${pick('tmin', 1000)}} AS metrics`,
  },
  nyc_taxis: {
    mappings: {
      properties: {
        pickup_datetime: date,
        dropoff_datetime: date,
        passenger_count: { type: 'integer' },
        trip_distance: scaled,
        total_amount: scaled,
        tip_amount: scaled,
        fare_amount: scaled,
        payment_type: keyword,
        vendor_id: keyword,
        pickup_location: { type: 'geo_point' },
      },
    },
    columns: `strftime(epoch_ms(1420070400000 + ${pick('pickup', 31_536_000)} * 1000), '%Y-%m-%dT%H:%M:%SZ') AS pickup_datetime,
      strftime(epoch_ms(1420070400000 + (${pick('pickup', 31_536_000)} + 60 + ${pick('ride', 3600)}) * 1000), '%Y-%m-%dT%H:%M:%SZ') AS dropoff_datetime,
      1 + ${pick('passengers', 6)} AS passenger_count, ${pick('distance', 6000)} / 100 AS trip_distance,
      3 + ${pick('total', 12_000)} / 100 AS total_amount, ${pick('tip', 1500)} / 100 AS tip_amount,
      2.5 + ${pick('fare', 9000)} / 100 AS fare_amount, 'type' || ${pick('payment', 5)} AS payment_type, 'vendor' || ${pick('vendor', 3)} AS vendor_id,
      {lat: 40.6 + ${pick('lat', 30_000)} / 100000, lon: -74.1 + ${pick('lon', 40_000)} / 100000} AS pickup_location`,
  },
} satisfies Readonly<Record<string, Shape>>;

export type ShapeName = keyof typeof SHAPES;

/** A file of documents of that shape, one line each; made once. */
export async function shapeNdjson(shape: ShapeName, rows: number): Promise<string> {
  await mkdir(cache, { recursive: true });
  const file = path.join(cache, `${shape}-${rows}.ndjson`);
  if (await stat(file).catch(() => null)) return file;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const made = `${file}.part`;
  await connection.run(
    `COPY (SELECT ${SHAPES[shape].columns} FROM range(${Math.trunc(rows)}) made(i)) TO '${made}' (FORMAT json)`,
  );
  connection.closeSync();
  instance.closeSync();
  await rename(made, file);
  return file;
}
