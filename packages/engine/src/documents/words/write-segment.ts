import { setImmediate } from 'node:timers/promises';
import { type DuckDBConnection, DuckDBDataChunk, INTEGER, LIST, UTINYINT, VARCHAR } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { isSmall, postingsFor } from '../../load/pieces.ts';
import { fillRowGroup } from '../../load/row-group.ts';
import type { Segment } from './segment.ts';

/** Rows DuckDB takes at once. */
const CHUNK = 2048;
/** Postings appended at once, so that what is copied stays small. */
const CHUNK_POSTINGS = 512 * 1024;

/** Fills a column of lists whose entries stand one behind the other in `entries`. */
function setLists(
  chunk: DuckDBDataChunk,
  column: number,
  lengths: readonly number[],
  entries: Int32Array | Uint8Array,
): void {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  const places = new BigUint64Array(lengths.length * 2);
  let at = 0;
  for (const [row, length] of lengths.entries()) {
    places[row * 2] = BigInt(at);
    places[row * 2 + 1] = BigInt(length);
    at += length;
  }
  duckdb.list_vector_reserve(vector, at);
  duckdb.list_vector_set_size(vector, at);
  copy(duckdb.list_vector_get_child(vector), entries);
  copy(vector, places);
}

const copy = (vector: duckdb.Vector, values: Int32Array | Uint8Array | BigUint64Array): void =>
  duckdb.copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);

/** Writes the postings of one field, within the transaction of the connection. */
export async function writeSegment(
  connection: DuckDBConnection,
  table: string,
  segment: number,
  { terms, starts, docs, norms, documents }: Segment,
): Promise<void> {
  const size = { documents, words: docs.length };
  const target = postingsFor(table, size);
  const appender = await connection.createAppender(target);
  const lengthOf = (term: number): number => (starts[term + 1] ?? 0) - (starts[term] ?? 0);
  let written = 0;
  try {
    for (let from = 0; from < terms.length; ) {
      const chosen: number[] = [];
      const first = starts[from] ?? 0;
      for (; from < terms.length && chosen.length < CHUNK && (starts[from] ?? 0) - first < CHUNK_POSTINGS; from++) {
        if (lengthOf(from) > 0) chosen.push(from);
      }
      if (chosen.length === 0) continue;
      const last = starts[from] ?? 0;
      const lengths = chosen.map(lengthOf);
      const chunk = DuckDBDataChunk.create([INTEGER, VARCHAR, LIST(INTEGER), LIST(UTINYINT)], chosen.length);
      chunk.setColumnValues(0, new Array(chosen.length).fill(segment));
      chunk.setColumnValues(
        1,
        chosen.map((term) => terms[term] ?? ''),
      );
      setLists(chunk, 2, lengths, docs.subarray(first, last));
      setLists(chunk, 3, lengths, norms.subarray(first, last));
      appender.appendDataChunk(chunk);
      appender.flushSync();
      written += chosen.length;
      // appending is done on this thread: others have their turn between two pieces
      await setImmediate();
    }
  } finally {
    appender.closeSync();
  }
  if (!isSmall(size)) await fillRowGroup(connection, target, segment, written);
  await connection.run('INSERT INTO segments VALUES ($table, $segment, $docs, $tokens, $terms)', {
    table,
    segment,
    docs: documents,
    tokens: docs.length,
    terms: written,
  });
}
