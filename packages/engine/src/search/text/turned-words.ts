import { type DuckDBConnection, DuckDBDataChunk, INTEGER, LIST, VARCHAR } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { unpacked } from '../../documents/words/packed-words.ts';
import { eachStored, type StoredTerm } from '../../documents/words/stored-terms.ts';
import { name, type Sql, sql } from '../sql.ts';

/** The documents of each word of a text field as a table of this connection, once `tellWords` has made it: `term`, and a row for each `doc`. */
export const toldWords = (postings: string): Sql =>
  sql`(SELECT term, unnest(docs) AS doc FROM ${name(`told_${postings}`)})`;

/** Makes the table of a field, of the words that a condition on `term` lets through. */
export async function tellWords(
  connection: DuckDBConnection,
  postings: string,
  where: Sql = sql`term IS NOT NULL`,
): Promise<void> {
  const table = `told_${postings}`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (term VARCHAR, docs INTEGER[])`);
  const stored: StoredTerm[] = [];
  await eachStored(connection, postings, { where }, (each) => stored.push(each));
  const appender = await connection.createAppender(table, 'main', 'temp');
  try {
    for (let from = 0; from < stored.length; from += CHUNK)
      appender.appendDataChunk(chunkOf(stored.slice(from, from + CHUNK)));
  } finally {
    appender.closeSync();
  }
}

/** Rows DuckDB takes at once. */
const CHUNK = 2048;

function chunkOf(stored: readonly StoredTerm[]): DuckDBDataChunk {
  const lists = stored.map((each) => unpacked(each).docs);
  const chunk = DuckDBDataChunk.create([VARCHAR, LIST(INTEGER)], stored.length);
  chunk.setColumnValues(
    0,
    stored.map(({ term }) => term),
  );
  setLists(chunk, 1, lists);
  return chunk;
}

function setLists(chunk: DuckDBDataChunk, column: number, lists: readonly Int32Array[]): void {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const [entries, places] = [new Int32Array(total), new BigUint64Array(lists.length * 2)];
  let at = 0;
  for (const [row, list] of lists.entries()) {
    places[row * 2] = BigInt(at);
    places[row * 2 + 1] = BigInt(list.length);
    entries.set(list, at);
    at += list.length;
  }
  duckdb.list_vector_reserve(vector, total);
  duckdb.list_vector_set_size(vector, total);
  copy(duckdb.list_vector_get_child(vector), entries);
  copy(vector, places);
}

const copy = (vector: duckdb.Vector, values: Int32Array | BigUint64Array): void =>
  duckdb.copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
