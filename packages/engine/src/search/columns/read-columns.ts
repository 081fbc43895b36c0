import { type DuckDBConnection, INTEGER, LIST, listValue } from '@duckdb/node-api';
import { chunksOf, doublesOf, integersOf, rowsOf, shortsOf } from '../run.ts';
import { bind, joined, name, type Sql, sql, whole } from '../sql.ts';
import { MOST_KEYS } from './coded.ts';

/** Documents looked at first, to see whether most values differ. */
const SAMPLE = 131_072;

/** Values of the documents from some number on: the different ones, and which of them each document has. */
export interface ReadKeys {
  readonly keys: readonly (readonly unknown[])[];
  /** Numbers of documents, and the place in `keys` of what each has. */
  readonly docs: Int32Array;
  readonly places: Uint16Array;
}

/** What documents have for some expressions together; null when they have too many different values. */
export async function readKeys(
  connection: DuckDBConnection,
  table: string,
  expressions: readonly Sql[],
  from: number,
): Promise<ReadKeys | null> {
  const names = expressions.map((_, i) => name(`v${i}`));
  const values = list(expressions.map((expression, i) => sql`${expression} AS ${names[i] ?? expression}`));
  const rows = sql`SELECT _doc, ${values} FROM ${name(table)} WHERE _doc >= ${whole(from)}`;
  const keys = sql`SELECT ${list(names)} FROM (${rows}) GROUP BY ALL`;
  // Counting the different texts of millions takes its time and room; where most of a part differ, there is no need.
  const [sampled] = await rowsOf(
    connection,
    sql`SELECT count(*) FROM (SELECT ${list(names)} FROM (${rows} LIMIT ${whole(SAMPLE)}) GROUP BY ALL)`,
  );
  if (Number(sampled?.[0] ?? 0) > SAMPLE / 2) return null;
  const [counted] = await rowsOf(connection, sql`SELECT count(*) FROM (${keys} LIMIT ${whole(MOST_KEYS + 1)})`);
  if (Number(counted?.[0] ?? 0) > MOST_KEYS) return null;
  const numbered = sql`SELECT *, (row_number() OVER () - 1)::USMALLINT AS place FROM (${keys})`;
  const same = joined(
    names.map((each) => sql`r.${each} IS NOT DISTINCT FROM k.${each}`),
    ' AND ',
  );
  const statement = sql`WITH k AS MATERIALIZED (${numbered}) SELECT r._doc::INTEGER, k.place FROM (${rows}) r JOIN k ON ${same}`;
  const chunks = await chunksOf(connection, statement);
  const found = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const [docs, places] = [new Int32Array(found), new Uint16Array(found)];
  let used = 0;
  for (const chunk of chunks) {
    docs.set(integersOf(chunk.getColumnVector(0)).subarray(0, chunk.rowCount), used);
    places.set(shortsOf(chunk.getColumnVector(1)).subarray(0, chunk.rowCount), used);
    used += chunk.rowCount;
  }
  return { keys: await exampleValues(connection, table, expressions, { docs, places }), docs, places };
}

/** The values behind the places, asked of one document each. */
async function exampleValues(
  connection: DuckDBConnection,
  table: string,
  expressions: readonly Sql[],
  { docs, places }: Pick<ReadKeys, 'docs' | 'places'>,
): Promise<readonly (readonly unknown[])[]> {
  const examples = new Map<number, number>();
  for (let i = 0; i < docs.length; i++) {
    const place = places[i] ?? 0;
    if (!examples.has(place)) examples.set(place, docs[i] ?? 0);
  }
  const placeOf = new Map([...examples].map(([place, doc]) => [doc, place]));
  const wanted = bind(listValue([...placeOf.keys()]), LIST(INTEGER));
  const rows = await rowsOf(
    connection,
    sql`SELECT _doc, ${list(expressions)} FROM ${name(table)} WHERE _doc IN (SELECT unnest(${wanted}))`,
  );
  const keys: (readonly unknown[])[] = [];
  for (const [doc, ...values] of rows) keys[placeOf.get(Number(doc)) ?? 0] = values;
  return keys;
}

/** Numbers of documents and their values, where they have one. */
export interface ReadNumbers {
  readonly docs: Int32Array;
  readonly values: Float64Array;
}

/** A column of numbers as it is. */
export async function readNumbers(
  connection: DuckDBConnection,
  table: string,
  column: Sql,
  from: number,
): Promise<ReadNumbers> {
  const chunks = await chunksOf(
    connection,
    sql`SELECT _doc::INTEGER, (${column})::DOUBLE FROM ${name(table)} WHERE _doc >= ${whole(from)} AND ${column} IS NOT NULL`,
  );
  const found = chunks.reduce((sum, chunk) => sum + chunk.rowCount, 0);
  const [docs, values] = [new Int32Array(found), new Float64Array(found)];
  let used = 0;
  for (const chunk of chunks) {
    docs.set(integersOf(chunk.getColumnVector(0)).subarray(0, chunk.rowCount), used);
    values.set(doublesOf(chunk.getColumnVector(1)).subarray(0, chunk.rowCount), used);
    used += chunk.rowCount;
  }
  return { docs, values };
}

/** Texts of documents, where they have one. */
export interface ReadTexts {
  /** Upper bound of what they take in UTF-8, with a byte behind each. */
  readonly bytes: number;
  each(visit: (doc: number, text: string) => void): void;
}

/** A column of texts as it is. */
export async function readTexts(
  connection: DuckDBConnection,
  table: string,
  column: Sql,
  from: number,
): Promise<ReadTexts> {
  const chunks = await chunksOf(
    connection,
    sql`SELECT _doc::INTEGER, ${column} FROM ${name(table)} WHERE _doc >= ${whole(from)} AND ${column} IS NOT NULL`,
  );
  const [row] = await rowsOf(
    connection,
    sql`SELECT coalesce(sum(strlen(${column}) + 1), 0) FROM ${name(table)} WHERE _doc >= ${whole(from)}`,
  );
  return {
    bytes: Number(row?.[0] ?? 0),
    each: (visit) => {
      for (const chunk of chunks) {
        const docs = integersOf(chunk.getColumnVector(0));
        const texts = chunk.getColumnVector(1);
        for (let i = 0; i < chunk.rowCount; i++) visit(docs[i] ?? 0, String(texts.getItem(i)));
      }
    },
  };
}

/** What the texts of some columns take together. */
export async function textBytes(
  connection: DuckDBConnection,
  table: string,
  columns: readonly { readonly name: string }[],
): Promise<number> {
  if (columns.length === 0) return 0;
  const sums = columns.map((column) => sql`coalesce(sum(strlen(${name(column.name)})), 0)`);
  const [row = []] = await rowsOf(connection, sql`SELECT ${list(sums)} FROM ${name(table)}`);
  return row.reduce<number>((sum, bytes) => sum + Number(bytes), 0);
}

/** Numbers of the documents there are, from some number on. */
export async function readDocs(connection: DuckDBConnection, table: string): Promise<readonly Int32Array[]> {
  const chunks = await chunksOf(connection, sql`SELECT _doc::INTEGER FROM ${name(table)}`);
  return chunks.map((chunk) => integersOf(chunk.getColumnVector(0)).subarray(0, chunk.rowCount));
}

const list = (pieces: readonly Sql[]): Sql => joined(pieces, ', ');
