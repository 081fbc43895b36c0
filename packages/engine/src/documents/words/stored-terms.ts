import { setImmediate } from 'node:timers/promises';
import { DuckDBBlobVector, type DuckDBConnection } from '@duckdb/node-api';
import { chunksOf, integersOf } from '../../search/run.ts';
import { joined, type Sql, sql } from '../../search/sql.ts';
import { allPostings } from '../../search/text/all-postings.ts';
import type { PackedTerm } from './packed-words.ts';

/** A term of one segment. */
export interface StoredTerm extends PackedTerm {
  readonly term: string;
  readonly segment: number;
}

/** Rows of one table. */
export interface RowsOfTerms {
  readonly from: Sql;
  readonly where: Sql;
}

/** Which terms are read, and whether with their places, which takes as long again. */
export interface TermChoice {
  /** A condition on `term` and `segment`, or rows of a table of the field; of several each is looked for by itself. */
  readonly where: Sql | readonly (Sql | RowsOfTerms)[];
  readonly placed?: boolean;
  readonly order?: Sql;
}

/** Calls `visit` with the terms of a field, segment by segment of each. */
export async function eachStored(
  connection: DuckDBConnection,
  postings: string,
  { where, placed = false, order = sql`` }: TermChoice,
  visit: (stored: StoredTerm) => void,
): Promise<void> {
  const places = placed ? sql`places` : sql`NULL::BLOB`;
  const all = allPostings(postings);
  const found = (condition: Sql | RowsOfTerms): Sql => {
    const { from, where } = 'from' in condition ? condition : { from: all, where: condition };
    return sql`SELECT term, segment, documents, data, ${places} FROM ${from} WHERE ${where}`;
  };
  const statement = sql`${joined([where].flat().map(found), ' UNION ALL ')} ${order}`;
  for (const chunk of await chunksOf(connection, statement)) {
    const [segments, documents] = [integersOf(chunk.getColumnVector(1)), integersOf(chunk.getColumnVector(2))];
    const [terms, data, placesOf] = [0, 3, 4].map((column) => chunk.getColumnVector(column));
    if (!(data instanceof DuckDBBlobVector) || !(placesOf instanceof DuckDBBlobVector)) continue;
    // a chunk's count of rows is asked of DuckDB each time
    const { rowCount } = chunk;
    for (let row = 0; row < rowCount; row++)
      visit({
        term: String(terms?.getItem(row)),
        segment: segments[row] ?? 0,
        documents: documents[row] ?? 0,
        data: bytesAt(data, row) ?? NOTHING,
        places: bytesAt(placesOf, row),
      });
    // unpacking is our own work: others get their turn in between
    await setImmediate();
  }
}

const NOTHING = new Uint8Array();

/** Bytes up to which node-api 1.5.6 shows those within the chunk, which is gone before what was read of it. */
const INLINE = 12;

function bytesAt(vector: DuckDBBlobVector, row: number): Uint8Array | null {
  const bytes = vector.getItemBytes(row);
  return bytes !== null && bytes.length <= INLINE ? bytes.slice() : bytes;
}
