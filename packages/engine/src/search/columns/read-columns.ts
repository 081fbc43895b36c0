import {
  DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBDataChunk,
  INTEGER,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import { chunksOf, doublesOf, integersIn, integersOf, rowsOf, shortsOf } from '../run.ts';
import { bind, joined, name, type Sql, sql, whole } from '../sql.ts';
import { MOST_KEYS } from './coded.ts';

/** Documents looked at first, to see whether most values differ. */
const SAMPLE = 131_072;

/** Of so many it is looked first how long they are: such long ones hardly come twice, and counting them would take seconds. */
const LOOKED_AT = 256;
const LONG = 256;

/** Values of the documents from some number on: the different ones, and which of them each document has. */
export interface ReadKeys {
  readonly keys: readonly (readonly unknown[])[];
  /** Numbers of documents, and the place in `keys` of what each has. */
  readonly docs: Int32Array;
  readonly places: Uint16Array;
}

/** What is read of which documents: all from some number on. */
interface WantedKeys {
  readonly connection: DuckDBConnection;
  readonly table: string;
  readonly expressions: readonly Sql[];
  readonly from: number;
  /** Different values beyond which nothing is read. */
  readonly most: number;
}

/** Documents up to which their values are brought over one by one: while rows come in, every search reads those of the last batches. */
export const FEW = 16_384;

/** What documents have for some expressions together; null when they have too many different values. */
export async function readKeys({ connection, table, expressions, from, most }: WantedKeys): Promise<ReadKeys | null> {
  const names = expressions.map((_, i) => name(`v${i}`));
  const values = list(expressions.map((expression, i) => sql`${expression} AS ${names[i] ?? expression}`));
  const rows = sql`SELECT _doc, ${values} FROM ${name(table)} WHERE _doc >= ${whole(from)}`;
  const length = joined(
    names.map((each) => sql`coalesce(strlen((${each})::VARCHAR), 0)`),
    ' + ',
  );
  const [measured] = await rowsOf(connection, sql`SELECT avg(${length}) FROM (${rows} LIMIT ${whole(LOOKED_AT)})`);
  if (Number(measured?.[0] ?? 0) > LONG) return null;
  const keys = sql`SELECT ${list(names)} FROM (${rows}) GROUP BY ALL`;
  // Counting the different texts of millions takes its time and room; where most of a part differ, there is no need.
  const [sampled] = await rowsOf(
    connection,
    sql`SELECT count(*) FROM (SELECT ${list(names)} FROM (${rows} LIMIT ${whole(SAMPLE)}) GROUP BY ALL)`,
  );
  if (Number(sampled?.[0] ?? 0) > SAMPLE / 2) return null;
  const [counted] = await rowsOf(connection, sql`SELECT count(*) FROM (${keys} LIMIT ${whole(most + 1)})`);
  if (Number(counted?.[0] ?? 0) > most) return null;
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
  const isSeen = new Uint8Array(MOST_KEYS + 1);
  const placeOf = new Map<number, number>();
  for (let i = 0; i < docs.length; i++) {
    const place = places[i] ?? 0;
    if (isSeen[place] === 1) continue;
    isSeen[place] = 1;
    placeOf.set(docs[i] ?? 0, place);
  }
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
  /** What they take in UTF-8, with a byte behind each. */
  readonly bytes: number;
  /** By the numbers of the documents, ascending. */
  each(visit: VisitText): void;
}

/** A text, and where it lies among the bytes. */
type VisitText = (doc: number, bytes: Uint8Array, from: number, to: number) => void;

/** Texts that are brought over together: one by one each would become a string, which takes ten times as long. */
const TOGETHER = 2048;

/** Documents whose texts are brought over by one statement: DuckDB has several times their texts in memory until it ends. */
const STRETCH = 64 * TOGETHER;

/** A column of texts as it is, of the documents from one on and below another. */
export async function readTexts(
  connection: DuckDBConnection,
  table: string,
  column: Sql,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadTexts> {
  const parts: TextPart[] = [];
  for (let start = from; start < to; start += STRETCH - (start % STRETCH)) {
    const end = Math.min(to, start + STRETCH - (start % STRETCH));
    const rows = sql`SELECT _doc::INTEGER AS doc, ${column} AS text FROM ${name(table)}
      WHERE _doc >= ${whole(start)} AND _doc < ${whole(end)} AND ${column} IS NOT NULL`;
    for (const part of await partsOf(connection, rows)) parts.push(part);
  }
  return {
    bytes: parts.reduce((sum, { bytes, docs }) => sum + bytes.length + docs.length, 0),
    each: (visit) => {
      for (const part of parts) eachInOrder(part, visit);
    },
  };
}

async function partsOf(connection: DuckDBConnection, rows: Sql): Promise<readonly TextPart[]> {
  const grouped = sql`SELECT list({doc: doc, text: text}) AS found FROM (${rows}) GROUP BY doc // ${whole(TOGETHER)} ORDER BY doc // ${whole(TOGETHER)}`;
  const chunks = await chunksOf(
    connection,
    sql`SELECT encode(array_to_string(list_transform(found, lambda f: f.text), '')),
      list_transform(found, lambda f: f.doc), list_transform(found, lambda f: strlen(f.text)::INTEGER) FROM (${grouped})`,
  );
  return chunks.flatMap(textParts);
}

/** Threads of DuckDB gather the texts of a part in whatever order they find them. */
function eachInOrder({ bytes, docs, lengths }: TextPart, visit: VisitText): void {
  const base = (docs[0] ?? 0) - ((docs[0] ?? 0) % TOGETHER);
  const ends = new Int32Array(TOGETHER);
  const known = new Int32Array(TOGETHER).fill(-1);
  let end = 0;
  for (let i = 0; i < docs.length; i++) {
    const at = (docs[i] ?? 0) - base;
    known[at] = lengths[i] ?? 0;
    end += known[at];
    ends[at] = end;
  }
  for (let at = 0; at < TOGETHER; at++) {
    const [length = -1, to = 0] = [known[at], ends[at]];
    if (length >= 0) visit(base + at, bytes, to - length, to);
  }
}

/** Texts of documents whose numbers share all but their last digits to the base of `TOGETHER`. */
interface TextPart {
  readonly bytes: Uint8Array;
  readonly docs: Int32Array;
  readonly lengths: Int32Array;
}

function textParts(chunk: DuckDBDataChunk): readonly TextPart[] {
  const [texts, docs, lengths] = [0, 1, 2].map((column) => chunk.getColumnVector(column));
  return Array.from({ length: chunk.rowCount }, (_, row) => {
    const blob = texts?.getItem(row);
    if (!(blob instanceof DuckDBBlobValue)) throw new Error('Texts are brought over as bytes');
    return { bytes: blob.bytes, docs: integersIn(docs, row), lengths: integersIn(lengths, row) };
  });
}

/** A hash of each text of a column by its document, from one on and below another; 0 where there is none. */
export async function readHashes(
  connection: DuckDBConnection,
  table: string,
  column: Sql,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Int32Array> {
  const rows = sql`SELECT (_doc - ${whole(from)})::INTEGER, ${hashOf(column)} FROM ${name(table)}
    WHERE _doc >= ${whole(from)} AND _doc < ${whole(to)} AND ${column} IS NOT NULL`;
  const hashes = new Int32Array(to - from);
  for (const chunk of await chunksOf(connection, rows)) {
    const [docs, found] = [integersOf(chunk.getColumnVector(0)), integersOf(chunk.getColumnVector(1))];
    for (let row = 0, { rowCount } = chunk; row < rowCount; row++) hashes[docs[row] ?? 0] = found[row] || SOME;
  }
  return hashes;
}

/** The same hashes of texts. */
export async function hashesOf(connection: DuckDBConnection, texts: readonly string[]): Promise<readonly number[]> {
  const given = bind(listValue(texts), LIST(VARCHAR));
  const rows = await rowsOf(connection, sql`SELECT ${hashOf(sql`v`)} FROM (SELECT unnest(${given}) AS v)`);
  return rows.map(([hash]) => Number(hash) || SOME);
}

/** Half of DuckDB's own hash. */
const hashOf = (value: Sql): Sql => sql`((hash(${value}) & 4294967295)::BIGINT - 2147483648)::INTEGER`;

/** What stands for a hash of 0, which tells that there is no text. */
const SOME = 1;

/** How far the texts of the first documents may be from those of the others. */
const FAR = 2;

/**
 * What the texts of a column take together: about, by those of the first documents, where that is far more than `fits`, since counting all means
 * unpacking all.
 */
export async function textBytes(
  { connection, table, rows }: { readonly connection: DuckDBConnection; readonly table: string; readonly rows: number },
  column: Sql,
  fits: (bytes: number) => boolean,
): Promise<number> {
  const first = sql`SELECT ${column} AS v FROM ${name(table)} LIMIT ${whole(LOOKED_AT)}`;
  const [sampled] = await rowsOf(connection, sql`SELECT avg(coalesce(strlen(v), 0)) FROM (${first})`);
  const about = Number(sampled?.[0] ?? 0) * rows;
  if (!fits(about / FAR)) return about;
  const [row] = await rowsOf(connection, sql`SELECT coalesce(sum(strlen(${column})), 0) FROM ${name(table)}`);
  return Number(row?.[0] ?? 0);
}

/** A column of which all documents may have the same. */
export interface AlikeColumn {
  readonly name: string;
  /** Whether it may be told by its least and its greatest value. */
  readonly isCompared: boolean;
}

/** What all documents from some number on have in those of some columns where that is the same, null where it is nothing. */
export async function valuesAlike(
  connection: DuckDBConnection,
  table: string,
  columns: readonly AlikeColumn[],
  from: number,
): Promise<ReadonlyMap<string, unknown>> {
  const figures = columns.map(({ name: column, isCompared }) => {
    const [least, most] = isCompared ? [sql`min(${name(column)})`, sql`max(${name(column)})`] : [sql`1`, sql`2`];
    return sql`count(${name(column)}), ${least}, ${most}`;
  });
  const [row = []] = await rowsOf(
    connection,
    sql`SELECT ${list([sql`count(*)`, ...figures])} FROM ${name(table)} WHERE _doc >= ${whole(from)}`,
  );
  const alike = new Map<string, unknown>();
  for (const [i, { name: column }] of columns.entries()) {
    const [count, least, most] = row.slice(1 + 3 * i);
    if (count === 0) alike.set(column, null);
    else if (count === row[0] && least === most) alike.set(column, least);
  }
  return alike;
}

/** Numbers of the documents there are, from some number on. */
export async function readDocs(
  connection: DuckDBConnection,
  table: string,
  from: number,
): Promise<readonly Int32Array[]> {
  const chunks = await chunksOf(connection, sql`SELECT _doc::INTEGER FROM ${name(table)} WHERE _doc >= ${whole(from)}`);
  return chunks.map((chunk) => integersOf(chunk.getColumnVector(0)).subarray(0, chunk.rowCount));
}

const list = (pieces: readonly Sql[]): Sql => joined(pieces, ', ');
